import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assignOwner } from '../../../src/clients/queries.ts';
import { noExplanation } from '../../../src/insights/schemas.ts';
import {
  alert,
  expectAccessible,
  fill,
  focused,
  hold,
  press,
  refuse,
  signIn,
  startConsole,
} from '../../support/console.ts';
import { daysAgo, storeSummary } from '../../support/threads.ts';
import { callerOf, resultOf } from '../../support/trpc.ts';

/** Writes what follows from right to left. */
const reversing = '\u202e';

const day = 86_400_000;

const { api, openConsole } = await startConsole();

const names = (page: Page) => page.locator('.board tbody th a').allTextContents();

async function threeClients() {
  const organization = await api.organization();
  const healthy = await organization.client({ name: 'Acme', domain: 'acme.example' });
  const risky = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.client({ name: 'Initech', domain: null });
  await storeSummary(organization, healthy.id, {});
  const message = { subject: 'Friday report', occurredAt: daysAgo(5) };
  const [activityId = expect.fail()] = await organization.activities('globex.example', [message]);
  const { subject, occurredAt: since } = message;
  const step = { action: 'answer' as const, person: 'Gerald Oyelaran', subject, activityId, since };
  const contact = { owedSince: since, lastContactAt: daysAgo(2) };
  const explanation = { ...noExplanation, steps: [step] };
  const figures = { verdict: 'At risk' as const, wins: 3, frictions: 4 };
  await storeSummary(organization, risky.id, { ...figures, ...contact, explanation });
  return organization;
}

/** Opens the board of three clients. */
async function openBoard(options: Parameters<typeof openConsole>[1] = {}): Promise<Page> {
  const page = await openConsole((await threeClients()).token, options);
  await page.getByRole('table').waitFor();
  return page;
}

test('shows who is at risk first, with verdict, figures and the next step, which opens its message; on a phone in the upper quarter', async () => {
  const page = await openBoard();
  expect(await names(page)).toEqual(['Globex', 'Acme', 'Initech']);
  const row = page.getByRole('row').filter({ hasText: 'Globex' });
  expect(await row.innerText()).toMatch(
    /Globex\s+globex\.example\s+At risk\s+2 days ago\s+Answer Gerald Oyelaran: “Friday report”\s+\d working days\s+3\s+4/,
  );
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await row.innerText()).toMatch(
    /Globex\s+At risk\s+Answer Gerald Oyelaran: “Friday report”\s+\d working days/,
  );
  expect((await row.boundingBox())?.y).toBeLessThan(900 / 4);
  await row.getByRole('link', { name: 'Answer Gerald Oyelaran: “Friday report”' }).click();
  await page.getByRole('heading', { name: 'Friday report' }).waitFor();
});

test('a late refusal of a token that was signed out leaves the next one signed in', async () => {
  const page = await openBoard();
  await page.getByRole('searchbox').fill('Globex');
  const held = hold(page, '**/trpc/overview.list**');
  await press(page, 'Refresh');
  const call = await held;
  await press(page, 'Sign out');
  expect(await page.title()).toBe('Clientele');
  const other = await threeClients();
  await signIn(page, other.token);
  await page.getByRole('table').waitFor();
  // Nothing of the earlier session is kept.
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  const answered = page.waitForEvent('requestfinished', (request) => request === call.request());
  const refusal = await api.get('/trpc/session.get', { token: `sk_live_${'0'.repeat(32)}` });
  await call.fulfill({ status: refusal.status, json: [refusal.body] });
  await answered;
  await page.getByRole('link', { name: 'Globex' }).click();
  await page.getByRole('heading', { name: 'Globex' }).waitFor();
});

