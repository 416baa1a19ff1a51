import { describe, expect, test } from 'vitest';
import { read } from '../../src/insights/built-in/reading.ts';
import { type Thread, threadsOf } from '../../src/insights/built-in/threads.ts';
import type { PastActivity } from '../../src/insights/engine.ts';
import { linesOf } from './checklist.ts';
import { activity, computeCards, history, jonas, mara, priya, soren } from './histories.ts';

const threads = async (...activities: PastActivity[]): Promise<Thread[]> =>
  threadsOf(await read(history(activities), new AbortController().signal));

/** The subjects of the activities of each thread. */
const grouped = async (...activities: PastActivity[]) =>
  (await threads(...activities)).map(({ entries }) => entries.map(({ activity: { subject } }) => subject));

const theirs = (content: string, daysAgo: number, given: Partial<PastActivity> = {}) =>
  activity({ subject: 'Re: Export', content, daysAgo, ...given });
const ours = (content: string, daysAgo: number, given: Partial<PastActivity> = {}) =>
  theirs(content, daysAgo, { participants: [mara, priya], ...given });

const stateOf = async (...activities: PastActivity[]) => (await threads(...activities))[0]?.state;

describe('messages belong to one thread', () => {
  test('if they name the same conversation, whatever their subjects', async () => {
    const first = activity({ subject: 'Plan', ownThread: 'a', daysAgo: 9 });
    const reply = activity({ subject: 'Prices', ownThread: 'b', thread: 'a', daysAgo: 8 });
    const answer = activity({ subject: 'Depots', ownThread: 'c', thread: 'b', daysAgo: 7 });
    const other = activity({ subject: 'Plan', ownThread: 'd', daysAgo: 6 });
    expect(await grouped(first, reply, answer, other)).toEqual([['Plan'], ['Plan', 'Prices', 'Depots']]);
  });

  test('if a reply without a known conversation has the subject and a person of one in the last 30 days', async () => {
    const first = activity({ subject: 'Plan', daysAgo: 60 });
    const reply = (daysAgo: number, given: Partial<PastActivity> = {}) =>
      activity({ subject: 'AW: plan', daysAgo, ...given });
    expect(await grouped(first, reply(31))).toHaveLength(1);
    expect(await grouped(first, reply(31, { thread: 'unknown', subject: 'Plan' }))).toHaveLength(1);
    expect(await grouped(first, reply(29))).toHaveLength(2);
    expect(await grouped(first, reply(31, { participants: [soren, jonas] }))).toHaveLength(2);
    expect(await grouped(first, reply(31, { subject: 'Plan' }))).toHaveLength(2);
    expect(await grouped(first, reply(31, { type: 'chat' }))).toHaveLength(2);
  });

  test('if the same sender writes again under a subject of four words or more', async () => {
    const about = (subject: string, daysAgo: number, given: Partial<PastActivity> = {}) =>
      activity({ subject, daysAgo, ...given });
    const specific = 'Export stops every Monday';
    expect(await grouped(about(specific, 9), about(specific, 8))).toHaveLength(1);
    expect(await grouped(about(specific, 50), about(specific, 8))).toHaveLength(2);
    expect(await grouped(about('Export on Monday', 9), about('Export on Monday', 8))).toHaveLength(2);
    const another = { participants: [soren, mara] };
    expect(await grouped(about(specific, 9), about(specific, 8, another))).toHaveLength(2);
  });

  test('also behind the tag of a mailing list', async () => {
    const participants = [priya, 'portal-users@lists.example'];
    const first = activity({ subject: '[portal-users] [beta] Plan', participants, daysAgo: 9 });
    const reply = activity({ subject: '[Portal-Users] Re: [beta] Plan', participants, daysAgo: 8 });
    const [thread] = await threads(first, reply);
    expect([thread?.entries.length, thread?.subject]).toEqual([2, '[beta] Plan']);
  });

  test('also if the clock of the first one was late', async () => {
    const reply = activity({ subject: 'Re: Plan', ownThread: 'b', thread: 'a', daysAgo: 9 });
    const first = activity({ subject: 'Else', ownThread: 'a', daysAgo: 8 });
    expect(await grouped(reply, first)).toHaveLength(1);
  });

  test('unless they are calls, meetings or notes', async () => {
    const all = (['call', 'meeting', 'note'] as const).map((type) =>
      activity({ type, thread: 'a', subject: 'Re: x' }),
    );
    expect(await grouped(...all)).toHaveLength(3);
  });
});

