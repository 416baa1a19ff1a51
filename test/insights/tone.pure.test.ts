import { expect, test } from 'vitest';
import { toneOf } from '../../src/insights/built-in/tone.ts';

test('warm words are positive, bitter ones negative, dry ones neither', () => {
  expect(toneOf('What a wonderful launch, we are delighted and the team is happy.')).toBeGreaterThan(0.5);
  expect(toneOf('This is a terrible disaster, we are angry and disappointed.')).toBeLessThan(-0.5);
  expect(toneOf('The meeting is on Tuesday at ten in room four.')).toBe(0);
  expect(toneOf('')).toBe(0);
});

test('repetition makes the tone stronger, up to 1', () => {
  const once = toneOf('It is wonderful.');
  const often = toneOf('It is wonderful. '.repeat(50));
  expect(often).toBeGreaterThan(once);
  expect(often).toBeLessThanOrEqual(1);
  expect(toneOf('It is terrible. '.repeat(500))).toBeGreaterThanOrEqual(-1);
});

test('a negation inverts a word, up to the next comma', () => {
  expect(toneOf('We are not happy.')).toBeLessThan(0);
  expect(toneOf("We aren't happy.")).toBeLessThan(0);
  expect(toneOf('It was not terrible.')).toBeGreaterThan(0);
  expect(toneOf('No, we are happy.')).toBeGreaterThan(0);
});

test('courtesy does not count as warmth', () => {
  expect(toneOf('Dear Ida, thank you, please help me with the list. Best regards')).toBe(0);
});