test('sorts by each column and filters by text and verdict', async () => {
  const page = await openBoard();
  await press(page, 'Client');
  expect(await names(page)).toEqual(['Acme', 'Globex', 'Initech']);
  expect(await page.getByRole('columnheader', { name: 'Client' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await press(page, 'Client');
  expect(await names(page)).toEqual(['Initech', 'Globex', 'Acme']);
  await press(page, 'Healthy 1');
  expect(await names(page)).toEqual(['Acme']);
  await press(page, 'No verdict 1');
  expect(await names(page)).toEqual(['Initech']);
  await press(page, 'All 3');
  await page.getByRole('searchbox').fill('globex.ex');
  expect(await names(page)).toEqual(['Globex']);
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('No client matches.').waitFor();
});

test('is used by keyboard alone: arrows, Enter, Esc and ?', async () => {
  const page = await openBoard();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('e');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Acme' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('main');
  await expect.poll(() => page.title()).toMatch(/^Acme · /);
  await page.keyboard.press('Escape');
  await page.getByRole('table').waitFor();
  // The row that was opened has the focus again.
  await expect.poll(() => focused(page)).toBe('Acme');
});

test('shows fifty clients until more are asked for, and comes back to the one that was opened', async () => {
  const organization = await api.organization();
  await api.database.db.execute(sql`insert into clients (organization_id, id, name, domain)
      select ${organization.id}::uuid, gen_random_uuid(), 'Client ' || lpad(n::text, 4, '0'), 'c' || n || '.example'
      from generate_series(1, 2000) n`);
  const page = await openConsole(organization.token);
  await page.getByText('2,000 of 2,000 clients').waitFor();
  expect(await page.locator('.board tbody th a').count()).toBe(50);
  await press(page, 'Show more');
  await page.getByRole('link', { name: 'Client 0100' }).click();
  await page.getByRole('heading', { name: 'Client 0100' }).waitFor();
  await page.goBack();
  await expect.poll(() => focused(page)).toBe('Client 0100');
});

test('shows the first 500 clients while it reads the rest, and keeps a whole list while it reads that anew', async () => {
  const organization = await api.organization();
  await api.database.db.execute(sql`insert into clients (organization_id, id, name)
      select ${organization.id}::uuid, gen_random_uuid(), 'Client ' || n from generate_series(1, 501) n`);
  const page = await openConsole(organization.token, { path: '/users' });
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  const secondPage = '**/trpc/overview.list**cursor**';
  const first = hold(page, secondPage);
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  const held = await first;
  await page.getByText('500 of 500 clients').waitFor();
  await held.continue();
  await page.getByText('501 of 501 clients').waitFor();
  const second = hold(page, secondPage);
  await press(page, 'Refresh');
  const heldAgain = await second;
  expect(await page.getByText('501 of 501 clients').count()).toBe(1);
  await heldAgain.continue();
  await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
});

test('keeps what it shows when refreshing fails, and says so', async () => {
  const page = await openBoard();
  await page.route('**/trpc/overview.list**', refuse);
  await press(page, 'Refresh');
  await alert(page, 'The service cannot be reached right now.');
  expect(await names(page)).toEqual(['Globex', 'Acme', 'Initech']);
  await page.unroute('**/trpc/overview.list**');
  await press(page, 'Try again');
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('a name cannot change the order of what is around it', async () => {
  const organization = await api.organization();
  await organization.client({ name: `${reversing}Globex`, domain: 'globex.example' });
  await organization.activities('globex.example', [
    { participants: [`${reversing}pat@globex.example`, 'ann@globex.example'] },
  ]);
  const page = await openConsole(organization.token);
  await page.getByRole('link', { name: 'Globex' }).click();
  const [name, more] = await Promise.all(
    [page.locator('.who bdi'), page.getByText('and 1 more')].map((place) => place.boundingBox()),
  );
  expect(name && more && name.x === more.x && name.width < more.width).toBe(true);
  await expect.poll(() => page.title()).toMatch(/^Globex · /);
});

test('counts the days anew when it is refreshed on another day, in the language of the page', async () => {
  const page = await openBoard({ locale: 'de-DE' });
  await page.getByText('2 days ago').first().waitFor();
  await page.clock.install({ time: Date.now() + day });
  await press(page, 'Refresh');
  await page.getByText('3 days ago').first().waitFor();
});

test('a page that cannot be rendered says so, and the others still work', async () => {
  const organization = await threeClients();
  const page = await openConsole(undefined, { mayFail: true });
  await page.route('**/trpc/overview.list**', (route) =>
    route.fulfill({ json: { result: { data: { data: [null], meta: { cursor: null } } } } }),
  );
  await signIn(page, await organization.userKey(['clients:read', 'organization:read']));
  await alert(page, 'Something went wrong in the console.');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText(organization.slug).waitFor();
});

test('a client whose creation was not answered is not lost when its name is changed', async () => {
  const { token } = await api.organization();
  const page = await openConsole(token);
  let isLost = true;
  await page.route('**/trpc/clients.create**', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    return refuse(route);
  });
  await press(page, 'New client');
  await fill(page, { Name: 'Hooli' });
  await press(page, 'Create');
  await alert(page, 'The service cannot be reached right now.');
  isLost = false;
  await fill(page, { Name: 'Hooli Inc.' });
  await press(page, 'Create');
  await alert(page, 'Your first attempt succeeded');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Hooli' }).waitFor();
  expect(await names(page)).toEqual(['Hooli']);
});

test('creates a client with a rule for its domain, and says which value is refused', async () => {
  const { token } = await api.organization();
  const page = await openConsole(token);
  await page.getByText('There are no clients yet.').waitFor();
  await press(page, 'New client');
  await fill(page, { Name: 'Hooli', Domain: 'nonsense' });
  await press(page, 'Create');
  await page.getByText('Send a host name with at least one dot').waitFor();
  await fill(page, { Domain: 'hooli.example' });
  await press(page, 'Create');
  await page.getByRole('heading', { name: 'Hooli' }).waitFor();
  const { body } = await api.get('/v1/clients', { token });
  expect(body.data).toMatchObject([{ name: 'Hooli', domain: 'hooli.example' }]);
  const rules = await api.get('/trpc/rules.list', { token });
  const [{ id: clientId }] = body.data;
  const rule = { integration: 'any', domain: 'hooli.example', clientId };
  expect(rules.body.result.data.data).toMatchObject([rule]);
});

test('says that another client has the domain, or gets its mail, and creates the client without once that is chosen', async () => {
  const organization = await api.organization();
  const { id: clientId } = await organization.client({ name: 'Umbra', domain: 'umbra.example' });
  await organization.client({ name: 'Umbra Labs', domain: 'umbra.example' });
  const rule = { integration: 'any', domain: 'hooli.example', clientId };
  resultOf(await callerOf(api, organization.token).mutate('rules.create', rule));
  const page = await openConsole(organization.token);
  await press(page, 'New client');
  await fill(page, { Domain: ' Umbra.Example' });
  await page.getByText('Umbra has this domain too.').waitFor();
  await fill(page, { Domain: 'umbra.exampl' });
  await page.getByText('Mail from this domain').waitFor();
  await fill(page, { Name: 'Hooli', Domain: 'hooli.example' });
  await press(page, 'Create');
  await alert(page, 'There is already a rule for any and hooli.example.');
  await page.getByLabel('Assign mail from').uncheck();
  await press(page, 'Create');
  await page.getByRole('heading', { name: 'Hooli' }).waitFor();
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(['Hooli', 'Umbra', 'Umbra Labs']);
});

test('shows a user key what its permissions allow, and names the one that is missing', async () => {
  const organization = await threeClients();
  const bare = await openConsole(await organization.userKey(['users:read']));
  await alert(bare, 'lacks the permission clients:read');
  const page = await openConsole(await organization.userKey(['clients:read']));
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('button', { name: 'New client' }).count()).toBe(0);
  await page.getByText('lacks dashboards:read for verdicts and activities:read for weekly').waitFor();
  expect(await names(page)).toEqual(['Acme', 'Globex', 'Initech']);
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([expect.stringMatching(/^Client/)]);
  expect(await page.getByRole('group', { name: 'Verdict' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Globex' }).click();
  await page.getByRole('heading', { name: 'Globex' }).waitFor();
  await page.getByText('lacks dashboards:read for the cards and activities:read').waitFor();
  expect(await page.getByRole('heading').allTextContents()).toEqual(['Globex']);
});

test('shows only the clients of the reader where these are chosen, also after a reload and on Today', async () => {
  const organization = await threeClients();
  const mine = await organization.client({ name: 'Umbra' });
  const token = await organization.userKey([
    'clients:read',
    'dashboards:read',
    'users:read',
    'clients:write',
  ]);
  const session = await api.get('/trpc/session.get', { token });
  const page = await openConsole(token);
  await press(page, 'Mine');
  await page.getByText('You look after no clients yet').waitFor();
  await assignOwner(organization.db, mine.id, session.body.result.data.data.token.userId);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Umbra']);
  await page.getByRole('searchbox').fill('b');
  await expect.poll(() => page.url()).toMatch(/\?owner=mine&q=b$/);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Umbra']);
  await page.getByRole('link', { name: 'Today' }).click();
  await press(page, 'All owners');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect.poll(() => names(page)).toEqual(['Globex', 'Umbra']);
  expect(await page.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('false');
});

test('is accessible, and shows a long and hostile name as text', async () => {
  const organization = await threeClients();
  const name = `<img src=x onerror=alert(1)>${'W'.repeat(200)}`;
  await organization.client({ name });
  const page = await openConsole(organization.token);
  await page.getByRole('link', { name }).waitFor();
  await expectAccessible(page);
  await press(page, 'New client');
  await expectAccessible(page);
});