describe('a thread', () => {
  const asked = theirs('Can you send the plan?', 9);

  test('is open while the client waits, until one of us answers in it', async () => {
    expect(await stateOf(asked)).toBe('open');
    expect(await stateOf(theirs('The export is broken again.', 9))).toBe('open');
    expect(await stateOf(asked, theirs('I wanted to add the list.', 8))).toBe('open');
    expect(await stateOf(asked, ours('Here it is.', 8))).toBe('quiet');
    expect(
      await stateOf(asked, ours('Here it is.', 8, { participants: ['pat@agency.example', soren] })),
    ).toBe('quiet');
    expect(await stateOf(theirs('The list is attached.', 9))).toBe('quiet');
  });

  test('waits for the client after a question of ours, until it writes', async () => {
    const question = ours('Which depot is the first?', 8);
    expect(await stateOf(asked, question)).toBe('waiting');
    expect(await stateOf(asked, question, theirs('Hamburg.', 7))).toBe('quiet');
    expect(await stateOf(asked, question, theirs('Hamburg. And when do you begin?', 7))).toBe('open');
  });

  test.each([
    'It works now.',
    'That did it, thank you!',
    'Version 4.3 fixes this issue.',
    'The problem is gone.',
    'Thanks a million for your help.',
    'It works now, and the queue is as short as it never was before.',
    'I have finally worked it out!',
    'Got it working now.',
  ])('is solved when the client answers: %s', async (content) => {
    const [thread] = await threads(asked, ours('Please try again.', 8), theirs(`Hello Mara. ${content}`, 7));
    expect(thread).toMatchObject({ state: 'solved', settling: content });
    expect(await stateOf(asked, theirs(content, 8), ours('Great.', 7))).toMatch(
      content.startsWith('Thanks') ? 'quiet' : 'solved',
    );
  });

  test.each([
    'If this has been solved, that saves me time.',
    'It does not work now.',
    'I hope it works now.',
    'I believe it is sorted according to the gate.',
    'Is it fixed now?',
    'Thanks for your quick reply.',
    'Thank you for clarifying the plan.',
    'Thank you, but the export is broken again.',
    'Thanks! Could you also send the list?',
    'Thank you for your help, but we need more than that.',
    'Thank you for your help. I will try this soon.',
    'I see, thanks for the help all the same.',
    'It worked fine on the old one, though.',
    'It worked like this last year.',
    'We will see how it works.',
  ])('is not solved when the client answers: %s', async (content) => {
    expect(await stateOf(asked, ours('Please try again.', 8), theirs(content, 7))).not.toBe('solved');
  });

  test('is solved by no word in its first message', async () => {
    const content = 'I followed the guide and it worked well.';
    expect(await stateOf(theirs(content, 9, { subject: 'Export' }))).toBe('quiet');
    expect(await stateOf(theirs(content, 9))).toBe('quiet');
  });

  test('is solved by news that come first, whatever they tell of the fault, unless something else is wrong', async () => {
    const news = 'Hello Mara,\n\nThe problem was solved by a restart. The export was broken every day.';
    expect(await stateOf(asked, theirs(news, 8))).toBe('solved');
    expect(await stateOf(asked, theirs(`${news} However, the import is broken.`, 8))).toBe('open');
  });

  test('is solved by a report, but not by thanks, beside what the client will try', async () => {
    const answered = [asked, ours('Please try again.', 8)];
    expect(await stateOf(...answered, theirs('That fixed it. I will try the list, too.', 7))).toBe('solved');
  });

  test.each([
    ['a message that complains, too', 'The export is broken. Printing works fine.'],
    ['a line of a log', 'Still the same.\n\n[INFO] worker: the queue works fine'],
    ['a trailer', 'Still the same.\n\nTested-by: Bob, that fixed it'],
    ['another trailer', 'Still the same.\n\nChange-Id: Bob, that fixed it'],
  ])('is not solved by %s', async (_what, content) => {
    expect(await stateOf(asked, ours('Please try again.', 8), theirs(content, 7))).not.toBe('solved');
  });

  test.each([
    'Never mind, I should have used the other plan.',
    'Never mind! It was a false entry of ours, and the export is not broken.',
    'It was a false alarm.',
  ])(
    'is solved, without a win and a friction, when the client takes back what it wrote: %s',
    async (content) => {
      const broken = theirs('The export is broken.', 9);
      expect(await threads(broken, theirs(content, 8))).toMatchObject([
        { state: 'solved', settling: undefined },
      ]);
      const cards = await computeCards(history([broken, theirs(content, 8)]));
      expect(cards['frictions-and-risks']).toContain('No frictions');
      expect(cards['wins-and-traction']).toContain('No wins');
    },
  );

  test.each([
    'Never mind the delay, but please send the plan.',
    'Never mind. When do you begin?',
    'My mistake. The export is broken, though.',
    'Oops, I forgot the list, here it is.',
    'I never minded the delay.',
  ])('stays open when the client adds: %s', async (content) => {
    expect(await stateOf(asked, theirs(content, 8))).toBe('open');
  });

  test.each(['It works now.', 'Never mind.'])(
    'is solved by nobody who only has the name of a person of the client: %s',
    async (content) => {
      const named = { participantNames: ['Priya Raman', ''] };
      const impostor = theirs(content, 7, { participants: ['x@evil.example', mara], ...named });
      expect(await stateOf(theirs('Can you help?', 9, named), impostor)).toBe('open');
    },
  );

  test('opens again with a new complaint', async () => {
    const solved = [asked, ours('Here.', 8), theirs('It works now.', 7)];
    expect(await stateOf(...solved, theirs('The export is broken again.', 5))).toBe('open');
  });

  test('is quiet after 90 days, and after a call or meeting with the client', async () => {
    expect(await stateOf(theirs('Any news?', 90))).toBe('open');
    expect(await stateOf(theirs('Any news?', 91))).toBe('quiet');
    const [, thread] = await threads(
      asked,
      activity({ type: 'call', participants: [mara, priya], daysAgo: 8 }),
    );
    expect(thread?.state).toBe('quiet');
    const met = activity({ type: 'call', participants: [mara, priya], daysAgo: 8 });
    const [again] = await threads(asked, met, theirs('Can you send it after all?', 7));
    expect(again).toMatchObject({ state: 'open', unanswered: [{ text: 'Can you send it after all?' }] });
  });
});

