import { expect, test } from 'vitest';
import { createRule, listRules } from '../../../src/clients/assignment-rules.ts';
import { createToken } from '../../../src/tokens/queries.ts';
import type { TestOrganization } from '../../support/api.ts';
import {
  alert,
  consoleCalls,
  expectAccessible,
  fill,
  focused,
  press,
  startConsole,
} from '../../support/console.ts';
import { longAgo } from '../../support/rules.ts';
import { callerOf } from '../../support/trpc.ts';
import { recordUnassigned } from '../../support/unassigned.ts';

const hostile = '<b>Ann\u202e</b>';

const { api, url, openConsole } = await startConsole();

/** Mail of a domain that no rule knows. */
const unassigned = ({ db }: TestOrganization) =>
  recordUnassigned(db, { participants: ['pat@initech.example'], subject: hostile });

test('the language model is switched on, and the organization edited after that, whose new name is shown at once', async () => {
  const { token } = await api.organization();
  const page = await openConsole(token, { path: '/settings' });
  const consent = page.getByRole('checkbox', { name: 'Let a language model pick' });
  expect(await consent.isChecked()).toBe(false);
  // Checked once it is saved.
  await consent.click();
  await page.getByText('The settings were saved.').waitFor();
  const { body: settings } = await api.get('/trpc/organization.settings', { token });
  expect(settings.result.data.data.usesLanguageModel).toBe(true);
  await press(page, 'Edit');
  await page.getByLabel('Time zone').fill('Mars/Olympus');
  await press(page, 'Save');
  await page.getByText('Send an IANA time-zone name').waitFor();
  await fill(page, { 'Time zone': 'Asia/Tokyo', Name: 'Northwind Two' });
  await press(page, 'Save');
  await page.getByRole('banner').getByRole('link', { name: 'Northwind Two' }).waitFor();
  const { body } = await api.get('/v1/organization', { token });
  expect(body.data).toMatchObject({ name: 'Northwind Two', defaultTimezone: 'Asia/Tokyo' });
});

test('what a change makes stale is read again where it is shown next', async () => {
  const { token, db } = await api.organization();
  await createRule(db, { integration: 'gmail', domain: 'hooli.example' });
  const page = await openConsole(token, { path: '/settings/audit' });
  await page.getByText('Nothing has been changed yet.').waitFor();
  await page.goto(`${url}/#/settings/rules`);
  await page.getByText('None yet').waitFor();
  await page.goto(`${url}/#/clients`);
  await press(page, 'New client');
  await fill(page, { Name: 'Hooli', Domain: 'hooli.example' });
  await page.getByLabel('Assign mail').uncheck();
  await press(page, 'Create');
  await page.getByRole('heading', { name: 'Hooli' }).waitFor();
  await page.goto(`${url}/#/settings/rules`);
  await page.getByRole('link', { name: 'Hooli' }).waitFor();
  await page.goto(`${url}/#/settings/audit`);
  await page.getByRole('cell', { name: 'clients.create', exact: true }).waitFor();
  await page.goto(`${url}/#/settings/organization`);
  await press(page, 'Edit');
  await page.getByLabel('Time zone').fill('Asia/Tokyo');
  await press(page, 'Save');
  await page.getByText('Asia/Tokyo', { exact: true }).waitFor();
  const reread = page.waitForResponse('**/trpc/*overview.list**');
  await page.goto(`${url}/#/clients`);
  await reread;
});

test('rules are created once, for any client, and deleted, and a field that is refused has the focus', async () => {
  const organization = await api.organization();
  await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.client({ name: 'Initech', domain: null });
  const page = await openConsole(organization.token, { path: '/settings/rules' });
  await page.getByText('There are no rules yet.').waitFor();
  const create = async () => {
    await press(page, 'New rule');
    await page.getByLabel('Domain').fill('globex.example');
    await press(page, 'Create');
  };
  await create();
  await page.getByRole('link', { name: 'Globex' }).waitFor();
  await create();
  await alert(page, 'There is already a rule for any and globex.example.');
  await page.keyboard.press('Escape');
  await press(page, 'Delete the rule for globex.example in any');
  await press(page, 'Delete');
  await page.getByText('There are no rules yet.').waitFor();
  await page.getByRole('status').getByText('The rule was deleted.').waitFor({ state: 'attached' });
  // The button that opened the dialog went with the rule.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  await press(page, 'New rule');
  await fill(page, { Domain: 'globex.example', Integration: 'not one' });
  await page.getByLabel('Client', { exact: true }).selectOption('Initech');
  await press(page, 'Create');
  await page.getByText('Send a short name of a-z').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('integration');
  await fill(page, { Integration: 'gmail' });
  await press(page, 'Create');
  await page.getByRole('row').getByRole('link', { name: 'Initech' }).waitFor();
});

test('a domain with unassigned mail is given to a client that is chosen by name, or one is made of it, with a rule for all integrations', async () => {
  const organization = await api.organization();
  const globex = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await unassigned(organization);
  await recordUnassigned(organization.db, { participants: ['kim@hooli.example'] });
  const page = await openConsole(organization.token, { path: '/settings/unassigned' });
  await press(page, 'Assign hooli.example');
  await page.getByLabel('Client').selectOption('Globex (globex.example)');
  await press(page, 'Assign');
  await page.getByRole('status').getByText('Globex now gets the mail from hooli.example.').waitFor();
  const rule = { integration: 'any', domain: 'hooli.example', clientId: globex.id };
  expect(await listRules(organization.db, { limit: 10 })).toEqual([expect.objectContaining(rule)]);
  await page.getByText(hostile).waitFor();
  await press(page, 'Assign initech.example');
  await page.getByLabel('Name').fill('Initech');
  await press(page, 'Assign');
  await page.getByRole('status').getByText('Initech now gets the mail from initech.example.').waitFor();
  // The worker has not run, but the domain cannot be adopted twice; nor when the list is read again.
  await page.getByText('No domain is waiting for a rule.').waitFor();
  await page.reload();
  await page.getByText('No domain is waiting for a rule.').waitFor();
  const { body } = await api.get('/v1/clients', { token: organization.token });
  expect(body.data[1]).toMatchObject({ name: 'Initech', domain: 'initech.example' });
  await page.getByRole('link', { name: 'Assignment rules' }).click();
  await expect
    .poll(() => page.getByRole('row').last().innerText())
    .toMatch(/initech\.example\s+any\s+Initech/);
});

