import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Permission } from '../../../src/core/permissions.ts';
import { consoleCalls, hold, press, startConsole } from '../../support/console.ts';
import { callerOf, resultOf } from '../../support/trpc.ts';

const hostile = '<b>Ann\u202e</b>';

const { api, url, openConsole } = await startConsole();

const open = (token: string, path: string) => openConsole(token, { path });

/** Sends the form for a token of the organization, which has to be confirmed. */
async function createOrganizationKey(page: Page): Promise<void> {
  await page.getByLabel('For', { exact: true }).selectOption('organization');
  await page.getByLabel('can do everything').check();
  await press(page, 'Create');
}

const statusWith = async (token: string) => (await api.get('/v1/health', { token })).status;

test('a user key is created with chosen permissions, and its secret is shown once, to be selected where it cannot be copied', async () => {
  const organization = await api.organization();
  const user = await organization.user();
  const page = await open(organization.token, '/settings/tokens');
  await press(page, 'New token');
  await page.getByLabel('Name').fill(hostile);
  await page.getByLabel('For', { exact: true }).selectOption(user.id);
  await press(page, 'Account manager');
  await page.getByLabel('users:read').uncheck();
  expect(await page.getByLabel('Days until it expires').inputValue()).toBe('90');
  await press(page, 'Create');
  const dialog = page.getByRole('dialog', { name: 'The new token' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  expect(await statusWith(secret)).toBe(200);
  expect((await api.get('/v1/clients', { token: secret })).status).toBe(200);
  expect((await api.get('/v1/users', { token: secret })).status).toBe(403);
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await press(page, 'Copy');
  await page.getByRole('status').getByText('Select the secret and copy it.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: hostile }).waitFor();
  // A dialog is hidden before it is removed.
  await expect.poll(() => page.content()).not.toContain(secret);
});

test('a token that can do everything is not created before this is confirmed', async () => {
  const organization = await api.organization();
  const user = await organization.user();
  const page = await open(organization.token, '/settings/tokens');
  await press(page, 'New token');
  for (const choose of [
    () => page.getByLabel('For', { exact: true }).selectOption('organization'),
    () => page.getByLabel('For', { exact: true }).selectOption(user.id),
    () => press(page, 'Full access'),
  ])
    await choose();
  await press(page, 'Create');
  const confirmation = page.getByLabel('can do everything');
  expect(await confirmation.evaluate((box) => box.matches(':invalid'))).toBe(true);
  expect(consoleCalls(page)).not.toContain('tokens.create');
  await press(page, 'Read only');
  await confirmation.waitFor({ state: 'detached' });
});

test('a token is for the reader unless somebody else is chosen, even while the users are being read or cannot be', async () => {
  const organization = await api.organization();
  const granted: Permission[] = ['tokens:read', 'tokens:write', 'users:read', 'clients:read'];
  const token = await organization.userKey(granted);
  const page = await openConsole(token);
  let answer = (_route: Route): Promise<void> => Promise.resolve();
  const held = new Promise<Route>((resolve) => {
    answer = async (route) => resolve(route);
  });
  await page.route('**/trpc/**users.list**', (route) => answer(route));
  await page.goto(`${url}/#/settings/tokens`);
  await press(page, 'New token');
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create' });
  await page.getByRole('group', { name: 'Permissions' }).waitFor();
  await page.getByLabel('Name').fill('Importer');
  await page.keyboard.press('Enter');
  expect(await create.isDisabled()).toBe(true);
  answer = (route) => route.continue();
  await (await held).fulfill({ status: 400, json: {} });
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await create.isDisabled()).toBe(true);
  expect(consoleCalls(page)).not.toContain('tokens.create');
  await press(page, 'Try again');
  await create.click();
  await page.getByRole('dialog', { name: 'The new token' }).waitFor();
  const { data } = resultOf(await callerOf(api, organization.token).query('tokens.list', {}));
  expect(data.at(-1)).toMatchObject({
    user: data.find(({ user }: { user: unknown }) => user !== null).user,
    permissions: ['clients:read', 'users:read'],
    expiresAt: expect.any(String),
  });
});

test('a user key that may not read the users is told so in place of the form for a token', async () => {
  const organization = await api.organization();
  const page = await open(await organization.userKey(['tokens:read', 'tokens:write']), '/settings/tokens');
  await press(page, 'New token');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').getByText('lacks the permission users:read').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
});

test('a token is rotated with a day in which it stays valid, and revoked, and the one in use signs out with its revocation', async () => {
  const { token } = await api.organization();
  const page = await open(token, '/settings/tokens');
  await press(page, 'New token');
  await page.getByLabel('Name').fill('Importer');
  await createOrganizationKey(page);
  const shown = page.getByRole('dialog', { name: 'The new token' }).locator('code');
  const first = (await shown.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await press(page, 'Rotate Importer');
  await page.getByText('stays valid for 24 more hours.').waitFor();
  await press(page, 'Rotate');
  const second = (await shown.textContent()) ?? '';
  await page.keyboard.press('Escape');
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  const revoke = page.getByRole('button', { name: 'Revoke Importer' });
  await expect.poll(() => revoke.count()).toBe(2);
  // The newest comes first.
  await revoke.first().click();
  await press(page, 'Revoke');
  await expect.poll(() => statusWith(second)).toBe(401);
  const own = page.getByRole('row').filter({ hasText: 'In use here' });
  await own.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByText('You use it here, and will be signed out.').waitFor();
  await press(page, 'Revoke');
  await page.getByLabel('API token').waitFor();
  await expect.poll(() => statusWith(token)).toBe(401);
});

test('a late answer closes no other dialog, and each new secret is shown', async () => {
  const { token } = await api.organization();
  const page = await open(token, '/settings/tokens');
  const held = hold(page, '**/trpc/tokens.create*');
  await press(page, 'New token');
  await createOrganizationKey(page);
  const call = await held;
  await page.keyboard.press('Escape');
  await press(page, 'New token');
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  const reread = page.waitForResponse('**/trpc/tokens.list*');
  await call.continue();
  await reread;
  await createOrganizationKey(page);
  const dialog = page.getByRole('dialog', { name: 'The new token' });
  const first = (await dialog.locator('code').textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.locator('code').textContent()).not.toBe(first);
  const second = (await dialog.locator('code').textContent()) ?? '';
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
});
