import { describe, expect, test } from 'vitest';
import { featuresOf, oddsOf } from '../../src/insights/built-in/odds.ts';
import { expressedSignalOf, signalOf } from '../../src/insights/built-in/signals.ts';
import { wordsOf } from '../../src/insights/built-in/words.ts';

const complaintOdds = (sentence: string) =>
  oddsOf('complaint', featuresOf(wordsOf(sentence), expressedSignalOf(sentence), false));

describe('what clients write', () => {
  test.each([
    ['friction', 'The invoice lists 14 seats, we have 11.'],
    ['friction', 'Since Monday two scanners still report an error at the gate.'],
    ['win', 'The board released the money for phase two last night.'],
  ])('is a %s by all of its words, without an expression of the lexicon: %s', (kind, sentence) => {
    expect(expressedSignalOf(sentence)).toBeNull();
    expect(signalOf(sentence)).toMatchObject({ kind, strength: 1, isGrave: false });
  });

  test('can be a threat by all of its words', () => {
    const sentence = 'We have decided to do this with somebody else from next year.';
    expect(expressedSignalOf(sentence)).toBeNull();
    expect(signalOf(sentence)).toMatchObject({ kind: 'friction', isGrave: true });
  });

  test.each([
    'Thank you for your help over the years, but we will not renew the contract.',
    'Best of luck, and thanks for the help: we have chosen another vendor.',
  ])('stays a threat that the lexicon knows, however kind: %s', (sentence) => {
    expect(signalOf(sentence)?.isGrave).toBe(true);
  });

  test.each(['Your delivery was late.', 'The data was incorrect.', 'I was disappointed with your answer.'])(
    'is a friction in the past tense, too: %s',
    (sentence) => {
      expect(signalOf(sentence)?.kind).toBe('friction');
    },
  );

  test.each([
    'What do we pay for one more seat?',
    'Peter is no longer with us.',
    'One thing: no more than 20 people fit into the room.',
    'Could you send us the two drawings?',
    'We are on holiday until the 14th.',
    'Attached are the minutes of Tuesday.',
  ])('is nothing if it is ordinary: %s', (sentence) => {
    expect(signalOf(sentence)).toBeNull();
  });

  test('is no friction if its other words tell so, although it has an expression for one', () => {
    const sentence = 'Sorry, I was late because of the trains.';
    expect(expressedSignalOf(sentence)?.kind).toBe('friction');
    expect(signalOf(sentence)).toBeNull();
  });
});

describe('in mail that others read', () => {
  test.each([
    ['supposes', 'If the export fails, we print it.'],
    ['advises', 'You can avoid the error by waiting.'],
    ['thanks', 'Thanks for finding the bug.'],
    ['apologizes', 'Sorry for the late reply.'],
    ["is about the reader's work", 'There is an error in your script.'],
    ['guesses', 'The export will probably fail.'],
  ])('a sentence that %s is unlikely to complain', (_what, sentence) => {
    expect(complaintOdds(sentence)).toBeLessThan(-0.6);
  });

  test.each([
    'We still get an error.',
    'Our export has not worked since Monday.',
    'It keeps losing our orders.',
    'The driver came two hours late and nobody called us.',
    'I noticed that the list is missing.',
  ])('what happens to its writers is likely a complaint: %s', (sentence) => {
    expect(complaintOdds(sentence)).toBeGreaterThan(0.5);
  });
});

test('words that name the same kind of fault count alike', () => {
  const [other, first, ...others] = ['lorry', 'error', 'issue', 'problem'].map((noun) =>
    oddsOf('complaint', featuresOf(wordsOf(`This ${noun} stops the gate.`), null, false)),
  );
  expect(others).toEqual([first, first]);
  expect(first).toBeGreaterThan(other ?? 0);
});

test('only the beginning of a long sentence is rated', () => {
  const isThreat = (filler: string) =>
    signalOf(`${filler} We will not renew the contract, we have chosen another vendor.`)?.isGrave ?? false;
  expect([isThreat('The gate opens.'), isThreat('The gate opens. '.repeat(40))]).toEqual([true, false]);
});
