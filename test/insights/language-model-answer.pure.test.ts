import { expect, test } from 'vitest';
import { insightsOf, readAnswer } from '../../src/insights/language-model/answer.ts';
import { questionOf } from '../../src/insights/language-model/prompt.ts';
import { answer, cards, history, linkTo, outage, point, renewal } from '../support/language-model.ts';
import { linesOf } from './checklist.ts';

/** The insights of an answer to what is sent about a history; undefined for an answer that is rejected. */
function insightsFor(value: unknown, of = history) {
  const read = readAnswer(JSON.stringify(value));
  return read && insightsOf(read, questionOf(of).sent, of);
}

function cardsFor(value: unknown, of = history) {
  const insights = insightsFor(value, of);
  if (!insights) throw new Error('The answer was rejected.');
  return insights.cards;
}

const withHealth = (health: object) => ({ ...answer, health: { ...answer.health, ...health } });

test('the next planned activity ends the health card, taken from the data', () => {
  const upcoming = { type: 'meeting' as const, subject: 'Review', occurredAt: '2026-12-01T09:00:00.000Z' };
  const { 'client-health': health } = cardsFor(answer, { ...history, upcoming });
  expect(health).toBe(`${cards['client-health']}\n- [x] Next: meeting “Review” on 1 Dec 2026.`);
});

test('a health statement that refers to an activity that was not sent is dropped', () => {
  const points = [
    { text: 'Invented', good: true, activities: ['a3'] },
    { text: 'Half invented', good: true, activities: ['a1', 'a3'] },
    { text: 'Of nothing', good: true, activities: [] },
    { text: ' ', good: true, activities: ['a1'] },
    { text: 'Of both', good: true, activities: ['a2', 'a1', 'a2'] },
    point,
  ];
  expect(cardsFor(withHealth({ points }))['client-health'].split('\n')).toEqual([
    '- [x] **Healthy** — They renewed',
    '- [x] Of both — 12 Nov 2026, email “Renewal” and 1 other',
    '- [ ] The export was broken — 2 Oct 2026, chat “Exports”',
  ]);
});

test.each([
  ['New', 'x'],
  ['Healthy', 'x'],
  ['Needs attention', ' '],
  ['At risk', ' '],
  ['Quiet', ' '],
])('the verdict %s is shown with [%s]', (verdict, mark) => {
  const [first] = cardsFor(withHealth({ verdict }))['client-health'].split('\n');
  expect(first).toBe(`- [${mark}] **${verdict}** — They renewed`);
});

test('an answer without a reason or a point based on an activity is rejected', () => {
  for (const health of [
    { reason: { text: 'They renewed', activities: ['a9'] } },
    { reason: { text: '', activities: ['a1'] } },
    { points: [] },
  ])
    expect(insightsFor(withHealth(health))).toBeUndefined();
});

test('a quote that does not occur in its activity is dropped, and a card without quotes says so', () => {
  const quote = 'We signed the renewal for two years.';
  const wrong = [
    { quote: 'We signed the renewal for three years.', activity: 'a1' },
    ...['a2', 'a3', renewal.id].map((activity) => ({ quote, activity })),
    ...['', ' \n'].map((empty) => ({ quote: empty, activity: 'a1' })),
  ];
  expect(cardsFor({ ...answer, wins: wrong, frictions: wrong })).toEqual({
    ...cards,
    'wins-and-traction': '- [ ] No wins found in the 2 newest activities.',
    'frictions-and-risks': '- [x] No frictions or risks found in the 2 newest activities.',
  });
  const one = { ...history, activities: [renewal] };
  const health = { ...answer.health, points: [{ ...point, activities: ['a1'] }] };
  expect(cardsFor({ health, wins: [], frictions: [] }, one)).toMatchObject({
    'wins-and-traction': '- [ ] No wins found in the newest activity.',
  });
});

test.each([
  ['case and line breaks', 'we SIGNED the renewal for\n two years', 'We signed the renewal for two years.'],
  ['a quotation mark', "It's not cheap, but worth it.", 'It’s not cheap, but worth it.'],
  ['words left out around it', 'cheap, but worth it', 'It’s not cheap, but worth it.'],
])('a quote may differ by %s, and is shown as the original whole sentence', (_, quote, shown) => {
  const { 'wins-and-traction': wins } = cardsFor({ ...answer, wins: [{ quote, activity: 'a1' }] });
  const link = linkTo(renewal, 'email “Renewal”');
  expect(wins).toBe(`- [x] “${shown}” — Priya Raman, 12 Nov 2026, ${link}`);
});

