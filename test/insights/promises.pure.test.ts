import { describe, expect, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { promiseIn, reportedPromiseIn } from '../../src/insights/built-in/promises.ts';
import type { PastActivity } from '../../src/insights/engine.ts';
import { activity, history, jonas, mara, ours, priya, theirs, threads } from './histories.ts';

test.each([
  'I’ll send the offer by Friday.',
  "We'll get back to you next week.",
  'Let me check with the warehouse.',
  'I will also find out what it costs.',
  'We’ll have a corrected invoice over to you by Tuesday.',
  'I’ll take this up with our product manager and get back to you.',
  'I’ll check if the depot has it.',
  'I am going to talk to him about it.',
])('we promise something in "%s"', (sentence) => {
  expect(promiseIn(`Hello Priya. ${sentence} Mara`)).toBe(sentence);
});

test.each([
  'If you send me the list, I’ll check it.',
  'Shall I ask them, or will you let me check?',
  'Let me have the figures when you can.',
  'Let me know what you think.',
  'I’ll be there at nine.',
  'I will check in with you after the summer.',
  'I’ll let you decide which option suits you best.',
  'I’ll send it if you need it.',
  'We sent the offer on Friday.',
])('we promise nothing in "%s"', (sentence) => {
  expect(promiseIn(sentence)).toBeUndefined();
});

test.each([
  'I said I’d look into the pods.',
  'Told her I’d make a one-page sheet and send it.',
  'I’m to send the engineers’ sheets.',
  'I’ll arrange a valuation.',
  'Promised him something by Monday.',
  'To do: amended sheet.',
  'Still owe them the credit.',
  'Mara to price it by the 23rd.',
  'Mara will pick up the legs.',
])('a call reports that we promised something in "%s"', (sentence) => {
  expect(reportedPromiseIn(`Nice call. ${sentence} Rain all day.`, new Set(['mara']))).toBe(sentence);
});

test.each([
  'I’d say they are happy.',
  'Priya to send us the list.',
  'Priya: “We’ll find a nurse.”',
  'Should I send the sheet, or will Mara send it?',
  'Called to confirm the date.',
  'Mara sent the sheet.',
])('a call reports no promise of ours in "%s"', (sentence) => {
  expect(reportedPromiseIn(sentence, new Set(['mara']))).toBeUndefined();
});

test('what we promised in a call is open after a week, unless a later activity is about the same', async () => {
  const call = (daysAgo: number) =>
    activity({ type: 'call', subject: 'Depots', content: 'I’ll send the inventory sheet.', daysAgo });
  const promise = 'I’ll send the inventory sheet.';
  expect((await threads(call(8)))[0]).toMatchObject({ state: 'open', promise });
  expect((await threads(call(6)))[0]).toMatchObject({ state: 'quiet', promise: undefined });
  const sent = ours('The inventory sheet is attached.', 7);
  expect((await threads(call(8), sent)).at(-1)?.state).toBe('quiet');
  const { explanation } = await builtInEngine.compute(history([call(8)]));
  expect(explanation.steps).toMatchObject([
    { action: 'keepPromise', subject: 'Depots', person: 'Priya Raman' },
  ]);
});

describe('a thread that we left with a promise', () => {
  const promised = [theirs('Where is the export for the Gdynia depot?', 20), ours('I’ll find out.', 10)];
  const stateOf = async (...later: PastActivity[]) =>
    (await threads(...promised, ...later)).find(({ subject }) => subject === 'Export')?.state;

  test('is open after a week', async () => {
    const [first] = await threads(...promised);
    expect(first).toMatchObject({ state: 'open', promise: 'I’ll find out.', unanswered: [] });
    const [fresh] = await threads(theirs('Where is the export?', 9), ours('I’ll find out.', 6));
    expect(fresh).toMatchObject({ state: 'quiet', promise: undefined });
  });

  test('is given up after 90 days', async () => {
    const old = (daysAgo: number) => threads(theirs('Where is it?', 95), ours('I’ll find out.', daysAgo));
    expect((await old(90))[0]?.state).toBe('open');
    expect((await old(91))[0]?.state).toBe('quiet');
  });

  test('waits for nobody once somebody has written in it', async () => {
    expect(await stateOf(ours('It is in the portal.', 8))).toBe('quiet');
    expect(await stateOf(theirs('It is not the one for Gdansk.', 8))).toBe('quiet');
  });

  test('waits for nobody once a later activity is about the same', async () => {
    const about = (subject: string, content: string) =>
      activity({ type: 'note', subject, content, daysAgo: 5 });
    expect(await stateOf(about('Export', 'It has to be made again.'))).toBe('quiet');
    expect(await stateOf(about('Lamps', 'They will come back with their team this week.'))).toBe('open');
  });

  test('waits for nobody if the promise was made to a colleague or a third party', async () => {
    for (const reader of [jonas, 'luca@other.example']) {
      const aside = ours('I’ll find out.', 10, { participants: [mara, reader, priya] });
      const [thread] = await threads(theirs('Where is the export?', 20), aside);
      expect(thread).toMatchObject({ state: 'quiet', promise: undefined });
    }
  });
});
