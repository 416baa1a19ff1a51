import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import type { TestApi, TestOrganization } from '../support/api.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import {
  accessibilityFaults,
  consoleCalls,
  consoleFaults,
  openConsole,
  startConsole,
} from '../support/console.ts';

const hostile = '<b>Ann\u202e</b>';

describe.skipIf(!hasBrowser)('settings and people', () => {
  let api: TestApi;
  let url = '';
  let browser: Browser;

  beforeAll(async () => {
    ({ api, url } = await startConsole());
    browser = await startBrowser();
  });

  const open = (token: string, path: string, options: Parameters<typeof openConsole>[3] = {}) =>
    openConsole(browser, url, token, { ...options, path });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  const statusWith = async (token: string) => (await api.get('/v1/health', { token })).status;

  /** Mail of a domain that no rule knows. */
  const unassigned = ({ db }: TestOrganization) =>
    recordActivities(db, 'gmail', [
      {
        sourceId: '1',
        type: 'email',
        subject: hostile,
        content: '',
        occurredAt: new Date().toISOString(),
        participants: ['pat@initech.example'],
        archivedAt: null,
      },
    ]);

  test('the organization is edited, and its new name is shown at once', async () => {
    const { token } = await api.organization();
    const page = await open(token, '/settings');
    await press(page, 'Edit');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await press(page, 'Save');
    await page.getByText('Send an IANA time-zone name').waitFor();
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    await page.getByLabel('Name').fill('Northwind Two');
    await press(page, 'Save');
    await page.getByRole('banner').getByRole('link', { name: 'Northwind Two' }).waitFor();
    const { body } = await api.get('/v1/organization', { token });
    expect(body.data).toMatchObject({ name: 'Northwind Two', defaultTimezone: 'Asia/Tokyo' });
    expect(consoleFaults(page)).toEqual([]);
  });

  test('the limits show what is left of them', async () => {
    const { token } = await api.organization();
    const page = await open(token, '/settings/limits');
    const meter = page.getByRole('meter', { name: 'All calls of the organization' });
    await meter.waitFor();
    expect(await meter.getAttribute('max')).toBe('10000');
    expect(Number(await meter.getAttribute('value'))).toBeLessThan(10_000);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('a user key is created with chosen permissions, and its secret is shown once', async () => {
    const organization = await api.organization();
    const user = await organization.user();
    const page = await open(organization.token, '/settings/tokens');
    await press(page, 'New token');
    await page.getByLabel('Name').fill(hostile);
    await page.getByLabel('For', { exact: true }).selectOption(user.id);
    await page.getByLabel('clients:read').check();
    await page.getByLabel('Days until it expires').fill('30');
    await press(page, 'Create');
    const dialog = page.getByRole('dialog', { name: 'The new token' });
    const secret = (await dialog.locator('code').textContent()) ?? '';
    expect(await statusWith(secret)).toBe(200);
    expect((await api.get('/v1/clients', { token: secret })).status).toBe(200);
    expect((await api.get('/v1/users', { token: secret })).status).toBe(403);
    await page.keyboard.press('Escape');
    await page.getByRole('rowheader', { name: hostile }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('a token is rotated and revoked, and the one in use signs out with its revocation', async () => {
    const { token } = await api.organization();
    const page = await open(token, '/settings/tokens');
    await press(page, 'New token');
    await page.getByLabel('Name').fill('Importer');
    await press(page, 'Create');
    const shown = page.getByRole('dialog', { name: 'The new token' }).locator('code');
    const first = (await shown.textContent()) ?? '';
    await page.keyboard.press('Escape');
    await press(page, 'Rotate Importer');
    await page.getByLabel('Hours for which the old one stays valid').fill('0');
    await press(page, 'Rotate');
    const second = (await shown.textContent()) ?? '';
    await page.keyboard.press('Escape');
    await expect.poll(() => statusWith(first)).toBe(401);
    expect(await statusWith(second)).toBe(200);
    await press(page, 'Revoke Importer');
    await press(page, 'Revoke');
    await expect.poll(() => statusWith(second)).toBe(401);
    const own = page.getByRole('row').filter({ hasText: 'In use here' });
    await own.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByText('You use it here, and will be signed out.').waitFor();
    await press(page, 'Revoke');
    await page.getByLabel('API token').waitFor();
    await expect.poll(() => statusWith(token)).toBe(401);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('rules are created once and deleted, and name the client they are wired to', async () => {
    const organization = await api.organization();
    await organization.client({ name: 'Globex', domain: 'globex.example' });
    const page = await open(organization.token, '/settings/rules');
    await page.getByText('There are no rules yet.').waitFor();
    const create = async () => {
      await press(page, 'New rule');
      await page.getByLabel('Domain').fill('globex.example');
      await press(page, 'Create');
    };
    await create();
    await page.getByRole('link', { name: 'Globex' }).waitFor();
    await create();
    await page.getByRole('alert').getByText('There is a rule for any and globex.example already.').waitFor();
    await page.keyboard.press('Escape');
    await press(page, 'Delete the rule for globex.example in any');
    await press(page, 'Delete');
    await page.getByText('There are no rules yet.').waitFor();
    expect(consoleFaults(page)).toEqual([]);
  });

  test('a client is made of a domain with unassigned mail, with a rule for all integrations', async () => {
    const organization = await api.organization();
    await unassigned(organization);
    const page = await open(organization.token, '/settings/unassigned');
    await page.getByText(hostile).waitFor();
    await press(page, 'Make a client of initech.example');
    await page.getByLabel('Name').fill('Initech');
    await press(page, 'Create');
    await page.getByRole('status').getByText('Initech was created.').waitFor();
    const { body } = await api.get('/v1/clients', { token: organization.token });
    expect(body.data).toMatchObject([{ name: 'Initech', domain: 'initech.example' }]);
    await page.getByRole('link', { name: 'Assignment rules' }).click();
    await expect
      .poll(() => page.getByRole('row').last().innerText())
      .toMatch(/initech\.example\s+any\s+Initech/);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('the audit log lists changes, newest first, and links their clients', async () => {
    const { token } = await api.organization();
    const { body } = await api.post('/v1/clients', { token, body: { name: 'Globex' } });
    await api.put('/v1/organization', { token, body: { name: 'Northwind Two' } });
    const page = await open(token, '/settings/audit');
    await expect
      .poll(() => page.locator('tbody td:nth-child(2)').allTextContents())
      .toEqual(['organization.update', 'clients.create']);
    await page.getByRole('link', { name: `clients/${body.data.id}` }).click();
    await page.getByRole('heading', { name: 'Globex' }).waitFor();
    expect(consoleFaults(page)).toEqual([]);
  });

  test('two windows edit one profile: the second sees the conflict and keeps its own', async () => {
    const organization = await api.organization();
    const user = await organization.user({ email: 'ann@northwind.example' });
    const windows = await Promise.all([1, 2].map(() => open(organization.token, '/people')));
    const rename = async (page: Page | undefined, name: string) => {
      if (!page) throw new Error('There is no window.');
      await press(page, 'Edit ann@northwind.example');
      await page.getByLabel('First name').fill(name);
      await press(page, 'Save');
    };
    const [first, second] = windows;
    await second?.getByRole('table').waitFor();
    await rename(first, 'Anna');
    await first?.getByRole('rowheader', { name: 'Anna' }).waitFor();
    await rename(second, hostile);
    await second?.getByText('Somebody else has changed this in the meantime.').waitFor();
    await second?.getByRole('button', { name: 'Keep mine' }).click();
    await second?.getByRole('rowheader', { name: hostile }).waitFor();
    const { body } = await api.get(`/v1/users/${user.id}`, { token: organization.token });
    expect(body.data.firstName).toBe(hostile);
    for (const page of windows) expect(consoleFaults(page)).toEqual([]);
  });

  test('a user key sees the parts that it may read, and no button to write', async () => {
    const organization = await api.organization();
    const page = await open(await organization.userKey(['users:read', 'rules:read']), '/people');
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('alert').getByText('lacks the permission organization:read').waitFor();
    const parts = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    expect(await parts.allTextContents()).toEqual(['Limits', 'Assignment rules']);
    await parts.last().click();
    await page.getByText('There are no rules yet.').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    // A missing permission that is known costs no call.
    expect(consoleCalls(page)).not.toContain('organization.get');
    expect(consoleFaults(page)).toEqual([]);
  });

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
    [1920, 'light'],
  ] as const)('every part is accessible at %d pixels, %s', async (width, colorScheme) => {
    const organization = await api.organization();
    await organization.client({ name: 'Globex', domain: 'globex.example' });
    await organization.activities('globex.example', [{}]);
    await organization.user({ email: `${'a'.repeat(60)}@northwind.example` });
    await unassigned(organization);
    await api.post('/v1/clients', { token: organization.token, body: { name: 'Initech' } });
    const page = await open(organization.token, '/people', { width, colorScheme });
    const check = async () => {
      await page.locator('table, dl, meter, form').first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await check();
    for (const part of ['organization', 'limits', 'tokens', 'rules', 'unassigned', 'audit']) {
      await page.goto(`${url}/#/settings/${part}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await check();
    }
    await page.goto(`${url}/#/settings/tokens`);
    await press(page, 'New token');
    await page.getByLabel('For', { exact: true }).selectOption({ index: 1 });
    await check();
    expect(consoleFaults(page)).toEqual([]);
  });
});
