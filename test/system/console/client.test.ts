import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Explanation } from '../../../src/insights/schemas.ts';
import { revokeToken } from '../../../src/tokens/queries.ts';
import type { TestOrganization } from '../../support/api.ts';
import { accessibilityFaults, alert, press, refuse, startConsole } from '../../support/console.ts';
import { storeSummary } from '../../support/threads.ts';

const weekMs = 7 * 86_400_000;
const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * weekMs).toISOString();

const { api, openConsole } = await startConsole();

async function globex() {
  const organization = await api.organization();
  const client = await organization.client({ name: 'Globex', domain: 'globex.example' });
  const [, , latest = ''] = await organization.activities('globex.example', [
    { subject: 'Kick-off', type: 'meeting', occurredAt: weeksAgo(12) },
    { subject: '<b>Offer</b>', occurredAt: weeksAgo(2) },
    {
      subject: 'Renewal',
      type: 'call',
      content: '<b>The contract is signed.</b>',
      participantNames: ['Pat Doe', ''],
      occurredAt: weeksAgo(1),
    },
  ]);
  return { organization, client, path: `/clients/${client.id}`, latest };
}

/** A client whose cards have content. */
async function withCards() {
  const made = await globex();
  const [activityId, since] = [made.latest, weeksAgo(1)];
  const source = { author: 'Priya Raman', activityId, occurredAt: since, standing: '' };
  const explanation: Explanation = {
    reason: 'Pat Doe is waiting for an answer',
    reasonActivityId: activityId,
    steps: [{ action: 'answer', person: 'Pat Doe', subject: 'Renewal [2]', activityId, since }],
    observations: [{ isGood: false, text: 'They usually reply *soon* <b>.' }],
    quotes: [
      { ...source, kind: 'win', type: 'call', subject: 'Renewal [2]', text: 'The contract is signed.' },
      ...Array.from({ length: 7 }, (_, index) => ({
        ...{ ...source, kind: 'friction' as const, type: 'email' as const, subject: '' },
        text: `[x](https://evil.example) ${index}`,
      })),
    ],
  };
  const figures = { verdict: 'Needs attention' as const, wins: 1, frictions: 7 };
  await storeSummary(made.organization, made.client.id, { ...figures, explanation });
  return made;
}

const open = async (token: string, path: string, options: Parameters<typeof openConsole>[1] = {}) => {
  const page = await openConsole(token, { ...options, path });
  await page.getByRole('heading', { level: 1, name: 'Globex' }).waitFor();
  return page;
};

const openGlobex = async () => {
  const made = await globex();
  return { ...made, page: await open(made.organization.token, made.path) };
};

test('leads with the next step, the verdict and its reason, and shows the rest of the cards as checklists with links, and texts as they were written', async () => {
  const { organization, path, latest } = await withCards();
  const page = await open(organization.token, path);
  const lead = page.getByRole('region', { name: 'Verdict and next step' });
  await lead.waitFor();
  expect((await lead.innerText()).split(/\n+/)).toEqual([
    'Answer Pat Doe: “Renewal [2]” 5 working days',
    'Needs attention Pat Doe is waiting for an answer',
  ]);
  expect(await page.title()).toMatch(/^Globex · /);
  const lines = await page.locator('.checklist li').allTextContents();
  expect(lines.slice(0, 3)).toEqual([
    expect.stringContaining('They usually reply *soon* <b>.'),
    expect.stringMatching(/Renewal \[2\].*The contract is signed\..*Priya Raman, .*Call$/),
    expect.stringMatching(/\[x\]\(https:\/\/evil\.example\) 0.*Email$/),
  ]);
  expect(await page.locator('.checklist a').count()).toBe(8);
  // Only of the card that is full of quotes.
  expect(await page.locator('section', { hasText: 'most telling of the last year' }).count()).toBe(1);
  for (const link of [
    lead.getByRole('link'),
    page.locator('.checklist').getByRole('link', { name: 'Call' }),
  ]) {
    await link.click();
    await page.getByRole('dialog', { name: 'Renewal' }).getByText('<b>The contract is signed.</b>').waitFor();
    expect(page.url()).toContain(`#${path}/activities/${latest}`);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url().endsWith(path)).toBe(true);
  }
});

test('shows the activities as text by day, filtered by type, and page by page', async () => {
  const { organization, path } = await globex();
  await organization.activities(
    'globex.example',
    Array.from({ length: 120 }, (_, index) => ({
      subject: `Note ${index}`,
      type: 'note' as const,
      occurredAt: weeksAgo(20),
    })),
  );
  const page = await open(organization.token, path);
  await press(page, 'Call');
  await expect.poll(() => page.locator('.activity a').allTextContents()).toEqual(['Renewal']);
  await press(page, 'Chat');
  await page.getByText('No activities of this type.').waitFor();
  await press(page, 'All');
  await page.getByRole('link', { name: '<b>Offer</b>' }).waitFor();
  await press(page, 'Show older');
  await expect.poll(() => page.locator('.activity').count()).toBe(123);
});

test('plots the rhythm with its silences, and lists its figures', async () => {
  const { page } = await openGlobex();
  const plot = page.getByRole('img', { name: /^3 activities in 52 weeks, the longest silence 9 weeks$/ });
  await plot.waitFor();
  expect(await plot.locator('span').allTextContents()).toContain('9 weeks');
  await page.getByText('Figures by week').click();
  const table = page.getByRole('table', { name: 'Activities by week' });
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'Week of',
    'Email',
    'Call',
    'Meeting',
  ]);
  expect(await table.getByRole('cell').allInnerTexts()).toEqual(['', '1', '', '1', '', '', '', '', '1']);
});

