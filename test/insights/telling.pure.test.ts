import { expect, test } from 'vitest';
import { signalOf } from '../../src/insights/built-in/signals.ts';
import { tellingOf, topicOf } from '../../src/insights/built-in/telling.ts';

const topic = topicOf('Re: Label printer');
const rate = (sentence: string, isOpening = false) =>
  tellingOf(sentence, signalOf(sentence), topic, isOpening);

test.each([
  ['names a fault', 'There is a fault in row twelve, an error.', 'There is a mark in row twelve, a cross.'],
  [
    'tells of trouble',
    'On Mondays there is an error.',
    'For the hall with two of the label printers, I have read the page of last spring on the labels.',
  ],
  ['is about the subject', 'The label printer stops on Mondays.', 'The coffee grinder stops on Mondays.'],
  ['contrasts', 'But the gate stays closed on Mondays.', 'Then the gate stays closed on Mondays.'],
  [
    'tells that it lasts',
    'The gate still stays closed on Mondays.',
    'The gate just stays closed on Mondays.',
  ],
  ['reports an observation', 'We see a red light on Mondays.', 'We have a red light on Mondays.'],
  ['is long enough', 'It stops when I open the lid.', 'It stops.'],
  ['does not ask', 'The gate is closed on Mondays.', 'Is the gate closed on Mondays?'],
  ['does not guess', 'The gate stays closed on Mondays.', 'I suspect the gate is closed on Mondays.'],
  ['gives no theory', 'The gate stays closed on Mondays.', 'This suggests that the gate stays closed.'],
  ['is of now', 'The gate stays closed on Mondays.', 'The gate would stay closed on Mondays.'],
  ['begins a sentence', 'The gate stays closed on Mondays.', 'the gate stays closed on Mondays.'],
])('a sentence tells more if it %s', (_what, more, less) => {
  expect(rate(more)).toBeGreaterThan(rate(less));
});

test('a sentence tells more in the first message of a thread', () => {
  expect(rate('The gate stays closed.', true)).toBeGreaterThan(rate('The gate stays closed.'));
});
