import { expect, test } from 'vitest';
import { operations } from '../../src/http/operations.ts';
import { webhookEvents } from '../../src/webhooks/table.ts';
import { startBrowser } from '../support/browser.ts';
import { demoDirectory, get, serve } from '../support/embedded-server.ts';

const requested: string[] = [];
const errors: string[] = [];
const { token, newCopy } = await demoDirectory();
const url = await serve(newCopy(), { WORKER: 'false' }).url();
const page = await (await startBrowser()).newPage();
page.context().on('request', (request) => requested.push(request.url()));
page.context().on('console', (message) => message.type() === 'error' && errors.push(message.text()));
page.context().on('weberror', (fault) => errors.push(String(fault.error())));
await page.goto(`${url}/docs`);

test('lists every operation and webhook', async () => {
  const listed = page.getByRole('navigation').getByRole('button', { name: /HTTP Method: / });
  await expect.poll(() => listed.count()).toBe(operations.length + webhookEvents.length);
});

test('makes a call with the token entered, and shows the response', async () => {
  await page.getByRole('textbox', { name: 'Bearer Token' }).fill(token);
  await page.getByRole('navigation').getByRole('button', { name: 'List clients' }).click();
  await page.getByRole('button', { name: 'Test Request (get /v1/clients)' }).click();
  const dialog = page.getByRole('dialog', { name: 'API Client' });
  await dialog.getByRole('button', { name: 'Send Request' }).click();
  const { body } = await get(`${url}/v1/clients`, token);
  const { data } = body as { data: { name: string }[] };
  expect(data.length).toBeGreaterThan(2);
  // What is further down is drawn once it is scrolled to.
  for (const { name } of data.slice(0, 3)) await dialog.getByText(`"${name}"`).waitFor();
});

test('sends no request to another host, and none fails', () => {
  const elsewhere = requested.filter(
    (address) => !address.startsWith(`${url}/`) && !/^(data|blob):/.test(address),
  );
  expect(requested).toContain(`${url}/v1/clients`);
  expect([elsewhere, errors]).toEqual([[], []]);
});
