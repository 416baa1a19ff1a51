import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noExplanation } from '../../../src/insights/schemas.ts';
import { insightSummaries } from '../../../src/insights/table.ts';
import {
  alert,
  expectAccessible,
  fill,
  focused,
  hold,
  press,
  refuse,
  screenWidths,
  startConsole,
} from '../../support/console.ts';
import { daysAgo, storeSummary, thread } from '../../support/threads.ts';

const pat = 'pat@globex.example';
const ann = 'ann@test.example';

const { api, openConsole } = await startConsole();

/** A client with a conversation of three mails and a call, of which one thread waits for an answer and one is solved. */
async function globex() {
  const organization = await api.organization();
  await organization.user({ email: ann });
  const client = await organization.client({ name: 'Globex', domain: 'globex.example' });
  const received = { participants: [pat, ann], participantNames: ['Pat Doe', ''] };
  const [call = '', , , third = ''] = await organization.activities('globex.example', [
    { subject: 'Kick-off', type: 'call', occurredAt: daysAgo(30) },
    { subject: 'Renewal', content: 'First.', occurredAt: daysAgo(9), ...received },
    { subject: 'Re: Renewal', content: 'Second.', occurredAt: daysAgo(8), participants: [ann, pat] },
    { subject: 'Re: Renewal', content: 'Third.', occurredAt: daysAgo(7), ...received },
  ]);
  const praise = { kind: 'win' as const, text: 'It works.', author: 'Ann Okafor', isGrave: false };
  const solved = { state: 'solved' as const, isOwed: false, unanswered: 0 };
  const owed = { subject: 'Renewal', activityId: third, since: daysAgo(7) };
  const threads = [
    thread({ ...owed, people: ['Pat Doe'] }),
    thread({ subject: 'Kick-off', activityId: call, ...solved, quote: { ...praise, activityId: call } }),
  ];
  const explanation = {
    ...noExplanation,
    reason: 'Pat Doe is waiting for an answer',
    reasonActivityId: third,
    steps: [{ ...owed, action: 'answer' as const, person: 'Pat Doe' }],
  };
  await storeSummary(organization, client.id, { verdict: 'Needs attention', threads, explanation });
  return { organization, path: `/clients/${client.id}`, third };
}

async function openGlobex(options: Parameters<typeof openConsole>[1] = {}) {
  const made = await globex();
  const page = await openConsole(made.organization.token, { ...options, path: made.path });
  await page.locator('.activity').first().waitFor();
  return { ...made, page };
}

const openMail = async (page: Page, text: string) => {
  await page.locator('.activity').getByRole('link', { name: 'Renewal', exact: true }).click();
  await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
};
const thatOwed = 'Pat Doe: Renewal';

test('lists the threads with their state, and those that are solved or quiet folded up', async () => {
  const { page } = await openGlobex();
  await page.getByRole('heading', { name: 'Threads 1' }).waitFor();
  const rows = page.locator('.agenda li');
  expect((await rows.first().innerText()).split(/\n+/).slice(0, 2)).toEqual([
    thatOwed,
    'Answer owed 5 working days',
  ]);
  const lead = page.getByRole('region', { name: 'Verdict and next step' });
  expect(await lead.innerText()).toMatch(/^Answer Pat Doe: “Renewal” 5 working days\n/);
  await page.getByText('Solved and quiet (1)').click();
  await rows.nth(1).getByText('Solved on').waitFor();
  await rows.nth(1).getByText('Ann Okafor: “It works.”').waitFor();
  expect(await rows.nth(1).getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: thatOwed }).click();
  await page.getByRole('dialog', { name: 'Re: Renewal' }).getByText('Third.').waitFor();
});

