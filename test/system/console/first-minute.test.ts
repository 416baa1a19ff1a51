import { test } from 'vitest';
import { hasBrowser, startBrowser } from '../../support/browser.ts';
import { greeting, newDirectory, serve } from '../../support/embedded-server.ts';

test.skipIf(!hasBrowser)(
  'the link that the first start prints leads to a message that waits for an answer in one click, even before anything is computed',
  async () => {
    const server = serve(newDirectory());
    await server.url();
    const [link = ''] = /\S+#token=\S+/.exec(await greeting(server)) ?? [];
    const page = await (await startBrowser()).newPage();
    await page.goto(link);
    await page.getByRole('region', { name: 'Answers owed' }).getByRole('link').first().click();
    await page.getByRole('dialog').locator('.content').filter({ hasText: /\w/ }).waitFor();
    await page.close();
  },
);
