import { expect, test } from 'vitest';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { type Line, linesOf } from './checklist.ts';
import { activity, computeCards, history, jonas, mara, priya, threads } from './histories.ts';

const signed = 'The contract is signed.';
const thrilled = 'We are delighted with the new portal.';
const delayed = 'The release is delayed again.';

async function cardsOf(given: ClientHistory): Promise<{ wins: Line[]; frictions: Line[] }> {
  const cards = await computeCards(given);
  return { wins: linesOf(cards['wins-and-traction']), frictions: linesOf(cards['frictions-and-risks']) };
}

const winsOf = async (...activities: PastActivity[]) =>
  (await cardsOf(history(activities))).wins.map(({ text }) => text);
const frictionsOf = async (...activities: PastActivity[]) =>
  (await cardsOf(history(activities))).frictions.map(({ text }) => text);

test('a win is checked, a friction is not, and both say what about, who, when and where', async () => {
  const cards = await cardsOf(
    history([
      activity({ content: `${signed} The depots are in the list.` }),
      activity({ content: delayed, subject: 'Re: Go-live', daysAgo: 9 }),
    ]),
  );
  const bold = ['Renewal'];
  expect(cards.wins).toEqual([
    { checked: true, text: `Renewal: “${signed}” — Priya Raman, 10 Nov 2026, email`, bold },
  ]);
  expect(cards.frictions).toEqual([
    {
      checked: false,
      text: `Go-live (open since 11 Nov 2026): “${delayed}” — Priya Raman, 11 Nov 2026, email`,
      bold: ['Go-live'],
    },
  ]);
});

test('a note is attributed to nobody, a chat line to its author', async () => {
  const note = activity({ type: 'note', content: signed, subject: 'Lunch', participants: [mara, priya] });
  expect(await winsOf(note)).toEqual([`Lunch: “${signed}” — 10 Nov 2026, note`]);
  const chat = activity({ type: 'chat', content: `Mara: any news?\nPriya: ${signed}`, subject: '#globex' });
  expect(await winsOf(chat)).toEqual([`#globex: “${signed}” — Priya Raman, 10 Nov 2026, chat`]);
  const line = activity({ type: 'chat', content: signed, subject: '' });
  expect(await winsOf(line)).toEqual([`“${signed}” — Priya Raman, 10 Nov 2026, chat`]);
});

test("only the client's people are quoted from mail and chats; of ours, what they report of calls, not how they feel", async () => {
  const none = 'No wins found in the one activity of the last year.';
  for (const sender of [mara, 'leonie@northwind.example', 'pat@agency.example'])
    expect(await winsOf(activity({ participants: [sender, priya], content: signed }))).toEqual([none]);
  expect(await winsOf(activity({ content: thrilled }))).toHaveLength(1);
  const transcript = (content: string) => activity({ type: 'call', content, participants: [mara, priya] });
  const said = (text: string) => `Mara: Hello.\nPriya: Hello, Mara.\nMara: ${text}\nPriya: Bye.`;
  expect((await winsOf(transcript(said(signed))))[0]).toContain('— Mara Lindqvist');
  expect(await winsOf(transcript(said(thrilled)))).toEqual([none]);
});

test('what concerns the relationship itself comes before other frictions of its age', async () => {
  const frictions = await frictionsOf(
    activity({ content: 'We are very disappointed.', daysAgo: 3 }),
    activity({ content: 'We are going to cancel the contract.', daysAgo: 4 }),
    activity({ content: delayed, daysAgo: 2 }),
  );
  expect(frictions[0]).toContain('We are going to cancel the contract.');
});

test.each([
  ['a bare courtesy', 'Brilliant!'],
  ['a bare courtesy', 'Excellent work.'],
  ['a bare courtesy', 'Thank you for your quick answer.'],
  ['praise with a question', 'Great support, could you send us the report too?'],
  ['a wish', 'Looking forward to your kind advice.'],
])('%s is no win: %s', async (_what, content) => {
  expect((await winsOf(activity({ content })))[0]).toMatch(/^No wins/);
});

test('a sender of eight mails that nobody answers is quoted only where they speak to us', async () => {
  const report = (daysAgo: number, content = 'The gate of the depot is broken.') =>
    activity({ content, subject: `Report ${daysAgo}`, daysAgo });
  const reports = [2, 3, 4, 5, 6, 7, 8, 9].map((daysAgo) => report(daysAgo));
  expect((await frictionsOf(...reports))[0]).toMatch(/^No open frictions/);
  expect((await frictionsOf(...reports, report(1, 'Your gate is broken.')))[0]).toContain('Your gate');
  expect((await winsOf(...reports, report(1, signed)))[0]).toMatch(/^No wins/);
  expect((await frictionsOf(...reports.slice(1)))[0]).toContain('gate');
  const answer = activity({ subject: 'Re: Report 9', participants: [mara, priya], daysAgo: 1 });
  const reply = activity({ content: 'Here is the list.', subject: 'Re: Depots' });
  const call = activity({ type: 'call', participants: [mara, priya] });
  for (const contact of [answer, reply, call])
    expect((await frictionsOf(...reports, contact))[0]).toContain('gate');
});

test('mere emoji are not quoted', async () => {
  const said = (content: string) => activity({ type: 'chat', content: `Priya: ${content}`, subject: 'Help' });
  expect((await frictionsOf(said('😡😡😡')))[0]).toMatch(/^No open frictions/);
});

