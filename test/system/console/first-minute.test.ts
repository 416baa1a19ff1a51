import { expect, test } from 'vitest';
import { hasBrowser, startBrowser } from '../../support/browser.ts';
import { greeting, newDirectory, serve } from '../../support/embedded-server.ts';

test.skipIf(!hasBrowser)(
  'the link that the first start prints leads to the first answer owed in one click, even before anything is computed',
  async () => {
    const server = serve(newDirectory());
    await server.url();
    const [link = ''] = /\S+#token=\S+/.exec(await greeting(server)) ?? [];
    const page = await (await startBrowser()).newPage();
    await page.goto(link);
    await page.getByRole('region', { name: 'Answers owed' }).getByRole('link').first().click();
    await expect.poll(() => page.getByRole('dialog').locator('.content').innerText()).toContain('Dear');
    await page.close();
  },
);
