import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { activities } from '../../../src/activities/table.ts';
import { clients } from '../../../src/clients/table.ts';
import { connections } from '../../../src/connections/table.ts';
import { noExplanation } from '../../../src/insights/schemas.ts';
import { insightSummaries } from '../../../src/insights/table.ts';
import { consoleCalls, expectAccessible, focused, press, startConsole } from '../../support/console.ts';
import { daysAgo, storeSummary, thread } from '../../support/threads.ts';

const { api, openConsole } = await startConsole();

/** Two clients: one waits for two answers, one has gone quiet. */
async function furnished() {
  const organization = await api.organization();
  const globex = await organization.client({ name: 'Globex', domain: 'globex.example' });
  const initech = await organization.client({ name: 'Initech', domain: 'initech.example' });
  const messages = [
    { subject: 'Friday report', occurredAt: daysAgo(14) },
    { subject: 'Plan', occurredAt: daysAgo(7) },
  ];
  const ids = await organization.activities('globex.example', messages);
  const said = { text: 'The report is broken.', isGrave: false, author: 'Gerald Oyelaran' };
  const threads = messages.map(({ subject, occurredAt: since }, index) => {
    const activityId = ids[index] ?? expect.fail();
    const told = { activityId, subject, since, unanswered: 2, question: 'Where is it?' };
    return subject === 'Plan'
      ? thread({ ...told, deadline: 'by Friday', quote: { ...said, kind: 'win', activityId } })
      : thread({ ...told, quote: { ...said, kind: 'friction', activityId } });
  });
  await storeSummary(organization, globex.id, { verdict: 'Needs attention', frictions: 1, threads });
  const since = daysAgo(40);
  const person = { person: 'Ann Okafor', subject: '', activityId: crypto.randomUUID() };
  const steps = [{ action: 'getInTouch' as const, ...person, since }];
  const explanation = { ...noExplanation, steps };
  await storeSummary(organization, initech.id, { verdict: 'Quiet', lastContactAt: since, explanation });
  return organization;
}

const open = async (token: string, options: Parameters<typeof openConsole>[1] = {}) => {
  const page = await openConsole(token, { path: '/', ...options });
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  return page;
};

test('tells an organization without clients what to do first, also beside a failing connection', async () => {
  const organization = await api.organization();
  const failing = { state: 'failing' as const, failure: 'the server is busy', settings: {} };
  await organization.db.insert(connections, [{ ...failing, type: 'imap', integration: 'gmail' }]);
  const page = await open(organization.token);
  await page.getByText('Create clients, and connect a mailbox in Settings.').waitFor();
  await page.getByRole('heading', { name: 'Failing connections 1' }).waitFor();
});

const titles = (page: Page) => page.locator('.agenda .what p:first-child').allTextContents();
const report = 'Gerald Oyelaran: Friday report';

test('comes first, and shows whom to answer about what, for how long, and who has gone quiet', async () => {
  const page = await open((await furnished()).token);
  await page.getByRole('heading', { name: 'Answers owed 2' }).waitFor();
  expect(await titles(page)).toEqual([report, 'Gerald Oyelaran: Plan']);
  const row = page.getByRole('listitem').filter({ hasText: 'Friday report' });
  // A quote of the one whom the row names stands without a name.
  expect(await row.innerText()).toMatch(
    /Globex · 10 working days, 2 messages\s+“The report is broken\.”\s+Done/,
  );
  await page.getByText('· by Friday').waitFor();
  await page.getByText('They ask: “Where is it?”').waitFor();
  const quiet = page.getByRole('listitem').filter({ hasText: 'Initech' });
  expect(await quiet.innerText()).toMatch(/Initech\s+Get in touch with Ann Okafor 40 days/);
});

test('takes a thread off the list by keyboard alone, and puts it back', async () => {
  const page = await open((await furnished()).token);
  await page.getByRole('link', { name: report }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(report);
  while ((await focused(page)) !== `Done ${report}`) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Hidden:').waitFor();
  await expect.poll(() => focused(page)).toBe('Undo');
  expect(await titles(page)).toEqual(['Gerald Oyelaran: Plan']);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: report }).waitFor();
  await page.getByRole('button', { name: `Tomorrow ${report}` }).click();
  await page.getByText('Hidden:').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Answers owed 1' }).waitFor();
});

