import { describe, expect, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { signalOf } from '../../src/insights/built-in/signals.ts';
import { figuresOf, sentencesIn } from './eval.ts';
import { judgeQuotes } from './eval-quotes.ts';

const kindOf = (sentence: string) => signalOf(sentence)?.kind ?? 'neither';

describe('the labelled sentences', () => {
  // What the held-out sentences reach must not be lost again.
  test.each([
    ['training', 'win', 0.85, 0.75],
    ['training', 'friction', 0.85, 0.75],
    ['held-out', 'win', 0.9, 0.56],
    ['held-out', 'friction', 0.8, 0.67],
  ] as const)('%s, %s: precision is at least %d and recall at least %d', (set, kind, precision, recall) => {
    const figures = figuresOf(sentencesIn(set))[kind];
    expect(figures.precision).toBeGreaterThanOrEqual(precision);
    expect(figures.recall).toBeGreaterThanOrEqual(recall);
  });

  test('number at least 200, of which a third are held out', () => {
    const training = sentencesIn('training').length;
    const heldOut = sentencesIn('held-out').length;
    expect(training + heldOut).toBeGreaterThanOrEqual(200);
    expect(heldOut).toBeGreaterThanOrEqual((training + heldOut) / 3);
  });
});

test('at least nine of ten quotes on the cards of the demo are judged right', async () => {
  const { right, wrong, unjudged } = await judgeQuotes(builtInEngine);
  expect(right).toBeGreaterThanOrEqual(0.9 * (right + wrong.length + unjudged.length));
});

test('the evaluation counts hits, misses and false alarms among neutral sentences', () => {
  expect(
    figuresOf([
      { text: 'Both contracts are signed.', label: 'win' },
      { text: 'We meet on Tuesday.', label: 'win' },
      { text: 'The problem is solved.', label: 'neither' },
      { text: 'The agenda is attached.', label: 'neither' },
    ]),
  ).toEqual({
    win: { precision: 0.5, recall: 0.5, f1: 0.5 },
    friction: { precision: 0, recall: 0, f1: 0 },
    falseAlarmsPer100Neutral: 50,
  });
});

test.each([
  ['Both contracts are signed.', 'event'],
  ['We renewed for another year.', 'event'],
  ['The new site went live on Monday.', 'event'],
  ['Waiting times dropped from 47 to 29 minutes.', 'event'],
  ['The problem is solved.', 'event'],
  ['I recommended you to two colleagues.', 'event'],
  ['We are delighted.', 'feeling'],
  ['The team loves the new screen.', 'feeling'],
])('a win: %s', (sentence, basis) => {
  expect(signalOf(sentence)).toMatchObject({ kind: 'win', basis });
});

test.each([
  ['The release is delayed again.', 'event'],
  ['We have decided not to renew the contract.', 'event'],
  ['The shop has been down since this morning.', 'event'],
  ['The invoice is wrong, we were charged twice.', 'event'],
  ['Our budget has been cut.', 'event'],
  ['We are talking to another supplier.', 'event'],
  ['I am leaving the company in March.', 'event'],
  ['We are very disappointed.', 'feeling'],
  ['I have lost confidence in the plan.', 'event'],
])('a friction: %s', (sentence, basis) => {
  expect(signalOf(sentence)).toMatchObject({ kind: 'friction', basis });
});

test.each([
  ["I can't fault it.", 'win'],
  ['I can’t fault it.', 'win'],
  ['No complaints so far.', 'win'],
  ["We couldn't be happier.", 'win'],
  ['It is no longer broken.', 'win'],
  ['I heard nothing but praise.', 'win'],
  ["It hasn't been great.", 'friction'],
  ['We are far from happy.', 'friction'],
  ["The team isn't convinced.", 'friction'],
  ['Unfortunately I am not very familiar with this tool.', 'friction'],
  ['Not a problem.', 'neither'],
  ['Not a problem at all.', 'neither'],
])('negation is respected: %s', (sentence, kind) => {
  expect(kindOf(sentence)).toBe(kind);
});

test.each([
  'Is it delayed?',
  'Have you signed the contract?',
  'Perhaps the contract will be renewed.',
  'If it fails we would repeat it.',
  'We hope to sign soon.',
  'To avoid delays, please book early.',
])('a question, doubt or possibility is no signal: %s', (sentence) => {
  expect(signalOf(sentence)).toBeNull();
});

test('criticism of a rival is no friction', () => {
  expect(signalOf('Our previous vendor was a nightmare.')).toBeNull();
  expect(signalOf('The support of your competitor is terrible.')).toBeNull();
});

test.each([
  ['We are going to cancel the contract.', true],
  ['We are talking to your competitors.', true],
  ['The external budget is cut by 30%.', true],
  ['The release is delayed again.', false],
  ['We are very disappointed.', false],
])('what concerns the relationship itself is grave: %s', (sentence, isGrave) => {
  expect(signalOf(sentence)).toMatchObject({ kind: 'friction', isGrave });
});

test.each([
  ['Why is it broken again?', 'friction'],
  ["Why hasn't anyone called me back?", 'friction'],
  ['The import fails every night, could you have a look?', 'friction'],
])('a reproachful question is a friction: %s', (sentence, kind) => {
  expect(kindOf(sentence)).toBe(kind);
});

test.each([
  ['The start was rough, but the team is delighted now.', 'win'],
  ['The kick-off was lovely, but we are disappointed with the rest.', 'friction'],
  ['Although the import crashed once, we are delighted.', 'win'],
])('a conceded clause counts less: %s', (sentence, kind) => {
  expect(kindOf(sentence)).toBe(kind);
});

test.each([
  'Thanks in advance!',
  'I am happy to help.',
  'Sorry for the late reply.',
  'Let me know if there are any issues.',
  'Great, see you on Tuesday.',
])('courtesy is no signal: %s', (sentence) => {
  expect(signalOf(sentence)).toBeNull();
});

test.each([
  'Please add it to the issue tracker.',
  'The risk register is attached.',
  'Our error budget is in section 3.',
  'The win rate report comes on Monday.',
])('a fixed compound is no signal: %s', (sentence) => {
  expect(signalOf(sentence)).toBeNull();
});

test.each([
  'Das ist ein großes Problem für uns und die Kollegen.',
  'Le projet est en retard et nous ne sommes pas contents de la solution.',
  'El error no está solucionado y los clientes se quejan.',
  '👍',
  '',
])('other languages and texts without words give no signal: %s', (sentence) => {
  expect(signalOf(sentence)).toBeNull();
});

test('a plain fact is weaker than one stated with feeling', () => {
  const plain = signalOf('The delivery is delayed.')?.strength ?? 0;
  const strong =
    signalOf('The delivery is delayed again, this is a disaster and we are furious.')?.strength ?? 0;
  expect(strong).toBeGreaterThan(plain);
});

test('case, apostrophes and spaces change nothing', () => {
  expect(signalOf("WE AREN'T   HAPPY\nWITH IT")).toEqual(signalOf('we aren’t happy with it'));
});
