import { expect, test } from 'vitest';
import { complaintOdds } from '../../src/insights/built-in/complaint-odds.ts';
import { signalOf } from '../../src/insights/built-in/signals.ts';

const oddsOf = (sentence: string) => complaintOdds(sentence, signalOf(sentence));

test.each([
  ['supposes', 'If the export fails, we print it.'],
  ['advises', 'You can avoid the error by waiting.'],
  ['thanks', 'Thanks for finding the bug.'],
  ['apologizes', 'Sorry for the late reply.'],
  ["is about the reader's work", 'There is an error in your script.'],
  ['guesses', 'The export will probably fail.'],
])('a sentence that %s is unlikely to complain', (_what, sentence) => {
  expect(oddsOf(sentence)).toBeLessThan(-0.6);
});

test.each([
  'We still get an error.',
  'Our export has not worked since Monday.',
  'It keeps losing our orders.',
  'The driver came two hours late and nobody called us.',
  'I noticed that the list is missing.',
])('what happens to its writers is likely a complaint: %s', (sentence) => {
  expect(oddsOf(sentence)).toBeGreaterThan(0.5);
});

test('words that name the same kind of fault count alike', () => {
  const [other, first, ...others] = ['lorry', 'error', 'issue', 'problem'].map((noun) =>
    complaintOdds(`This ${noun} stops the gate.`, null),
  );
  expect(others).toEqual([first, first]);
  expect(first).toBeGreaterThan(other ?? 0);
});

test('only the beginning of a long sentence is rated', () => {
  const sentence = 'The gate opens and then it closes again '.repeat(20);
  expect(complaintOdds(`${sentence}still`, null)).toBe(complaintOdds(sentence, null));
});