test('marks a thread as done, which is then no reason for the verdict, and shows it again, here and on Today, and keeps the place of the keyboard', async () => {
  const { page } = await openGlobex();
  const verdict = page.getByRole('region', { name: 'Verdict and next step' });
  await verdict.getByText('Pat Doe is waiting for an answer').waitFor();
  await page.getByRole('button', { name: `Done ${thatOwed}` }).focus();
  await page.keyboard.press('Enter');
  await verdict.getByText('because of a thread that is done or put off').waitFor();
  await page.locator('.agenda .badge').getByText('Done', { exact: true }).waitFor();
  await page.locator('.agenda').getByText('open since').waitFor();
  await expect.poll(() => focused(page)).toBe(`Show on Today again ${thatOwed}`);
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('Nothing to do').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Show on Today again' }).click();
  await page.getByText('Answer owed').waitFor();
  await expect.poll(() => focused(page)).toBe(`Done ${thatOwed}`);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
});

test('lists a thread that is done below the others, and counts both', async () => {
  const { organization, path, third } = await globex();
  const people = ['Pat Doe'];
  const threads = [
    thread({ subject: 'Renewal', activityId: third, people }),
    thread({ subject: 'Plan', people, since: daysAgo(1) }),
  ];
  await organization.db.update(insightSummaries, { threads });
  const page = await openConsole(organization.token, { path });
  const titles = page.locator('.agenda .what p:first-child');
  await expect.poll(() => titles.allTextContents()).toEqual([thatOwed, 'Pat Doe: Plan']);
  await page.getByRole('button', { name: `Done ${thatOwed}` }).click();
  await expect.poll(() => titles.allTextContents()).toEqual(['Pat Doe: Plan', thatOwed]);
  await page.getByRole('heading', { name: 'Threads 2' }).waitFor();
  await expect.poll(() => focused(page)).toBe(`Show on Today again ${thatOwed}`);
  await page.reload();
  await expect.poll(() => titles.allTextContents()).toEqual(['Pat Doe: Plan', thatOwed]);
});

test('shows a mail beside the page, with sender and recipients apart, and its thread, oldest first, which can be marked as done', async () => {
  const { page } = await openGlobex();
  await openMail(page, 'First.');
  const mail = page.getByRole('dialog');
  const terms = mail.locator('.envelope div');
  await expect
    .poll(async () => (await terms.allInnerTexts()).slice(0, 2).map((text) => text.split(/\n+/)))
    .toEqual([
      ['From', `Pat Doe · ${pat}`],
      ['To', ann],
    ]);
  const thread = page.getByRole('region', { name: 'Thread' }).getByRole('listitem');
  expect((await thread.allInnerTexts()).map((text) => text.split(' ')[0])).toEqual(['Pat', ann, 'Pat']);
  expect(await thread.first().getByRole('link').getAttribute('aria-current')).toBe('true');
  // The page beside it can still be used.
  await press(page, 'Call');
  await expect.poll(() => page.locator('.activity a').allTextContents()).toEqual(['Kick-off']);
  await mail.getByRole('button', { name: `Done ${thatOwed}` }).click();
  await page.locator('.agenda .badge').getByText('Done', { exact: true }).waitFor();
});

test('replies to the sender, and to the recipient of our own mail', async () => {
  const { page } = await openGlobex();
  await openMail(page, 'First.');
  const reply = page.getByRole('link', { name: 'Reply in your mail program' });
  expect(await reply.getAttribute('href')).toBe(`mailto:${pat}?subject=Re%3A%20Renewal`);
  await press(page, 'Next');
  await page.getByText('Second.').waitFor();
  await expect.poll(() => reply.getAttribute('href')).toBe(`mailto:${pat}?subject=Re%3A%20Renewal`);
  await page.keyboard.press('Escape');
  await page.locator('.activity').getByRole('link', { name: 'Kick-off' }).click();
  await page.getByRole('dialog', { name: 'Kick-off' }).waitFor();
  expect(await reply.count()).toBe(0);
});

