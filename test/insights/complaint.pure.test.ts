import { describe, expect, test } from 'vitest';
import {
  concernsUs,
  explains,
  plainnessOf,
  reportsOwnExperience,
} from '../../src/insights/built-in/complaint.ts';
import { isPointed } from '../../src/insights/built-in/settling.ts';
import { conversationsOf, type Headers } from '../../src/insights/text/conversations.ts';
import { isQuote } from '../../src/insights/text/quoted-text.ts';

test.each([
  'Your new system is a nightmare.',
  'Sorry to say, but we are very disappointed.',
  'Thank you, but the invoices are still wrong.',
  'You promised Friday and failed to deliver.',
  'Nobody answers the phone.',
  'Nothing seems to help.',
  'We never received the invoice.',
  'Since then, no list could be printed.',
])('a complaint about us complains: %s', (sentence) => {
  expect(plainnessOf(sentence)).toBe(1);
  expect(explains(sentence)).toBe(false);
});

test.each([
  ['a rule', 'Broken parcels must go back.'],
  ['an example', 'It fails, for example, on Mondays.'],
  ['a reason', "That's why the gate is broken."],
  ['an aside', '(The gate is broken.)'],
  ['an apology', 'Sorry for the late reply.'],
  ['a helpless helper', 'I cannot see how that is broken.'],
  ['a helpless guess', 'I cannot explain the late delivery.'],
  ['advice', 'Make sure to repair the broken gate.'],
  ['a proposal', "Why don't we repair the broken gate."],
  ['a suggestion', 'My suggestion would be a delay.'],
  ['an old acquaintance', 'That is a typical error of the gate.'],
  ['a search in vain', 'I was not able to find much about the errors.'],
  ['a description', `The gate is broken ${'and then it opens again '.repeat(6)}.`],
])('%s explains instead of complaining', (_what, sentence) => {
  expect(explains(sentence)).toBe(true);
});

test.each([
  [true, "We still couldn't print."],
  [true, 'I still see the error.'],
  [true, "We've run into the same issue."],
  [true, 'I am also having trouble with the gate.'],
  [true, 'We do not receive the list.'],
  [false, 'I have tried it on two machines.'],
  [false, 'It fails on two machines.'],
  [false, 'I think that it fails.'],
  [false, 'We had the same error.'],
])('tells of its writers (%s): %s', (expected, sentence) =>
  expect(reportsOwnExperience(sentence)).toBe(expected),
);

test('what only the writers cannot do is no fault of ours', () => {
  expect(plainnessOf('I can’t see a better way.')).toBe(0);
});

test('a sentence about others concerns neither its writers nor us', () => {
  expect(concernsUs('The regulators terminate the contracts.')).toBe(false);
  expect(['We terminate it.', 'Terminate your contract.'].map(concernsUs)).toEqual([true, true]);
});

describe('a win', () => {
  const isWin = (sentence: string) => isPointed(sentence, true);
  const long =
    'The portal is great because all of the people in the whole of the company know what is in the yard.';

  test.each(['We are delighted with the portal.', `Thanks: ${long}`])('comes to the point: %s', (sentence) =>
    expect(isWin(sentence)).toBe(true),
  );

  test.each([
    ['is an opinion', 'I think the portal is great.'],
    ['is long', long],
    ['has a condition', 'If it opens the gate, that is perfect.'],
  ])('is none if it %s', (_what, sentence) => expect(isWin(sentence)).toBe(false));

  test.each([
    [true, 'a condition', 'If it opens the gate, that is perfect.'],
    [false, 'what takes it back', 'The portal is great, but slow.'],
    [false, 'an attempt', 'We are trying to get your great portal to work.'],
    [false, 'a list to come', 'We have successfully installed these parts:'],
  ])('may (%s) have %s in a chat', (expected, _what, sentence) => {
    expect(isPointed(sentence, false)).toBe(expected);
  });
});

test('a line behind a name is a quote, and a comparison is none', () => {
  expect(['Priya> It is broken.', '> It is broken.', 'Revenue>20k is needed.'].map(isQuote)).toEqual([
    true,
    true,
    false,
  ]);
});

test('chats that name their conversations are not joined by subject, and others are', () => {
  const chat = (thread: string | null, minute: number) => {
    const activity: Headers = {
      type: 'chat',
      subject: 'Support',
      participants: ['priya@globex.example'],
      ownThread: `message-${minute}`,
      thread,
    };
    return { activity, atMs: minute * 60_000 };
  };
  expect(conversationsOf([chat('a', 1), chat('b', 2), chat('a', 3)]).map(({ length }) => length)).toEqual([
    2, 1,
  ]);
  expect(conversationsOf([chat(null, 1), chat(null, 2)])).toHaveLength(1);
});