test('takes the step in a thread that is done from a client that has gone quiet', async () => {
  const organization = await furnished();
  const [{ activityId, since } = expect.fail()] = await organization.db.select(
    { activityId: activities.id, since: activities.occurredAt },
    activities,
    eq(activities.subject, 'Friday report'),
  );
  const steps = [{ action: 'answer' as const, person: null, subject: 'Friday report', activityId, since }];
  const wentQuiet = { verdict: 'Quiet' as const, lastContactAt: since };
  await organization.db.update(
    insightSummaries,
    { ...wentQuiet, explanation: { ...noExplanation, steps } },
    eq(insightSummaries.verdict, 'Needs attention'),
  );
  const page = await open(organization.token);
  const row = page.getByRole('region', { name: 'Gone quiet' }).getByRole('listitem').first();
  expect(await row.innerText()).toMatch(/Globex\s+Answer “Friday report”/);
  await page.getByRole('button', { name: `Done ${report}` }).click();
  await expect.poll(() => row.innerText()).toBe('Globex');
  await press(page, 'Undo');
  await expect.poll(() => row.innerText()).toMatch(/Globex\s+Answer “Friday report”/);
});

test('shows what has changed since the last visit, which ends with a pause of some hours, and is accessible', async () => {
  const organization = await furnished();
  const changed = { previousVerdict: 'Healthy' as const, verdictChangedAt: daysAgo(0.5) };
  await organization.db.update(insightSummaries, changed, eq(insightSummaries.verdict, 'Quiet'));
  const page = await open(organization.token);
  await page.getByText('Gone quiet').waitFor();
  expect(await page.getByText('Since your last visit').count()).toBe(0);
  const visit = (at: string) => `localStorage.setItem('clientele.visit', ' ${at}')`;
  await page.evaluate(visit(daysAgo(1)));
  await page.reload();
  const section = page.getByRole('region', { name: 'Since your last visit' });
  await section.waitFor();
  await section.getByRole('heading', { name: 'Since your last visit 3' }).waitFor();
  expect((await section.getByRole('listitem').first().innerText()).replaceAll(/\s+/g, ' ')).toBe(
    'Initech Healthy → Quiet',
  );
  expect(await section.getByRole('listitem').nth(2).innerText()).toMatch(
    /Globex\s+New friction: Friday report\s+“The report/,
  );
  await page.reload();
  await section.waitFor();
  await expectAccessible(page);
  expect(consoleCalls(page)).toEqual(Array(3).fill(['session.get', 'today.get']).flat());
});

test('costs less than 1 kB when the tab comes back and nothing has changed, and then shows what has', async () => {
  const organization = await furnished();
  const page = await open(organization.token);
  await page.getByRole('link', { name: report }).waitFor();
  await page.clock.install();
  const comeBack = async () => {
    await page.clock.fastForward('01:10');
    const answered = page.waitForResponse('**/trpc/today.get**');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    return (await answered).status();
  };
  // Which has no body.
  expect(await comeBack()).toBe(304);
  expect(await titles(page)).toEqual([report, 'Gerald Oyelaran: Plan']);
  await organization.db.update(clients, { name: 'Globex Corporation' }, eq(clients.name, 'Globex'));
  expect(await comeBack()).toBe(200);
  await page.getByText('Globex Corporation').first().waitFor();
});

test('without the permissions, offers neither to open nor to hide a thread, or shows the clients instead', async () => {
  const organization = await furnished();
  const bare = await openConsole(await organization.userKey(['clients:read']), { path: '/' });
  await bare.getByRole('table').waitFor();
  const page = await open(await organization.userKey(['clients:read', 'dashboards:read']));
  await page.getByText(report).waitFor();
  expect(await page.getByRole('link', { name: report }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Done' }).count()).toBe(0);
});

test('has its own typeface, and a header of two lines on a phone, where nothing covers another control', async () => {
  const organization = await api.organization();
  const page = await open(organization.token, { width: 390 });
  await page.evaluate('document.fonts.ready');
  const loaded =
    "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)";
  expect(await page.evaluate(loaded)).toContain('Inter');
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(100);
  const failing = { type: 'imap' as const, state: 'failing' as const, failure: 'Give another password.' };
  await organization.db.insert(connections, [
    { ...failing, integration: 'gmail', settings: { host: 'imap.globex.example' }, secret: '00' },
  ]);
  await page.reload();
  await page.getByRole('link', { name: 'A connection is failing' }).waitFor();
  const covered = `[...document.querySelectorAll('.top :is(a, button)')].filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }).map(({ textContent }) => textContent)`;
  for (const width of [320, 360, 390, 414, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await page.evaluate(covered)]).toEqual([width, []]);
  }
});