test('an ignored domain is off the list until that is undone, or its rule is deleted', async () => {
  const organization = await api.organization();
  await unassigned(organization);
  const page = await openConsole(organization.token, { path: '/settings/unassigned' });
  await press(page, 'Ignore initech.example');
  await page.getByRole('status').getByText('initech.example is ignored.').waitFor();
  await page.getByText('No domain is waiting for a rule.').waitFor();
  await expect.poll(() => focused(page)).toBe('Undo');
  await press(page, 'Undo');
  await page.getByRole('rowheader', { name: 'initech.example' }).waitFor();
  await press(page, 'Ignore initech.example');
  await page.getByRole('status').getByRole('link', { name: 'assignment rules' }).click();
  await page.getByRole('cell', { name: 'Ignored' }).waitFor();
  await press(page, 'Delete the rule for initech.example in none');
  await press(page, 'Delete');
  await page.getByText('There are no rules yet.').waitFor();
  await page.goto(`${url}/#/settings/unassigned`);
  await page.getByRole('rowheader', { name: 'initech.example' }).waitFor();
});

test('the audit log lists changes, newest first, and links their clients', async () => {
  const { token } = await api.organization();
  const { body } = await api.post('/v1/clients', { token, body: { name: 'Globex' } });
  await api.put('/v1/organization', { token, body: { name: 'Northwind Two' } });
  await callerOf(api, token).mutate('tokens.create', { name: 'Console' });
  const page = await openConsole(token, { path: '/settings/audit' });
  await expect
    .poll(() => page.locator('tbody td:nth-child(2)').allTextContents())
    .toEqual(['tokens.create', 'organization.update', 'clients.create']);
  await page.getByText('permissions: "all"').waitFor();
  // By its name, else by its path.
  await expect
    .poll(() => page.locator('tbody td:nth-child(4)').allTextContents())
    .toEqual(['Console', expect.stringMatching(/^organization\/[0-9a-f-]{36}$/), 'Globex']);
  const link = page.getByRole('link', { name: 'Globex' });
  expect(await link.getAttribute('href')).toBe(`#/clients/${body.data.id}`);
  await link.click();
  await page.getByRole('heading', { name: 'Globex' }).waitFor();
});

test('after a conflict the page shows the version of the other, also when the reader takes it', async () => {
  const organization = await api.organization();
  const user = await organization.user({ email: 'ann@northwind.example' });
  const page = await openConsole(organization.token, { path: '/users' });
  await press(page, 'Edit ann@northwind.example');
  const { token } = organization;
  await api.put(`/v1/users/${user.id}`, { token, body: { firstName: 'Anna' } });
  await page.getByLabel('First name').fill('Annie');
  await press(page, 'Save');
  await press(page, 'Take theirs');
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader', { name: 'Anna' }).waitFor();
});

test('a user key sees the parts that it may read, and no button to write', async () => {
  const organization = await api.organization();
  const token = await organization.userKey(['users:read', 'rules:read']);
  const page = await openConsole(token, { path: '/users' });
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await alert(page, 'lacks the permission organization:read');
  const parts = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  expect(await parts.allTextContents()).toEqual(['Assignment rules']);
  await parts.last().click();
  await page.getByText('There are no rules yet.').waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  // A missing permission that is known costs no call.
  expect(consoleCalls(page)).not.toContain('organization.get');
});

test('every part is accessible, and unassigned mail is read as text', async () => {
  const organization = await api.organization();
  await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.activities('globex.example', [{}]);
  const { id: userId } = await organization.user({ email: `${'a'.repeat(60)}@northwind.example` });
  const expiresAt = '2099-11-12T00:00:00.000Z';
  await createToken(organization.db, { userId, permissions: [], name: 'For the office', expiresAt });
  await unassigned(organization);
  const participants = ['kim@initech.example', 'ann@home.example'];
  await recordUnassigned(organization.db, { participants, subject: 'Older', occurredAt: longAgo });
  await api.post('/v1/clients', { token: organization.token, body: { name: 'Initech' } });
  const page = await openConsole(organization.token, { path: '/users' });
  const check = async () => {
    await page.locator('table, dl, form').first().waitFor();
    await expectAccessible(page);
  };
  await check();
  for (const part of ['organization', 'tokens', 'rules', 'unassigned', 'audit']) {
    await page.goto(`${url}/#/settings/${part}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check();
  }
  await page.goto(`${url}/#/settings/tokens`);
  await press(page, 'New token');
  await page.getByLabel('For', { exact: true }).selectOption({ index: 1 });
  await check();
  await page.goto(`${url}/#/settings/unassigned`);
  await press(page, 'Read the mail of initech.example');
  await page.getByRole('heading', { name: hostile }).waitFor();
  await page.getByText('Hello!').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Older/ }).click();
  await page.getByRole('listitem').getByText('ann@home.example').waitFor();
});
