import { expect, test } from 'vitest';
import { activity, computeCards, history } from './histories.ts';

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
  const content = 'We talked about the depots and the carts for a good while. '.repeat(174);
  const old = activity({ content: 'The contract is signed.', daysAgo: 200, subject: 'Old' });
  const winsOf = async (count: number) => {
    const newer = Array.from({ length: count }, (_, index) => activity({ content, daysAgo: 1 + index / 4 }));
    return (await computeCards(history([old, ...newer])))['wins-and-traction'];
  };
  expect(await winsOf(100)).toContain('signed');
  expect(await winsOf(200)).toMatch(/No wins found in the 201 activities of the last year/);
});
