import { expect, test } from 'vitest';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { type Line, linesOf } from './checklist.ts';
import { activity, computeCards, history, jonas, mara, priya } from './histories.ts';

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

test('a win is checked, a friction is not, and both say who, when and where', async () => {
  const both = activity({ content: `${signed} The depots are in the list. ${delayed}` });
  const cards = await cardsOf(history([both]));
  const source = '— Priya Raman, 10 Nov 2026, email “Renewal”';
  expect(cards.wins).toEqual([{ checked: true, text: `“${signed}” ${source}`, bold: [] }]);
  expect(cards.frictions).toEqual([{ checked: false, text: `“${delayed}” ${source}`, bold: [] }]);
});

test('a note is attributed to nobody, a chat line to its author', async () => {
  const note = activity({ type: 'note', content: signed, subject: 'Lunch', participants: [mara, priya] });
  expect(await winsOf(note)).toEqual([`“${signed}” — 10 Nov 2026, note “Lunch”`]);
  const chat = activity({ type: 'chat', content: `Mara: any news?\nPriya: ${signed}`, subject: '#globex' });
  expect(await winsOf(chat)).toEqual([`“${signed}” — Priya Raman, 10 Nov 2026, chat “#globex”`]);
});

test('in our own messages events count but feelings do not, also in those of a colleague who is not a user', async () => {
  const ours = { participants: [mara, priya] };
  expect(await winsOf(activity({ ...ours, content: thrilled }))).toEqual([
    'No wins found in the one activity of the last year.',
  ]);
  expect(await winsOf(activity({ ...ours, content: signed }))).toEqual([
    `“${signed}” — Mara Lindqvist, 10 Nov 2026, email “Renewal”`,
  ]);
  expect(await winsOf(activity({ content: thrilled }))).toHaveLength(1);
  const other = activity({ content: thrilled, participants: ['pat@agency.example', mara] });
  expect((await winsOf(other))[0]).toContain('— pat (agency.example)');
  const colleague = activity({ content: thrilled, participants: ['leonie@northwind.example', priya] });
  expect((await winsOf(colleague))[0]).toMatch(/^No wins/);
});

test('what concerns the relationship itself comes before other frictions of its age', async () => {
  const frictions = await frictionsOf(
    activity({ content: 'We are very disappointed.', daysAgo: 3 }),
    activity({ content: 'We are going to cancel the contract.', daysAgo: 4 }),
    activity({ content: delayed, daysAgo: 2 }),
  );
  expect(frictions[0]).toContain('We are going to cancel the contract.');
});

test('a bare courtesy is quoted only where there is nothing else, and once', async () => {
  const courtesies = ['Brilliant!', 'Excellent work.'].map((content) => activity({ content }));
  expect(await winsOf(...courtesies)).toHaveLength(1);
  const texts = await winsOf(...courtesies, activity({ content: signed }));
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain(signed);
});

test('headings, code, paths and lines of logs are not quoted, and a sentence with up to three tenths of such words is', async () => {
  const machine = [
    'Known problems:',
    '2026-11-10 08:00:01 ERROR import failed again',
    'at failing(/srv/app/broken/import.js)',
    'ERROR: broken pipe',
    '/var/log/app/failed/import.log is broken/missing/failed',
    'if (status === broken) { throw new Error(failed); }',
  ];
  const [first] = await frictionsOf(activity({ content: machine.join('\n\n') }));
  expect(first).toMatch(/^No frictions/);
  const prose = 'The export of node_id, user_id and team_id is broken again.';
  expect((await frictionsOf(activity({ content: prose })))[0]).toMatch(/^“The export/);
  const more = prose.replace(' and ', ' and_or ');
  expect((await frictionsOf(activity({ content: more })))[0]).toMatch(/^No frictions/);
});

test('newer quotes come before older ones of the same strength', async () => {
  const days = { second: 200, fourth: 3, third: 30, first: 300 };
  const signings = Object.entries(days).map(([nth, daysAgo]) =>
    activity({ content: `The ${nth} contract is signed.`, daysAgo }),
  );
  const texts = await winsOf(...signings);
  expect(texts.map((text) => text.split(' ')[1])).toEqual(['fourth', 'third', 'second', 'first']);
});

test('a strong quote comes before a weak one of the same day, and after a new one when it is old', async () => {
  const slight = activity({ content: 'The invoice is wrong again.', daysAgo: 2 });
  const strong = (daysAgo: number) => activity({ content: 'We are very disappointed.', daysAgo });
  const first = async (...activities: PastActivity[]) => (await frictionsOf(...activities))[0]?.slice(0, 5);
  expect(await first(slight, strong(2))).toBe('“We a');
  expect(await first(strong(20), slight)).toBe('“We a');
  expect(await first(strong(300), slight)).toBe('“The ');
});

test('a card has at most seven quotes, and at most two from one activity', async () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    activity({ content: `Contract number ${index + 1} is signed.`, daysAgo: index + 1 }),
  );
  const all = await winsOf(...many);
  expect(all).toHaveLength(7);
  expect(all[0]).toContain('number 1 ');
  const one = activity({ content: many.map(({ content }) => content).join(' ') });
  expect(await winsOf(one)).toHaveLength(2);
});

test('a repeated sentence is quoted once, from its first activity', async () => {
  const texts = await winsOf(
    activity({ content: 'THE CONTRACT\nis signed!', subject: 'Later', daysAgo: 4 }),
    activity({ content: signed, subject: 'First', daysAgo: 9 }),
    activity({ content: `${signed} ${signed}`, subject: 'Latest', daysAgo: 2 }),
  );
  expect(texts).toEqual([`“${signed}” — Priya Raman, 11 Nov 2026, email “First”`]);
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
  const within = 'found in the 2 activities of the last year.';
  expect(await cardsOf(history([activity({}), activity({ daysAgo: 20 })]))).toEqual({
    wins: [{ checked: false, text: `No wins ${within}`, bold: [] }],
    frictions: [{ checked: true, text: `No frictions or risks ${within}`, bold: [] }],
  });
  const old = await winsOf(activity({ daysAgo: 500 }));
  expect(old).toEqual(['No wins found: there were no activities in the last year.']);
});

test('a long sentence is cut at a word', async () => {
  const content = `The contract is signed, ${'the annex, '.repeat(40)}and that was it.`;
  const [text = ''] = await winsOf(activity({ content }));
  expect(text).toMatch(/^“The contract is signed, (?:the annex, )+the[^”]{0,6}…” — Priya/);
  expect(text.length).toBeLessThan(270);
});

test('list markers and enclosing quotation marks are not part of a quote', async () => {
  const content = `Outcome\n1. ${signed}\n- "${thrilled}"`;
  const participants = [jonas, priya];
  const texts = await winsOf(activity({ type: 'meeting', content, subject: '', participants }));
  expect(texts.toSorted()).toEqual([signed, thrilled].map((text) => `“${text}” — 10 Nov 2026, meeting`));
});