test('says that a client does not exist, and leads back to the others', async () => {
  const { token } = await api.organization();
  const page = await openConsole(token, { path: '/clients/00000000-0000-7000-8000-000000000000' });
  await alert(page, 'It does not exist, or has been deleted.');
  await page.getByRole('link', { name: '← Clients' }).click();
  await page.getByText('There are no clients yet.').waitFor();
});

test('is given an owner, who is shown on the board too, and loses it again', async () => {
  const { organization, page } = await openGlobex();
  const { firstName, lastName, id } = await organization.user();
  await press(page, 'Choose an owner');
  await page.getByLabel('Owner', { exact: true }).selectOption(id);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Save');
  await page.locator('.heading').getByText(`${firstName} ${lastName}`).waitFor();
  await page.getByRole('link', { name: '← Clients' }).click();
  await page.getByRole('row').getByText(`globex.example · ${firstName} ${lastName}`).waitFor();
  await page.goBack();
  await press(page, 'Change owner');
  await page.getByLabel('Owner', { exact: true }).selectOption('Nobody');
  await press(page, 'Save');
  await page.getByRole('button', { name: 'Choose an owner' }).waitFor();
});

async function rename(page: Page, name: string): Promise<void> {
  await press(page, 'Edit');
  await page.getByLabel('Name').fill(name);
  await press(page, 'Save');
}

const nameOf = async (organization: TestOrganization, clientId: string) =>
  (await api.get(`/v1/clients/${clientId}`, { token: organization.token })).body.data.name;

test('two windows edit one client: the second sees the conflict and decides, again if the write fails', async () => {
  const { organization, client, path } = await globex();
  const [first, second] = await Promise.all([open(organization.token, path), open(organization.token, path)]);
  await rename(first, 'Globex One');
  await first.getByRole('heading', { name: 'Globex One' }).waitFor();
  await rename(second, 'Globex Two');
  await second.getByText('Somebody else has changed this in the meantime.').waitFor();
  expect(await second.getByRole('alert').innerText()).toMatch(
    /now\s*“?"?Globex One.*yours\s*“?"?Globex Two/s,
  );
  expect(await nameOf(organization, client.id)).toBe('Globex One');
  await press(second, 'Take theirs');
  expect(await second.getByLabel('Name').inputValue()).toBe('Globex One');
  await second.getByLabel('Name').fill('Globex Three');
  await press(second, 'Save');
  await second.getByRole('heading', { name: 'Globex Three' }).waitFor();
  await rename(first, 'Globex Four');
  await first.route('**/trpc/clients.update**', refuse);
  await press(first, 'Keep mine');
  await alert(first, 'The service cannot be reached right now.');
  await first.unroute('**/trpc/clients.update**');
  await press(first, 'Keep mine');
  await first.getByRole('heading', { name: 'Globex Four' }).waitFor();
  expect(await nameOf(organization, client.id)).toBe('Globex Four');
});

test('a write whose answer was lost is no conflict with oneself', async () => {
  const { organization, client, page } = await openGlobex();
  let isLost = false;
  await page.route('**/trpc/clients.update**', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return refuse(route);
  });
  await rename(page, ' Globex Two ');
  await page.getByRole('heading', { name: 'Globex Two' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await nameOf(organization, client.id)).toBe('Globex Two');
});

test('asks for a token when the one in use is revoked while the page is open', async () => {
  const { organization, path } = await withCards();
  const page = await open(organization.token, path);
  // Once everything is read, only the click makes a call.
  for (const part of ['.checklist', '.rhythm svg', '.activity:has-text("Pat Doe")'])
    await page.locator(part).first().waitFor();
  const session = await api.get('/trpc/session.get', { token: organization.token });
  await revokeToken(organization.db, session.body.result.data.data.token.id);
  await expect
    .poll(async () => (await api.get('/v1/health', { token: organization.token })).status)
    .toBe(401);
  await press(page, 'Call');
  await alert(page, 'The token is not valid');
  await page.getByLabel('API token').waitFor();
});

test('waits out a rate limit with a countdown, and goes on', async () => {
  const { page } = await openGlobex();
  await page.locator('.activity').first().waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const details = { policy: 'endpoint', retry_after_seconds: 2 };
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, error: { code: 'rate_limited', details } };
  const json = [{ error: { code: -32029, message: 'Too many requests.', data } }];
  const pattern = '**/trpc/activities.list**';
  await page.route(pattern, (route) => route.fulfill({ status: 429, json }), { times: 1 });
  await press(page, 'Call');
  const notice = page.getByRole('status').getByText('Your organization has reached its rate limit');
  // Effects run with the frames of the clock.
  await expect.poll(() => page.clock.runFor(20).then(() => notice.count())).toBe(1);
  const rest = await page.locator('.waiting').innerText();
  await page.clock.runFor(1_000);
  expect([rest, await page.locator('.waiting').innerText()]).toEqual([
    expect.stringContaining('2 s'),
    expect.stringContaining('1 s'),
  ]);
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await expect.poll(() => page.locator('.activity a').allTextContents()).toEqual(['Renewal']);
  await notice.waitFor({ state: 'detached' });
});
