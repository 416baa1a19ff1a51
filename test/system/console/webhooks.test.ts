import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getEndpoint, listDeliveries, listEndpoints } from '../../../src/webhooks/queries.ts';
import { expectAccessible, fill, press, startConsole } from '../../support/console.ts';
import { startDelivering, startReceiver } from '../../support/receiver.ts';

const { api, openConsole } = await startConsole();
startDelivering(api);
const path = '/settings/webhooks';

/** An endpoint that was sent an event, as an administrator makes one in a private network. */
async function delivered() {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created']);
  await organization.client();
  await receiver.gets(1);
  const states = async () =>
    (await listDeliveries(organization.db, receiver.id, 1)).map(({ state }) => state);
  await expect.poll(states).toEqual(['delivered']);
  return { organization, receiver };
}

test('a webhook is created for chosen events with an accessible form, and its secret is shown once', async () => {
  const { token, db } = await api.organization();
  const page = await openConsole(token, { path });
  await press(page, 'New webhook');
  await fill(page, { URL: 'http://hooks.example.com/' });
  await page.getByLabel('client.created').check();
  await page.getByLabel('user.updated').check();
  await press(page, 'Create');
  await page.getByText('must use https://').waitFor();
  await expectAccessible(page);
  await fill(page, { URL: 'https://hooks.example.com/clientele' });
  await press(page, 'Create');
  const dialog = page.getByRole('dialog', { name: 'The secret of the webhook' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'https://hooks.example.com/clientele' }).waitFor();
  await expect.poll(() => page.content()).not.toContain(secret);
  expect(await listEndpoints(db)).toMatchObject([{ events: ['client.created', 'user.updated'] }]);
});

test('a delivery of a webhook is sent again, and the webhook is tested, paused, resumed and deleted after a question', async () => {
  const { organization, receiver } = await delivered();
  const { url } = receiver;
  const page = await openConsole(organization.token, { path });
  await press(page, `Deliveries ${url}`);
  await page.getByRole('row', { name: 'client.created' }).getByText('delivered').waitFor();
  await press(page, 'Send again client.created');
  await receiver.gets(2);
  expect(new Set(receiver.ids()).size).toBe(1);
  await press(page, `Send a test ${url}`);
  await page.getByRole('status').getByText('The test was accepted.').waitFor();
  await press(page, `Pause ${url}`);
  await page.getByText('Paused', { exact: true }).waitFor();
  await press(page, `Resume ${url}`);
  await page.getByText('Active', { exact: true }).waitFor();
  await press(page, `Delete ${url}`);
  await page.getByText('Its secret and deliveries are deleted.').waitFor();
  await press(page, 'Delete');
  await page.getByText('There are no webhooks yet.').waitFor();
  expect(await getEndpoint(organization.db, receiver.id)).toBeUndefined();
});

test('who may only read sees why a webhook fails and its deliveries, and no way to change it, and the page is accessible', async () => {
  const { organization, receiver } = await delivered();
  await organization.db.execute(sql`update webhook_endpoints set failure = 'the receiver answered 500'
      where id = ${receiver.id}`);
  const page = await openConsole(await organization.userKey(['webhooks:read']), { path });
  await page.getByText('Failing', { exact: true }).waitFor();
  await page.getByText('the receiver answered 500').waitFor();
  await press(page, `Deliveries ${receiver.url}`);
  await page.getByRole('row', { name: 'client.created' }).waitFor();
  const buttons = await page.getByRole('main').getByRole('button').allTextContents();
  expect(buttons).toEqual(['Refresh', `Hide deliveries ${receiver.url}`, 'Refresh']);
  await expectAccessible(page);
});
