import { describe, expect, test } from 'vitest';
import { featuresOf, oddsOf } from '../../src/insights/built-in/odds.ts';
import { expressedIn, signalOf } from '../../src/insights/built-in/signals.ts';
import { wordsOf } from '../../src/insights/built-in/words.ts';
import { activity, computeCards, history } from './histories.ts';

const expressedBy = (sentence: string) => expressedIn(wordsOf(sentence), false);

describe('what clients write', () => {
  test.each([
    ['friction', 'In the third row the manual says 5 ml an hour.'],
    ['friction', 'Since Monday two scanners still report an error at the gate.'],
    ['win', 'The board released the money for phase two last night.'],
  ])('is a %s by all of its words, without an expression of the lexicon: %s', (kind, sentence) => {
    expect(expressedBy(sentence)).toBeNull();
    expect(signalOf(sentence)).toMatchObject({ kind, strength: 1, isGrave: false });
  });

  test('is a threat only by an expression of the lexicon', () => {
    const sentence = 'We have decided to do this with somebody else from next year.';
    expect(expressedBy(sentence)).toBeNull();
    expect(signalOf(sentence)?.isGrave ?? false).toBe(false);
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
    expect(expressedBy(sentence)?.kind).toBe('friction');
    expect(signalOf(sentence)).toBeNull();
  });
});

test('a friction in a long report of a call needs more evidence than one in a short report or in mail', async () => {
  const sentence = 'Their gate is broken.';
  expect([signalOf(sentence)?.kind, signalOf(sentence, true)]).toEqual(['friction', null]);
  const card = async (content: string, type: 'call' | 'email' = 'call') =>
    (await computeCards(history([activity({ type, content })])))['frictions-and-risks'];
  expect(await card(`Short call. ${sentence}`)).toContain(sentence);
  const long = `${sentence} ${'We went through the plan for the spring. '.repeat(5)}`;
  expect(await card(long)).not.toContain(sentence);
  expect(await card(long, 'email')).toContain(sentence);
});

test('words that name the same kind of fault count alike', () => {
  const [other, first, ...others] = ['lorry', 'bug', 'failure', 'problem'].map((noun) =>
    oddsOf('friction', featuresOf(wordsOf(`This ${noun} stops the gate.`), null, false, false)),
  );
  expect(others).toEqual([first, first]);
  expect(first).toBeGreaterThan(other ?? 0);
});