test('a quote is attributed to its speaker, and one from the subject to nobody', () => {
  const quotes = ['We are on it.', 'Exports'].map((quote) => ({ quote, activity: 'a2' }));
  const { 'wins-and-traction': wins } = cardsFor({ ...answer, wins: quotes });
  expect(wins.split('\n')).toEqual([
    `- [x] “We are on it.” — Sam Okafor, 2 Oct 2026, ${linkTo(outage, 'chat “Exports”')}`,
    `- [x] “Exports” — 2 Oct 2026, ${linkTo(outage, 'chat “Exports”')}`,
  ]);
});

test('text that an email quotes from an earlier one is not attributed to its sender', () => {
  const content = 'Good news!\n\nOn 12 Nov 2026 at 10:00, Priya Raman wrote:\n> We signed the renewal.';
  const reply = { ...renewal, content, participants: renewal.participants.toReversed() };
  const quotes = ['We signed the renewal.', 'Good news!'].map((quote) => ({ quote, activity: 'a1' }));
  const of = { ...history, activities: [reply, outage] };
  const { 'wins-and-traction': wins } = cardsFor({ ...answer, wins: quotes }, of);
  const link = linkTo(renewal, 'email “Renewal”');
  expect(wins).toBe(`- [x] “Good news!” — Sam Okafor, 12 Nov 2026, ${link}`);
});

test('a card has at most seven quotes and eight lines, and no duplicate quotes, however many are sent', () => {
  const sentences = Array.from({ length: 30 }, (_, index) => `Sentence number ${index} is here.`);
  const long = { ...history, activities: [{ ...renewal, content: sentences.join(' ') }] };
  const all = sentences.map((quote) => ({ quote, activity: 'a1' }));
  const points = sentences.map((each) => ({ text: each, good: true, activities: ['a1'] }));
  const wins = [...all.slice(0, 2), ...all];
  const given = cardsFor({ ...withHealth({ points }), wins, frictions: all }, long);
  const lines = given['wins-and-traction'].split('\n');
  expect(lines).toHaveLength(7);
  expect(new Set(lines).size).toBe(7);
  expect(given['frictions-and-risks'].split('\n')).toHaveLength(7);
  expect(given['client-health'].split('\n')).toHaveLength(8);
});

test('markup of the model or an activity has no effect', () => {
  const hostile = '[x](http://evil.example) *it* <b>\n- [x] `code`';
  const shown = '[x]((link)) *it* <b> - [x] `code`';
  const activity = { ...renewal, subject: hostile, content: `All is well: ${hostile}` };
  const statement = { text: hostile, activities: ['a1'] };
  const quotes = [{ quote: 'All is well', activity: 'a1' }];
  const health = { verdict: 'Healthy', reason: statement, points: [{ ...statement, good: true }] };
  const wins = [...quotes, { quote: hostile, activity: 'a1' }];
  const given = cardsFor({ health, wins, frictions: quotes }, { ...history, activities: [activity] });
  // These lines throw on anything but a flat checklist.
  const source = `12 Nov 2026, email “${shown}”`;
  expect(linesOf(given['client-health']).map(({ text }) => text)).toEqual([
    `Healthy — ${shown}`,
    `${shown} — ${source}`,
  ]);
  expect(linesOf(given['wins-and-traction'])).toHaveLength(2);
  expect(linesOf(given['frictions-and-risks'])).toHaveLength(1);
});

test('the summary contains the verdict of the model and the number of valid quotes of the last 60 days', () => {
  const wins = [...answer.wins, { quote: 'Invented', activity: 'a1' }];
  const summaryAt = (asOf: string) => insightsFor({ ...answer, wins }, { ...history, asOf })?.summary;
  const lastContactAt = renewal.occurredAt;
  const summary = { verdict: 'Healthy', wins: 1, frictions: 1, owedSince: null, lastContactAt };
  expect(summaryAt(history.asOf)).toEqual(summary);
  // The friction is exactly 60 days old, then a millisecond older.
  expect(summaryAt('2026-12-01T08:30:00.000Z')).toEqual(summary);
  expect(summaryAt('2026-12-01T08:30:00.001Z')).toEqual({ ...summary, frictions: 0 });
});