test('after any number of mails, one step back leads to the page, and one more to where it was opened', async () => {
  const { page, path } = await openGlobex();
  await page.getByRole('link', { name: '← Clients' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Globex' }).click();
  for (let opened = 0; opened < 2; opened++) {
    await openMail(page, 'First.');
    for (const [button, text] of [
      ['Next', 'Second.'],
      ['Next', 'Third.'],
      ['Previous', 'Second.'],
    ] as const) {
      await press(page, button);
      await page.getByText(text, { exact: true }).waitFor();
    }
    if (opened === 0) await page.keyboard.press('Escape');
    else await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url().endsWith(path)).toBe(true);
  }
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
});

test('a mail that a link opened is closed to the page of its client, without a step back to it', async () => {
  const { organization, path, third } = await globex();
  const page = await openConsole(organization.token, { path: '/' });
  await page.getByRole('link', { name: thatOwed }).click();
  await page.getByText('Third.').waitFor();
  expect(page.url().endsWith(`${path}/activities/${third}`)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url().endsWith(path)).toBe(true);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
});

test.each([390, 1280])('closing a mail at %i pixels gives the focus back to its link', async (width) => {
  const { page } = await openGlobex({ width });
  const link = page.locator('.activity').getByRole('link', { name: 'Renewal', exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByText('First.').waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
  const { width: shown = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {};
  expect(shown === width).toBe(width === 390);
  await press(page, 'Next');
  await page.getByText('Second.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => link.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);
});

test('a note is saved once and listed, and its text outlives Esc, a link with another token, an error and the page', async () => {
  const { page, path } = await openGlobex();
  await page.getByText('Add note', { exact: true }).click();
  await fill(page, { Note: 'Met at the fair.' });
  await page.keyboard.press('Escape');
  const note = page.getByLabel('Note', { exact: true });
  expect(await note.inputValue()).toBe('Met at the fair.');
  const { token } = await api.organization();
  await page.evaluate(`location.hash = 'token=${token}'`);
  await press(page, 'Ignore the link');
  expect(await note.inputValue()).toBe('Met at the fair.');
  await page.route('**/trpc/activities.addNote**', refuse);
  await press(page, 'Save note');
  await alert(page, 'The service cannot be reached right now.');
  expect(await note.inputValue()).toBe('Met at the fair.');
  await page.unroute('**/trpc/activities.addNote**');
  await page.getByRole('link', { name: '← Clients' }).click();
  await page.goBack();
  await page.getByText('Add note', { exact: true }).click();
  expect(await note.inputValue()).toBe('Met at the fair.');
  await press(page, 'Save note');
  await page.locator('.activity').getByRole('link', { name: 'Met at the fair.' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Add note');
  expect(page.url().endsWith(path)).toBe(true);
});

test('nothing on the page moves while it is read', async () => {
  const { organization, path } = await globex();
  const page = await openConsole(organization.token);
  await page.getByRole('table').waitFor();
  await page.evaluate(`globalThis.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift' })`);
  const held = hold(page, '**/trpc/*threads.list*');
  await page.evaluate(`location.hash = '${path}'`);
  const route = await held;
  await page.getByText('Loading the client…').waitFor();
  await route.continue();
  await page.getByText('Pat Doe and 1 more').first().waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.evaluate('shifts.reduce((sum, value) => sum + value, 0)')).toBeLessThan(0.05);
});

test('is accessible', async () => {
  const { page } = await openGlobex();
  await page.getByRole('img', { name: /activities in 52 weeks/ }).waitFor();
  for (const folded of ['Solved and quiet (1)', 'Figures by week']) await page.getByText(folded).click();
  await page.getByText('Add note', { exact: true }).click();
  await expectAccessible(page);
  // A mail covers the page where that is narrow, and is beside it where it is wide.
  for (const width of screenWidths) {
    await page.setViewportSize({ width, height: 900 });
    await openMail(page, 'First.');
    await page.getByRole('region', { name: 'Thread' }).waitFor();
    await expectAccessible(page, [width]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