test('headings, code, paths, rows of tables and lines of logs are not quoted, and a sentence with up to three tenths of such words is', async () => {
  const machine = [
    'Known problems:',
    '2026-11-10 08:00:01 ERROR import failed again',
    'at failing(/srv/app/broken/import.js)',
    'ERROR: broken pipe',
    '/var/log/app/failed/import.log is broken/missing/failed',
    'if (status === broken) { throw new Error(failed); }',
    'The run ended with [ERROR] the import failed.',
    'Reported-by: Pat, whose import failed',
    '```\nThe import is broken and failed again.\n```',
    'The run at 2026/11/10 - 08:00:01 failed again.',
    'function failed(error) { we report that the import is broken again }',
    '`The import failed again.`',
    'The import failed again with code=broken and state=stuck today.',
    'RuntimeError: the import is broken again',
    '\\[ERROR\\] The import is broken again.',
    '[ 2.561952] import: the scanner failed again',
    'WARNING - The import failed again.',
    '2805; Failed: 2238; Broken: 0; the import failed again',
    'gerrit%3A%2F%2Fexport broken%3Aagain%20failed',
    'The import |is broken |again |and failed',
  ];
  const [first] = await frictionsOf(activity({ content: machine.join('\n\n') }));
  expect(first).toMatch(/^No open frictions/);
  const prose = 'The export of node_id, user_id and team_id is broken again.';
  expect((await frictionsOf(activity({ content: prose })))[0]).toContain('“The export');
  const more = prose.replace(' and ', ' and_or ');
  expect((await frictionsOf(activity({ content: more })))[0]).toMatch(/^No open frictions/);
});

test('a question with a link of encoded words is heard', async () => {
  const content = 'Could you look at https://globex.example/Shared%20Documents/Q3%20plan.xlsx before Friday?';
  expect((await threads(activity({ content, daysAgo: 3 })))[0]?.state).toBe('open');
});

test('newer quotes come before older ones of the same strength', async () => {
  const days = { second: 200, fourth: 3, third: 30, first: 300 };
  const signings = Object.entries(days).map(([nth, daysAgo]) =>
    activity({ content: `The ${nth} contract is signed.`, daysAgo, subject: nth }),
  );
  const texts = await winsOf(...signings);
  expect(texts.map((text) => text.split(':')[0])).toEqual(['fourth', 'third', 'second', 'first']);
});

test('a strong quote comes before a weak one of the same day, and after a new one when it is old', async () => {
  const slight = activity({ content: 'The invoice is wrong again.', daysAgo: 2 });
  const strong = (daysAgo: number) => activity({ content: 'We are very disappointed.', daysAgo });
  const first = async (...activities: PastActivity[]) =>
    /“(.*)”/.exec((await frictionsOf(...activities))[0] ?? '')?.[1]?.slice(0, 4);
  expect(await first(slight, strong(2))).toBe('We a');
  expect(await first(strong(20), slight)).toBe('We a');
  expect(await first(strong(300), slight)).toBe('The ');
});

test('a card has at most seven threads, each with one quote', async () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    activity({
      content: `Contract number ${index + 1} is signed.`,
      daysAgo: index + 1,
      subject: `Re: Contract ${index + 1}`,
    }),
  );
  const all = await winsOf(...many);
  expect(all).toHaveLength(7);
  expect(all[0]).toContain('number 1 ');
  expect(await winsOf(activity({ content: many.map(({ content }) => content).join(' ') }))).toHaveLength(1);
  const thread = many.map((each) => ({ ...each, subject: 'Re: Contracts' }));
  expect(await winsOf(...thread)).toHaveLength(1);
});

test('a repeated sentence is quoted once, from its newest activity', async () => {
  const texts = await winsOf(
    activity({ content: 'THE CONTRACT\nis signed!', subject: 'Later', daysAgo: 4 }),
    activity({ content: signed, subject: 'First', daysAgo: 9 }),
    activity({ content: `${signed} ${signed}`, subject: 'Latest', daysAgo: 2 }),
  );
  expect(texts).toEqual([`Latest: “${signed}” — Priya Raman, 18 Nov 2026, email`]);
  const chat = activity({ type: 'chat', content: `Priya: ${signed}\nMara: ${signed}` });
  expect((await winsOf(chat))[0]).toContain('Priya');
});

test('activities older than a year are not quoted', async () => {
  expect(await winsOf(activity({ content: signed, daysAgo: 366 }), activity({}))).toEqual([
    'No wins found in the one activity of the last year.',
  ]);
  expect(await winsOf(activity({ content: signed, daysAgo: 364 }))).toHaveLength(1);
});

test('a card without quotes says so: unchecked for wins, checked for frictions', async () => {
  const within = 'in the 2 activities of the last year.';
  expect(await cardsOf(history([activity({}), activity({ daysAgo: 20 })]))).toEqual({
    wins: [{ checked: false, text: `No wins found ${within}`, bold: [] }],
    frictions: [{ checked: true, text: `No open frictions or risks ${within}`, bold: [] }],
  });
  const old = await winsOf(activity({ daysAgo: 500 }));
  expect(old).toEqual(['No wins found: nothing took place in the last year.']);
});

test.each([
  ['a list marker', `1. ${signed}`],
  ['enclosing quotation marks', `- "${signed}"`],
])('%s is not part of a quote', async (_what, line) => {
  const given = { type: 'meeting', subject: '', participants: [jonas, priya] } as const;
  expect(await winsOf(activity({ ...given, content: `Outcome\n${line}` }))).toEqual([
    `“${signed}” — 10 Nov 2026, meeting`,
  ]);
});
