import { describe, expect, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { signalOf } from '../../src/insights/built-in/signals.ts';
import { countTaken, figuresOf, sentencesIn } from './eval.ts';
import { judgeQuotes } from './eval-quotes.ts';
import { compareWithReaders } from './eval-readers.ts';

describe('the labelled sentences', () => {
  // Lower a held-out level only for a gain on real mail, and say so in the commit.
  test.each([
    ['training', 'win', 0.85, 0.68],
    ['training', 'friction', 0.85, 0.75],
    ['held-out', 'win', 0.94, 0.6],
    ['held-out', 'friction', 0.85, 0.73],
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

test.each([
  ['threats', 100, 39, 1],
  ['requests', 50, 41, 4],
  ['complaints', 100, 43, 16],
] as const)(
  'of the held-out %s, %d, at least %d are found, and at most %d others are taken for one',
  async (about, all, least, most) => {
    const { found, others } = await countTaken(about);
    expect([found.of, others.of]).toEqual([all, all]);
    expect(found.taken).toBeGreaterThanOrEqual(least);
    expect(others.taken).toBeLessThanOrEqual(most);
  },
);

test('for twelve clients, at least 31 of 57 verdicts, and 35 next steps and 65% of them, match a reader’s', async () => {
  const { verdicts, steps } = await compareWithReaders(builtInEngine);
  expect(verdicts.all).toBe(57);
  expect(verdicts.same).toBeGreaterThanOrEqual(31);
  expect(steps.same).toBeGreaterThanOrEqual(35);
  expect(steps.same / steps.all).toBeGreaterThanOrEqual(0.65);
});

test('at least nine of ten quotes on the cards of the demo are judged right', async () => {
  const { right, wrong, unjudged } = await judgeQuotes(builtInEngine);
  expect(right).toBeGreaterThanOrEqual(0.9 * (right + wrong.length + unjudged.length));
});

test.each([
  ['win', 'event', 'We renewed for another year.'],
  ['win', 'event', 'We will renew for two years.'],
  ['win', 'event', 'The new site went live on Monday.'],
  ['win', 'event', 'Waiting times dropped from 47 to 29 minutes.'],
  ['win', 'event', 'The problem is solved.'],
  ['win', 'event', 'I recommended you to two colleagues.'],
  ['win', 'feeling', 'You have been a great partner for a long time.'],
  ['win', 'feeling', 'The team loves the new screen.'],
  ['friction', 'event', 'We have decided not to renew the contract.'],
  ['friction', 'event', 'The shop has been down since this morning.'],
  ['friction', 'event', 'The invoice is wrong, we were charged twice.'],
  ['friction', 'event', 'Our budget has been cut.'],
  ['friction', 'event', 'I am leaving the company in March.'],
  ['friction', 'event', 'I have lost confidence in the plan.'],
  ['friction', 'feeling', 'I have not yet received the confirmation.'],
  ['friction', 'event', 'The app just freezes.'],
  ['friction', 'event', 'The delay is costing us customers.'],
])('a %s (%s): %s', (kind, basis, sentence) => {
  expect(signalOf(sentence)).toMatchObject({ kind, basis });
});

test.each([
  ['event', true, 'We are going to cancel the contract.'],
  ['event', true, 'We are talking to your competitors.'],
  ['event', true, 'We have decided to discontinue using the portal.'],
  ['event', true, 'They are looking around for a new provider.'],
  ['event', true, 'The external budget is cut by 30%.'],
  ['event', true, 'We are pulling out of the pilot.'],
  ['event', true, 'How do we cancel our subscription?'],
  ['event', true, 'We can no longer afford the price.'],
  ['event', true, 'We are keeping our options open.'],
  ['event', true, 'The CFO has frozen all software spend.'],
  ['event', true, 'Their rate is about 11% under yours.'],
  ['event', false, 'The release is delayed again.'],
  ['feeling', false, 'We are very disappointed.'],
])('a friction (%s) that concerns the relationship itself is grave (%s): %s', (basis, isGrave, sentence) => {
  expect(signalOf(sentence)).toMatchObject({ kind: 'friction', basis, isGrave });
});

test.each([
  'We have chosen your platform as the new solution.',
  'I hope to close the renewal this month.',
  'It will renew automatically every year.',
  'It is unlikely that we will renew the contract.',
  'We will renew our request to you.',
  'Could you tell us how to cancel one user account?',
  'We met with your product manager yesterday.',
  'Your tool cut our ad spend by 30 percent.',
  'We keep our business open over Christmas.',
  'On Friday we leave for the fair.',
  'Please give us 3 days notice before the maintenance window.',
  'Please send a full copy of our contract for the auditors.',
  'We do not intend to make any changes to the order.',
  'Our rolling contract with you works well.',
  'You scored A in our supplier review again.',
  'Can we get a further quote for the second depot?',
  'We have sent the plan to the other parties.',
  'We will tender for the school job.',
  'We are going with another colour for the vans.',
  'We do the cleaning in house, you do the windows.',
  'The independent review confirmed that your figures are right.',
  'We use your data to benchmark our energy costs.',
  'Your webinar gave us a good look at the market in Poland.',
  'Otherwise we leave out the photo.',
  'I cannot pay over the amount of the order.',
  'Can you send us two quotes for the depot?',
  'You are two days ahead of the others.',
])('is no threat: %s', (sentence) => expect(signalOf(sentence)?.isGrave ?? false).toBe(false));

test.each([
  ['a negation inverts', "I can't fault it.", 'win'],
  ['a negation inverts', 'No complaints so far.', 'win'],
  ['a negation inverts', "We couldn't be happier.", 'win'],
  ['a negation inverts', 'It is no longer broken.', 'win'],
  ['a negation inverts', 'I heard nothing but praise.', 'win'],
  ['a negation inverts', "It hasn't been great.", 'friction'],
  ['a negation inverts', 'We are far from happy.', 'friction'],
  ['a negation inverts', "The team isn't convinced.", 'friction'],
  ['a negation inverts', 'Unfortunately I am not very familiar with this tool.', 'friction'],
  ['a negation inverts', 'Not a problem.', 'neither'],
  ['a wish is no praise', 'Have a very happy Thanksgiving!', 'neither'],
  ['a negation inverts', 'Not a problem at all.', 'neither'],
  ['a question reproaches', 'Why is it broken again?', 'friction'],
  ['a question reproaches', "Why hasn't anyone called me back?", 'friction'],
  ['a question reproaches', 'The import fails every night, could you have a look?', 'friction'],
  ['an answer was good', 'We are getting good feedback from the team.', 'win'],
  ['an answer was good', 'We had good support on Monday.', 'win'],
  ['an answer is missing', 'We have had no good answer from support.', 'friction'],
  ['a clause is conceded', 'The start was rough, but the team is delighted now.', 'win'],
  ['a clause is conceded', 'It was lovely, but we are disappointed with the rest.', 'friction'],
  ['a clause is conceded', 'Although the import crashed once, we are delighted.', 'win'],
  ['a question asks', 'Is it delayed?', 'neither'],
  ['a question asks', 'Have you signed the contract?', 'neither'],
  ['a possibility is no fact', 'Perhaps the contract will be renewed.', 'neither'],
  ['a possibility is no fact', 'If it fails we would repeat it.', 'neither'],
  ['a possibility is no fact', 'We hope to sign soon.', 'neither'],
  ['a possibility is no fact', 'To avoid delays, please book early.', 'neither'],
  ['a rival is criticized', 'Our previous vendor was a nightmare.', 'neither'],
  ['a rival is criticized', 'The support of your competitor is terrible.', 'neither'],
  ['courtesy means nothing', 'Thanks in advance!', 'neither'],
  ['courtesy means nothing', 'I am happy to help.', 'neither'],
  ['courtesy means nothing', 'Sorry for the late reply.', 'neither'],
  ['courtesy means nothing', 'Let me know if there are any issues.', 'neither'],
  ['courtesy means nothing', 'Great, see you on Tuesday.', 'neither'],
  ['a compound is fixed', 'Please add it to the issue tracker.', 'neither'],
  ['a compound is fixed', 'The risk register is attached.', 'neither'],
  ['a compound is fixed', 'Our error budget is in section 3.', 'neither'],
  ['a compound is fixed', 'The win rate report comes on Monday.', 'neither'],
  ['only English is read', 'Das ist ein Problem, und die Kollegen sind frustrated.', 'neither'],
  ['there are no words', '👍', 'neither'],
  ['there are no words', '', 'neither'],
])('%s: %s (%s)', (_why, sentence, kind) => {
  expect(signalOf(sentence)?.kind ?? 'neither').toBe(kind);
});

test('a plain fact is weaker than one stated with feeling', () => {
  const strength = (sentence: string) => signalOf(sentence)?.strength ?? 0;
  const strong = strength('The delivery is delayed again, this is a disaster and we are furious.');
  expect(strong).toBeGreaterThan(strength('The delivery is delayed.'));
});

test('case, apostrophes and spaces change nothing', () => {
  expect(signalOf("WE AREN'T   HAPPY\nWITH IT")).toEqual(signalOf('we aren’t happy with it'));
});

test('the name of an emoji says nothing', () => {
  expect(signalOf('It takes a few minutes :slightly_smiling_face:')).toBeNull();
  expect(signalOf('We are all smiling.')).toMatchObject({ kind: 'win' });
});
