import { describe, expect, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { promiseIn, reportedPromisesIn } from '../../src/insights/built-in/promises.ts';
import type { PastActivity } from '../../src/insights/engine.ts';
import { activity, computeCards, history, jonas, mara, ours, priya, theirs, threads } from './histories.ts';

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
  'Let me have the figures when you can.',
  'Let me know what you think.',
  'I’ll be there at nine.',
  'I will check in with you after the summer.',
  'I’ll let you decide which option suits you best.',
  'I’ll send it if you need it.',
])('we promise nothing in "%s"', (sentence) => {
  expect(promiseIn(sentence)).toBeUndefined();
});

const ourNames = new Set(['mara']);

test.each([
  'I said I’d check the invoice.',
  'Told her we would draft a plan.',
  'We’re to book the hall.',
  'I’ll raise it with the board.',
  'Promised them a date by Friday.',
  'I promised her a date.',
  'We still owe him the drawings.',
  'Mara to price it by the 23rd.',
  'Mara will find the drawings.',
])('a report of a call gives a promise or a task of ours in "%s"', (sentence) => {
  expect(reportedPromisesIn(`Nice call. ${sentence} Rain all day.`, ourNames)).toEqual([sentence]);
});

test.each([
  'I’d say they are happy.',
  'Priya to send us the list.',
  'Priya: “We’ll find a nurse.”',
  'Should I send the sheet, or will Mara send it?',
  'Called to confirm the date.',
  'Mara sent the sheet.',
  'Next steps:',
  'She asked whether we would quote for the second site.',
  'If we will order more, the price drops.',
  'We’d set up the sync last week.',
  'They do not owe them anything.',
  'Priya promised it to her boss.',
])('a report of a call gives no promise of ours in "%s"', (sentence) => {
  expect(reportedPromisesIn(sentence, ourNames)).toEqual([]);
});

describe('a promise made in a call', () => {
  const promise = 'I’ll send the inventory sheet.';
  const call = (daysAgo: number, given: Partial<PastActivity> = {}) =>
    activity({
      type: 'call',
      subject: 'Depots',
      content: promise,
      participants: [mara, priya],
      daysAgo,
      ...given,
    });
  const promiseOf = async (...given: PastActivity[]) => (await threads(...given)).at(-1)?.promise;

  test('is open after a week, unless a later activity is about it, and is a next step', async () => {
    expect((await threads(call(7)))[0]).toMatchObject({ state: 'open', promise });
    expect(await promiseOf(call(6))).toBeUndefined();
    expect(await promiseOf(call(8), ours('The inventory sheet is attached.', 7))).toBeUndefined();
    const { explanation } = await builtInEngine.compute(history([call(8)]));
    expect(explanation.steps).toMatchObject([
      { action: 'keepPromise', subject: 'Depots', person: 'Priya Raman' },
    ]);
  });

  test('is one of several of which another was kept', async () => {
    const content = `We will check the gate at Gdynia. ${promise}`;
    expect(await promiseOf(call(8, { content }), ours('The gate at Gdynia is fine.', 7))).toBe(promise);
  });

  test('is ours in a transcript only if one of us said it', async () => {
    const said = (name: string) => [`${name}: ${promise}`, 'Mara: Fine.', `${name}: Good.`].join('\n');
    expect(await promiseOf(call(8, { content: said('Mara Lindqvist') }))).toBeDefined();
    for (const name of ['Priya', 'Luca Other'])
      expect(await promiseOf(call(8, { content: said(name) }))).toBeUndefined();
  });

  test('may be a task of any of us in a report, unless the client has somebody of that name or it is a role', async () => {
    const content = 'Jonas to send the inventory sheet.';
    const both = [priya, mara, jonas];
    expect(await promiseOf(call(8, { content, participants: both }))).toBe(content);
    const asked = { content: 'Asked support to check the pods.', participants: [mara, priya] };
    asked.participants.push('support@northwind.example');
    expect(await promiseOf(call(8, asked))).toBeUndefined();
    const namesake = 'jonas.dahl@globex.example';
    expect(await promiseOf(call(8, { content, participants: [...both, namesake] }))).toBeUndefined();
  });

  test('is none in an invitation of the client, or in a meeting without it; a note needs nobody', async () => {
    const meeting = (participants: string[]) => promiseOf(call(8, { type: 'meeting', participants }));
    expect(await meeting([mara, priya])).toBe(promise);
    expect(await meeting([priya, mara])).toBeUndefined();
    expect(await meeting([mara, jonas])).toBeUndefined();
    expect(await promiseOf(call(8, { type: 'note', participants: [mara] }))).toBe(promise);
  });

  test('does not keep a friction that was told there, and tells where it stands', async () => {
    const card = async (daysAgo: number) =>
      (await computeCards(history([call(daysAgo, { content: `Their gate is broken. ${promise}` })])))[
        'frictions-and-risks'
      ];
    expect(await card(19)).toContain('open since');
    expect(await card(21)).toContain('No open frictions');
  });
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
