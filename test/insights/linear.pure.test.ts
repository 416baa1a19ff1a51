import { expect, test } from 'vitest';
import type { PastActivity } from '../../src/insights/engine.ts';
import { linesOf } from './checklist.ts';
import { activity, computeCards, history } from './histories.ts';

const full = (unit: string) => unit.repeat(Math.ceil(10_240 / unit.length)).slice(0, 10_240);
const signed = (line: string) => `The contract is signed.\n\nBest regards,\n${line}`;

/** As many activities as an engine is told of, all as long as they may be. */
const crowd = (fields: () => Partial<PastActivity>) =>
  history(Array.from({ length: 500 }, (_, index) => activity({ ...fields(), daysAgo: 1 + index / 4 })));

test.each<[string, () => Partial<PastActivity>]>([
  ['a signature that is nearly a name', () => ({ content: signed(`${'A'.repeat(9_000)}!`) })],
  ['a signature of names without spaces', () => ({ content: signed(`${'Mc'.repeat(4_500)}!`) })],
])('%s, in as many activities as there can be, make three cards', async (_what, fields) => {
  const cards = await computeCards(crowd(fields));
  for (const card of Object.values(cards)) expect(linesOf(card).length).toBeGreaterThan(0);
});

test('the first hundred speakers of a chat are told apart, and the rest are attributed to nobody', async () => {
  const lines = Array.from(
    { length: 150 },
    (_, at) => `Speaker ${'abcdefghijklmno'[at % 15]}${'abcdefghij'[Math.floor(at / 15)]}: hello there`,
  );
  const said = (name: string) => `${name}: The contract is signed.`;
  const winsOf = async (content: string) =>
    (await computeCards(history([activity({ type: 'chat', content })])))['wins-and-traction'];
  expect(await winsOf([said('Priya'), ...lines].join('\n'))).toContain('— Priya Raman,');
  expect(await winsOf([...lines, said('Priya')].join('\n'))).toMatch(/“The contract is signed\.” — \d+ Nov/);
});

test('text beyond the newest million and a half characters is not read, and still counts as contact', async () => {
  const filler = full('We talked about the depots and the carts for a good while. ');
  const old = activity({ content: 'The contract is signed.', daysAgo: 200, subject: 'Old' });
  const winsOf = async (count: number) =>
    (await computeCards(history([old, ...crowd(() => ({ content: filler })).activities.slice(0, count)])))[
      'wins-and-traction'
    ];
  expect(await winsOf(100)).toContain('signed');
  expect(await winsOf(200)).toMatch(/No wins found in the 201 activities of the last year/);
});
