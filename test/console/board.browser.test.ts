import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hostile } from '../insights/hostile.ts';
import type { TestApi, TestOrganization } from '../support/api.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import {
  accessibilityFaults,
  consoleCalls,
  consoleFaults,
  openConsole,
  startConsole,
} from '../support/console.ts';

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();

describe.skipIf(!hasBrowser)('the board', () => {
  let api: TestApi;
  let url = '';
  let browser: Browser;

  beforeAll(async () => {
    ({ api, url } = await startConsole());
    browser = await startBrowser();
  });

  /** Stores a summary as the worker does. */
  const judge = (
    organization: TestOrganization,
    clientId: string,
    verdict: string,
    owedSince: string | null = null,
  ) =>
    api.database.db.execute(sql`insert into insight_summaries
      (organization_id, client_id, verdict, wins, frictions, owed_since, last_contact_at, computed_at)
      values (${organization.id}, ${clientId}, ${verdict}, 3, 4, ${owedSince}, ${daysAgo(2)}, now())`);

  const names = (page: Page) => page.locator('[data-client]').allTextContents();

  async function threeClients() {
    const organization = await api.organization();
    const healthy = await organization.client({ name: 'Acme', domain: 'acme.example' });
    const risky = await organization.client({ name: 'Globex', domain: 'globex.example' });
    await organization.client({ name: 'Initech', domain: null });
    await judge(organization, healthy.id, 'Healthy');
    await judge(organization, risky.id, 'At risk', daysAgo(5));
    return { organization, healthy, risky };
  }

  test('shows who is at risk first, with verdict, owed answer and figures', async () => {
    const { organization } = await threeClients();
    const page = await openConsole(browser, url, organization.token);
    await page.getByRole('table').waitFor();
    expect(await names(page)).toEqual(['Globex', 'Acme', 'Initech']);
    const row = page.getByRole('row').nth(1);
    expect(await row.innerText()).toMatch(/Globex\s+globex\.example\s+At risk\s+2 days ago\s+5 days\s+3\s+4/);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('takes the token from the fragment, clears it from the address, and forgets it on sign-out', async () => {
    const { token, client } = await api.organization();
    await client();
    const page = await openConsole(browser, url, token);
    await page.getByRole('table').waitFor();
    expect(page.url()).not.toContain(token);
    await page.reload();
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API token').waitFor();
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).toBe(
      '[{},{}]',
    );
    await page.reload();
    await page.getByLabel('API token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('table').waitFor();
    expect(consoleFaults(page)).toEqual([]);
  });

  test('says what is wrong with a token', async () => {
    const page = await openConsole(browser, url, undefined);
    await page.getByLabel('API token').fill('sk_live_short');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('A token is sk_live_ and 32 letters and digits.').waitFor();
    await page.getByLabel('API token').fill(`sk_live_${'0'.repeat(32)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The token is not valid').waitFor();
    expect(consoleFaults(page)).toEqual([]);
  });

  test('sorts by each column and filters by text and verdict', async () => {
    const { organization } = await threeClients();
    const page = await openConsole(browser, url, organization.token);
    await page.getByRole('button', { name: 'Client', exact: true }).click();
    expect(await names(page)).toEqual(['Acme', 'Globex', 'Initech']);
    expect(await page.getByRole('columnheader', { name: 'Client' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await page.getByRole('button', { name: 'Client', exact: true }).click();
    expect(await names(page)).toEqual(['Initech', 'Globex', 'Acme']);
    await page.getByRole('button', { name: 'Healthy 1' }).click();
    expect(await names(page)).toEqual(['Acme']);
    await page.getByRole('button', { name: 'All 3' }).click();
    await page.getByRole('searchbox').fill('globex.ex');
    expect(await names(page)).toEqual(['Globex']);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No client matches.').waitFor();
    expect(consoleFaults(page)).toEqual([]);
  });

  test('is used by keyboard alone: /, arrows, Enter, Esc and ?', async () => {
    const { organization } = await threeClients();
    const page = await openConsole(browser, url, organization.token);
    await page.getByRole('table').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('e');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('main');
    expect(await page.title()).toMatch(/^Client · /);
    await page.keyboard.press('Escape');
    await page.getByRole('table').waitFor();
    // The row that was opened has the focus again.
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Acme');
    expect(consoleFaults(page)).toEqual([]);
  });

  test('shows a hostile name as text', async () => {
    const organization = await api.organization();
    const written = ['<img src=x onerror=alert(1)>', '‮evil‬', `${'W'.repeat(255)}`, 'javascript:alert(1)'];
    for (const name of [
      ...written,
      ...hostile.map(([name]) => String(name).trim().slice(0, 255)).filter(Boolean),
    ])
      await api.post('/v1/clients', { token: organization.token, body: { name } });
    const page = await openConsole(browser, url, organization.token, { width: 390 });
    await page.getByRole('table').waitFor();
    const shown = await names(page);
    for (const name of written) expect(shown).toContain(name);
    expect(await page.locator('table img, table script').count()).toBe(0);
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(isTooWide).toBe(false);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('shows two thousand clients by rendering only those in sight', async () => {
    const organization = await api.organization();
    await api.database.db.execute(sql`insert into clients (organization_id, id, name, domain)
      select ${organization.id}::uuid, gen_random_uuid(), 'Client ' || lpad(n::text, 4, '0'), 'c' || n || '.example'
      from generate_series(1, 2000) n`);
    const page = await openConsole(browser, url, organization.token);
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
    expect(await page.locator('[data-client]').count()).toBeLessThan(100);
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'Client 2000' }).click();
    await page.getByRole('heading', { name: 'Client 2000' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Client 2000');
    expect(consoleFaults(page)).toEqual([]);
  });

  test('costs at most five calls with a client and back, and none on focus', async () => {
    const { organization } = await threeClients();
    await organization.activities('globex.example', [{ subject: 'Renewal' }]);
    const page = await openConsole(browser, url, organization.token);
    await page.getByRole('link', { name: 'Globex' }).click();
    await page.getByRole('link', { name: 'Renewal' }).waitFor();
    await page.getByRole('link', { name: '← Clients' }).click();
    await page.getByRole('table').waitFor();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    expect(consoleCalls(page).toSorted()).toEqual([
      'activities.list',
      'activities.rhythm',
      'dashboards.getDefault',
      'overview.list',
      'session.get',
    ]);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('keeps what it shows when refreshing fails, and says so', async () => {
    const { organization } = await threeClients();
    const page = await openConsole(browser, url, organization.token);
    await page.getByRole('table').waitFor();
    await page.route('**/trpc/overview.list**', (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, body: '' }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached right now.').waitFor();
    expect(await names(page)).toEqual(['Globex', 'Acme', 'Initech']);
    await page.unroute('**/trpc/overview.list**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(consoleFaults(page)).toEqual([]);
  });

  test('creates a client, and says which value is refused', async () => {
    const { token } = await api.organization();
    const page = await openConsole(browser, url, token);
    await page.getByText('There are no clients yet.').waitFor();
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill('Hooli');
    await page.getByLabel('Domain').fill('nonsense');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Send a host name with at least one dot').waitFor();
    await page.getByLabel('Domain').fill('hooli.example');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Hooli' }).waitFor();
    const { body } = await api.get('/v1/clients', { token });
    expect(body.data).toMatchObject([{ name: 'Hooli', domain: 'hooli.example' }]);
    expect(consoleFaults(page)).toEqual([]);
  });

  test('shows a user key what its permissions allow, and names the one that is missing', async () => {
    const { organization } = await threeClients();
    const bare = await openConsole(browser, url, await organization.userKey(['users:read']));
    await bare.getByRole('alert').getByText('lacks the permission clients:read').waitFor();
    const page = await openConsole(browser, url, await organization.userKey(['clients:read']));
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('button', { name: 'New client' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Globex' }).click();
    await page.getByRole('heading', { name: 'Globex' }).waitFor();
    expect(await page.getByRole('heading').allTextContents()).toEqual(['Globex']);
    expect([...consoleFaults(bare), ...consoleFaults(page)]).toEqual([]);
  });

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
    [1920, 'light'],
  ] as const)('is accessible at %d pixels, %s', async (width, colorScheme) => {
    const { organization } = await threeClients();
    const page = await openConsole(browser, url, organization.token, { width, colorScheme });
    await page.getByRole('table').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New client' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(consoleFaults(page)).toEqual([]);
  });
});