describe('the card of frictions', () => {
  const frictions = async (...activities: PastActivity[]) =>
    linesOf((await computeCards(history(activities)))['frictions-and-risks']).map(({ text }) => text);

  test('leaves out a complaint that was solved, whose end is a win', async () => {
    const activities = [
      theirs('The export is broken.', 9),
      ours('Please try again.', 8),
      theirs('That did it, thank you!', 7),
    ];
    expect((await frictions(...activities))[0]).toMatch(/^No frictions/);
    const cards = await computeCards(history(activities));
    expect(linesOf(cards['wins-and-traction'])[0]?.text).toBe(
      'Export: “That did it, thank you!” — Priya Raman, 13 Nov 2026, email',
    );
  });

  test.each([
    ['solved', 'It works now! How do I print it?'],
    ['a mistake of the client', 'That was my mistake. How do I print it?'],
    ['a mistake of the client', 'The error was a mistake on our end. How do I print it?'],
    ['solved after a mistake', 'I was wrong. It works now. How do I print it?'],
  ])('leaves out a complaint that the client has called %s beside a new question', async (_what, content) => {
    const broken = theirs('The export is broken.', 9);
    expect((await frictions(broken, theirs(content, 7)))[0]).toMatch(/^No frictions/);
    expect(await stateOf(broken, theirs(content, 7))).toBe('open');
  });

  test('leaves out a complaint that ended with thanks for help, also once the client asks something else', async () => {
    const helped = [theirs('The export is broken.', 9), ours('Try the list.', 8)];
    const later = theirs('How do I print it?', 3);
    expect((await frictions(...helped, theirs('Thank you for the help!', 7), later))[0]).toMatch(
      /^No frictions/,
    );
    expect((await frictions(...helped, theirs('Thanks for looking at it.', 7), later))[0]).toContain(
      'broken',
    );
  });

  test('shows a complaint in spite of a later one that only guesses, beside what works', async () => {
    const guess = theirs('The gate is broken, I suspect. The import works fine.', 7);
    expect((await frictions(theirs('The export crashes every day.', 9), guess))[0]).toContain('crashes');
  });

  test('quotes nothing from before the client called it solved', async () => {
    const solved = [theirs('There is an error in the export.', 9), theirs('Solved!', 7)];
    expect((await frictions(...solved, theirs('The import is broken.', 3)))[0]).toContain('import');
  });

  test('leaves out what a tester could not see', async () => {
    expect((await frictions(theirs('We were unable to reproduce the crash.', 9)))[0]).toMatch(
      /^No frictions/,
    );
  });

  test('leaves out what a long mail says of others, as newsletters do', async () => {
    const filler = 'The depots of the north have opened their gates to the public. '.repeat(24);
    const impersonal = 'The market for pallets is broken and prices have failed.';
    expect((await frictions(theirs(impersonal, 9)))[0]).toContain('pallets');
    expect((await frictions(theirs(`${filler}${impersonal}`, 9)))[0]).toMatch(/^No frictions/);
    expect((await frictions(theirs(`${filler}Our export is broken.`, 9)))[0]).toContain('Our export');
  });

  test('keeps a threat to the relationship even when the thread was solved', async () => {
    const threat = theirs('We are going to cancel the contract.', 9);
    expect((await frictions(threat, ours('Sorry.', 8), theirs('It works now.', 7)))[0]).toContain('cancel');
    expect((await frictions(theirs('She says that he will cancel our contract.', 9)))[0]).toContain('cancel');
  });

  test('tells where each thread stands', async () => {
    const broken = theirs('The export is broken.', 9);
    expect((await frictions(broken))[0]).toMatch(/^Export \(open since 11 Nov 2026\): /);
    expect((await frictions(broken, theirs('It is still broken.', 8)))[0]).toMatch(
      /^Export \(open since 11 Nov 2026, 2 messages unanswered\): /,
    );
    expect((await frictions(broken, ours('We are at it.', 8)))[0]).toMatch(
      /^Export \(answered on 12 Nov 2026\): /,
    );
    expect((await frictions(broken, ours('Which browser is it?', 8)))[0]).toMatch(
      /^Export \(waiting for them since 12 Nov 2026\): /,
    );
    const long = [theirs('The export is broken.', 120), theirs('It is slow, too.', 119)];
    expect((await frictions(...long))[0]).toMatch(/^Export \(quiet since 24 Jul 2026\): /);
  });

  test('begins with what was asked again and again, even without a complaint', async () => {
    const grave = activity({
      content: 'We are going to cancel the contract.',
      subject: 'Contract',
      daysAgo: 3,
    });
    const asking = (daysAgo: number, content: string) => theirs(content, daysAgo);
    const thrice = [asking(9, 'Can you send the plan?'), asking(6, 'Any news?'), asking(3, 'Anybody there?')];
    const [first, second] = await frictions(grave, ...thrice);
    expect(first).toContain('3 messages unanswered): “Can you send the plan?”');
    expect(second).toContain('cancel the contract');
    const twice = [asking(9, 'Can you send the plan?'), asking(3, 'Hello! Can you send the plan?')];
    const idle = [asking(9, 'Can you send the plan?'), asking(8, 'We moved.'), asking(3, 'To Berlin.')];
    expect((await frictions(grave, ...idle))[0]).toContain('cancel the contract');
    const once = [asking(3, 'Is Tuesday ok? I hope so. Is Tuesday ok?')];
    expect((await frictions(grave, ...once))[0]).toContain('cancel the contract');
    expect((await frictions(grave, ...twice))[0]).toContain('“Can you send the plan?”');
    expect((await frictions(grave, ...thrice.slice(1)))[0]).toContain('cancel the contract');
    const others = theirs('Try the list.', 2, { participants: ['x@other.example', priya] });
    expect(await frictions(...thrice, others)).toEqual([expect.stringMatching(/^No frictions/)]);
  });

  test.each([
    'by 15 March',
    'before Christmas',
    'by the end of the month',
    'no later than Friday',
    'by 2026-12-01',
  ])('shows the deadline %s', async (deadline) => {
    const content = `The export is broken and we need it ${deadline}.`;
    expect((await frictions(theirs(content, 9)))[0]).toContain(`, deadline: ${deadline}): “The export`);
  });

  test('quotes the sentence that tells most, wherever in the thread it is', async () => {
    const first = theirs('We use ten scanners. Some scanners still report an error at the gate.', 9);
    expect(await frictions(first, theirs('It is broken.', 8))).toEqual([
      expect.stringContaining('“Some scanners still report an error at the gate.”'),
    ]);
  });

  describe('in a thread that others began, or whose beginning is not held', () => {
    const toOthers = { participants: [priya, 'x@other.example', 'list@lists.example'] };
    const answer = (content: string, given: Partial<PastActivity> = {}) =>
      theirs(content, 8, { ...toOthers, thread: 'not-held', ...given });
    const shown = async (...given: PastActivity[]) => (await frictions(...given))[0];

    test.each([
      'We had the same error. The label was broken.',
      'I have tried two labels and the error stayed.',
      'That error means that the label is broken.',
      'The label is broken, otherwise it works.',
      'I had to open the gate, since I have the same broken label as you.',
    ])('leaves out what explains to them: %s', async (content) => {
      expect(await shown(answer(content))).toMatch(/^No frictions/);
      const question = theirs('Who knows this error?', 9, { participants: ['x@other.example', priya] });
      const { thread: _, ...reply } = answer(content, { subject: 'Re: Export' });
      expect(await shown(question, reply)).toMatch(/^No frictions/);
    });

    test('shows what the client tells of itself, and what it writes to us alone', async () => {
      const own = 'We get the same error and cannot print.';
      expect(await shown(answer(`The label is broken. ${own}`))).toContain(own);
      const toUs = { participants: [priya, mara] };
      expect(await shown(answer('The label is broken.', toUs))).toContain('The label is broken.');
    });
  });

  test('leaves out a circular, unless it speaks to us', async () => {
    const readers = Array.from({ length: 8 }, (_, at) => `x${at}@other.example`);
    const circular = (content: string, participants: string[], daysAgo = 8) =>
      theirs(content, daysAgo, { subject: 'Gate opens at noon', participants });
    const broken = 'We report that the export is broken.';
    expect((await frictions(circular(broken, [priya, mara, ...readers])))[0]).toMatch(/^No frictions/);
    expect((await frictions(circular(broken, [priya, mara, ...readers.slice(1)])))[0]).toContain(broken);
    const ofOurs = 'Your export is broken.';
    expect((await frictions(circular(ofOurs, [priya, mara, ...readers])))[0]).toContain(ofOurs);
    const asked = [9, 8, 7].map((daysAgo) =>
      circular('Will the gate be open?', [priya, mara, ...readers], daysAgo),
    );
    expect((await frictions(...asked))[0]).toMatch(/^No frictions/);
  });

  test('leaves out what describes a change to source code', async () => {
    const patch = theirs('The export is broken without this change.', 8, {
      subject: 'Re: [PATCH v2] Export',
    });
    expect((await frictions(patch))[0]).toMatch(/^No frictions/);
  });

  test('shows faults in a thread that the client began among others', async () => {
    const begun = theirs('The label is broken.', 8, {
      subject: 'Labels',
      participants: [priya, 'list@lists.example'],
    });
    expect((await frictions(begun))[0]).toContain('The label is broken.');
  });

  test('does not take a mere mark for a question that was asked again', async () => {
    const marked = (daysAgo: number) => theirs('2012? The list is attached.', daysAgo);
    expect((await frictions(marked(9), marked(8)))[0]).toMatch(/^No frictions/);
  });

  test('keeps threads apart in which the same sentence tells most', async () => {
    const telling = 'But we still see a red light on the list.';
    const first = theirs(`${telling} The first export is delayed.`, 9, { subject: 'First depot' });
    const second = theirs(`${telling} The second import crashed.`, 8, { subject: 'Second depot' });
    expect(await frictions(first, second)).toHaveLength(2);
  });

  test.each([
    ['supposes', 'If the export is broken, you cannot import it.'],
    ['blames the writer', 'There was a problem with our configuration.'],
    ['says that it is solved', 'Version 4.3 has fixed this problem.'],
    ['apologizes', 'I apologize that the list is late again.'],
    ['tells of the plans of others', 'He told us that she will cancel the contract.'],
  ])('leaves out a sentence that %s', async (_what, content) => {
    expect((await frictions(theirs(content, 9)))[0]).toMatch(/^No frictions/);
  });
});
