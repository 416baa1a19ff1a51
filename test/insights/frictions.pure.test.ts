import { describe, expect, test } from 'vitest';
import type { PastActivity } from '../../src/insights/engine.ts';
import { linesOf } from './checklist.ts';
import { activity, computeCards, history, mara, ours, priya, soren, theirs, threads } from './histories.ts';

describe('the card of frictions', () => {
  const frictions = async (...activities: PastActivity[]) =>
    linesOf((await computeCards(history(activities)))['frictions-and-risks']).map(({ text }) => text);

  test('leaves out a complaint that was solved, whose end is a win', async () => {
    const activities = [
      theirs('The export is broken.', 9),
      ours('Please try again.', 8),
      theirs('That did it, thank you!', 7),
    ];
    expect((await frictions(...activities))[0]).toMatch(/^No open frictions/);
    const cards = await computeCards(history(activities));
    expect(linesOf(cards['wins-and-traction'])[0]?.text).toBe(
      'Export: “That did it, thank you!” — Priya Raman, 13 Nov 2026, email',
    );
  });

  test.each([
    ['a mistake of the client', 'The error was a mistake on our end. How do I print it?'],
    ['solved after a mistake', 'I was wrong. It works now. How do I print it?'],
  ])('leaves out a complaint that the client has called %s beside a new question', async (_what, content) => {
    const broken = theirs('The export is broken.', 9);
    expect((await frictions(broken, theirs(content, 7)))[0]).toMatch(/^No open frictions/);
    expect(await threads(broken, theirs(content, 7))).toMatchObject([{ state: 'open' }]);
  });

  test('leaves out a complaint that ended with thanks for help, also once the client asks something else', async () => {
    const helped = [theirs('The export is broken.', 9), ours('Try the list.', 8)];
    const later = theirs('How do I print it?', 3);
    expect((await frictions(...helped, theirs('Thank you for the help!', 7), later))[0]).toMatch(
      /^No open frictions/,
    );
    expect((await frictions(...helped, theirs('Thanks for looking at it.', 7), later))[0]).toContain(
      'broken',
    );
  });

  test.each(['[Solved] Export', 'Solved: Export', 'Export: RESOLVED!', 'Export - SORTED', 'Export - FIXED'])(
    'leaves out a complaint whose subject calls it solved: %s',
    async (subject) => {
      const broken = theirs('The export is broken.', 9, { subject });
      expect((await frictions(broken))[0]).toMatch(/^No open frictions/);
    },
  );

  test.each(['EXPORT STILL NOT RESOLVED', 'Status: resolved?'])(
    'shows a complaint whose subject only speaks of a solution: %s',
    async (subject) => {
      const broken = theirs('The export is broken.', 9, { subject });
      expect((await frictions(broken))[0]).toContain('The export is broken.');
    },
  );

  test('shows a complaint in spite of a later one that only guesses, beside what works', async () => {
    const guess = theirs('The gate is broken, I suspect. The import works fine.', 7);
    expect((await frictions(theirs('The export crashes every day.', 9), guess))[0]).toContain('crashes');
  });

  test('quotes nothing from before the client called it solved', async () => {
    const solved = [theirs('There is an error in the export.', 9), theirs('Solved!', 7)];
    expect((await frictions(...solved, theirs('The import is broken.', 3)))[0]).toContain('import');
  });

  test('shows a complaint before a question in the same sentence, and none that only asks', async () => {
    const asking = 'The export fails every night, could you look at it?';
    expect((await frictions(theirs(asking, 5)))[0]).toContain(asking);
    const broken = 'The export has been broken since Monday.';
    const waiting = theirs(`${broken} Does anybody know why the export fails?`, 5);
    expect((await frictions(waiting))[0]).toContain(`“${broken}”`);
  });

  test.each([
    'The reports are wrong, please correct them.',
    'Sorry, but your service is really terrible.',
    'Thanks, but the export still crashes every day.',
    'We are still waiting for a van that fits the pallets.',
  ])('shows what a client tells us: %s', async (content) => {
    expect((await frictions(theirs(content, 9)))[0]).toContain(content);
  });

  test('shows what a note without participants tells of the client', async () => {
    const note = activity({
      type: 'note',
      participants: [],
      content: 'They think that the support is slow.',
    });
    expect((await frictions(note))[0]).toContain('slow');
  });

  test('leaves out of mail to others what hardly complains, and shows it in mail to us', async () => {
    const content = 'There is an error in the list.';
    expect((await frictions(theirs(content, 9)))[0]).toContain('error');
    const participants = [priya, mara, 'x@other.example'];
    expect((await frictions(theirs(content, 9, { participants })))[0]).toMatch(/^No open frictions/);
  });

  test('leaves out what a long mail says of others, as newsletters do', async () => {
    const filler = 'The depots of the north have opened their gates to the public. '.repeat(24);
    const impersonal = 'The market for pallets is broken and prices have failed.';
    expect((await frictions(theirs(impersonal, 9)))[0]).toContain('pallets');
    expect((await frictions(theirs(`${filler}${impersonal}`, 9)))[0]).toMatch(/^No open frictions/);
    expect((await frictions(theirs(`${filler}Our export is broken.`, 9)))[0]).toContain('Our export');
  });

  test('keeps a threat to the relationship even when the thread was solved', async () => {
    const threat = theirs('We are going to cancel the contract because of the new fees.', 9);
    expect((await frictions(threat, ours('Sorry.', 8), theirs('It works now.', 7)))[0]).toMatch(
      /^Export \(solved on 13 Nov 2026\): .*cancel/,
    );
    expect((await frictions(theirs('She says that he will cancel our contract.', 9)))[0]).toContain('cancel');
  });

  test.each(['We dispute invoice 7781.', 'We will not pay this invoice until it is corrected.'])(
    'leaves out a refused payment once the client says that it is resolved: %s',
    async (content) => {
      const refusal = [theirs(content, 9), ours('We have sent you a credit note.', 8)];
      expect((await frictions(...refusal))[0]).toContain(content);
      expect((await frictions(...refusal, theirs('Thank you for the help.', 7)))[0]).toContain(content);
      expect((await frictions(...refusal, theirs('The issue is resolved.', 7)))[0]).toMatch(
        /^No open frictions/,
      );
    },
  );

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
    const met = activity({ type: 'call', daysAgo: 5 });
    expect((await frictions(broken, met))[0]).toMatch(/^Export \(quiet since 11 Nov 2026\): /);
  });

  test('leaves out a threat that nobody has come back to for 180 days', async () => {
    const threat = 'We are considering switching to another provider.';
    expect((await frictions(theirs(threat, 180)))[0]).toContain(threat);
    expect((await frictions(theirs(threat, 181)))[0]).toMatch(/^No open frictions/);
  });

  test('quotes neither praise nor our people where something is wrong', async () => {
    const praise =
      'We are always delighted to see the beautiful export that all depots in the north have come to love.';
    expect((await frictions(theirs(`${praise} The gate is broken.`, 9)))[0]).toContain('gate is broken');
    const content =
      'Mara: I looked at the list of every depot in the north this morning.\nPriya: The export is broken.\nMara: We replace it.\nPriya: Good.';
    const call = activity({ type: 'call', content, daysAgo: 9 });
    expect((await frictions(call))[0]).toContain('“The export is broken.” — Priya Raman');
  });

  test.each<[days: number, (daysAgo: number) => PastActivity[]]>([
    [20, (daysAgo) => [theirs('The export is broken.', 40), ours('We replaced the gate.', daysAgo)]],
    [30, (daysAgo) => [theirs('The export is broken.', 40), ours('Which gate is it?', daysAgo)]],
    [
      10,
      (daysAgo) => [
        theirs('The export is broken.', 30),
        ours('We replaced the gate.', 29),
        theirs('We saw it this morning.', daysAgo),
      ],
    ],
    [20, (daysAgo) => [activity({ type: 'call', content: 'Priya: The export is broken.', daysAgo })]],
    [60, (daysAgo) => [activity({ type: 'meeting', content: 'Priya: The export is broken.', daysAgo })]],
    [60, (daysAgo) => [activity({ type: 'note', content: 'The export is broken.', daysAgo })]],
  ])('leaves out what does not wait for us after %i days of silence', async (days, told) => {
    expect((await frictions(...told(days)))[0]).toContain('broken');
    expect((await frictions(...told(days + 1)))[0]).toMatch(/^No open frictions/);
  });

  test.each([
    'Really sorry for Monday.',
    'That was our mistake. It is in the lists again.',
    'Lee, this should not have happened.',
    'Attached with my apologies.',
    'Credit note 4471 is attached.',
    'You are right, there are thirty.',
    'A corrected list is attached.',
    'The replacement comes on Monday.',
  ])('shows what we have admitted, whatever its words: %s', async (answer) => {
    const told = theirs('Hello Mara, white screen since about ten. L', 9);
    expect((await frictions(told, ours(answer, 8)))[0]).toContain(
      '“Hello Mara, white screen since about ten.',
    );
    expect((await frictions(told, ours(answer, 8), theirs('It works now.', 7)))[0]).toMatch(
      /^No open frictions/,
    );
  });

  test.each([
    'Sorry for the late answer.',
    'I am sorry, but we only have blue.',
    'Apologies for bothering you again.',
    'I would not be sorry about it.',
    'I am so sorry to hear that.',
    'It was not our mistake, but this was useful.',
    'If it was our mistake, we will pay for it.',
    'Please tell me if anything is wrong.',
    'Agreed, a fixed price of EUR 300.',
    'The replacement costs EUR 300.',
    'Sorry, I can’t make it on Friday.',
    'Please return the corrected contract.',
  ])('takes no politeness of ours for an admission: %s', async (answer) => {
    const told = theirs('Hello Mara, white screen since about ten. L', 9);
    expect((await frictions(told, ours(answer, 8)))[0]).toMatch(/^No open frictions/);
  });

  test('shows nothing of a mail that praises, whatever we have admitted', async () => {
    const told = theirs('We are delighted with the portal. The room had no window.', 9);
    expect((await frictions(told, ours('Really sorry about the room.', 8)))[0]).toMatch(/^No open frictions/);
  });

  test('leaves out a threat once the client has signed in the same thread', async () => {
    const threat = theirs('We are considering switching to another provider.', 9);
    expect(
      (await frictions(threat, ours('Let us talk.', 8), theirs('We have signed the renewal.', 7)))[0],
    ).toMatch(/^No open frictions/);
  });

  test('begins with what was asked again and again, even without a complaint', async () => {
    const grave = activity({
      content: 'We are going to cancel the contract.',
      subject: 'Contract',
      daysAgo: 3,
    });
    const asking = (daysAgo: number, content: string) => theirs(content, daysAgo);
    const thrice = [
      asking(9, 'Can you send the plan?'),
      asking(6, 'Any news?'),
      asking(3, 'Is it on its way?'),
    ];
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
    expect(await frictions(...thrice, others)).toEqual([expect.stringMatching(/^No open frictions/)]);
  });

  test.each([
    'before Christmas',
    'by the end of the month',
    'no later than Friday',
    'by 2026-12-01',
    'by the 15th',
    'by EOD',
  ])('shows the deadline %s', async (deadline) => {
    const content = `The export is broken and we need it ${deadline}.`;
    expect((await frictions(theirs(content, 9)))[0]).toContain(`, deadline: ${deadline}): “The export`);
  });

  test('quotes the sentence that tells most, wherever in the thread it is', async () => {
    const first = theirs(
      'We use ten scanners. Two scanners still report an error at the gate since Monday.',
      9,
    );
    expect(await frictions(first, theirs('It is broken.', 8))).toEqual([
      expect.stringContaining('“Two scanners still report an error at the gate since Monday.”'),
    ]);
  });

  describe('in a thread that others began, or whose beginning is not held', () => {
    const toOthers = { participants: [priya, 'x@other.example', 'list@lists.example'] };
    const answer = (content: string, given: Partial<PastActivity> = {}) =>
      theirs(content, 8, { ...toOthers, thread: 'not-held', ...given });
    const shown = async (...given: PastActivity[]) => (await frictions(...given))[0];

    test('leaves out what explains to them', async () => {
      const content = 'I had to open the gate, since I have the same broken label as you.';
      expect(await shown(answer(content))).toMatch(/^No open frictions/);
      const question = theirs('Who knows this error?', 9, { participants: ['x@other.example', priya] });
      const { thread: _, ...reply } = answer(content, { subject: 'Re: Export' });
      expect(await shown(question, reply)).toMatch(/^No open frictions/);
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
    expect((await frictions(circular(broken, [priya, mara, ...readers])))[0]).toMatch(/^No open frictions/);
    expect((await frictions(circular(broken, [priya, mara, ...readers.slice(1)])))[0]).toContain(broken);
    const ofOurs = 'Your export is broken.';
    expect((await frictions(circular(ofOurs, [priya, mara, ...readers])))[0]).toContain(ofOurs);
    const asked = [9, 8, 7].map((daysAgo) =>
      circular('Will the gate be open?', [priya, mara, ...readers], daysAgo),
    );
    expect((await frictions(...asked))[0]).toMatch(/^No open frictions/);
  });

  test.each([
    ['Re: [PATCH v2] Export', ''],
    ['[portal 2/3] Export', ''],
    ['[portal] Export', '\n\ndiff --git a/export.ts b/export.ts\n+export {};'],
  ])('leaves out what describes a change to source code: %s', async (subject, change) => {
    const patch = theirs(`The export is broken without this change.${change}`, 8, { subject });
    expect((await frictions(patch))[0]).toMatch(/^No open frictions/);
  });

  test('shows faults in a thread that others read only of the person who began it, unless we did', async () => {
    const among = (from: string, subject: string, daysAgo: number) =>
      theirs('The label is broken.', daysAgo, { subject, participants: [from, 'list@lists.example'] });
    const begun = among(priya, 'Labels', 9);
    expect((await frictions(begun))[0]).toContain('The label is broken.');
    const open = { ...begun, content: 'Here are the labels.' };
    expect((await frictions(open, among(priya, 'Re: Labels', 8)))[0]).toContain('The label is broken.');
    expect((await frictions(open, among(soren, 'Re: Labels', 8)))[0]).toMatch(/^No open frictions/);
    const begunByUs = { ...open, participants: [mara, 'list@lists.example'] };
    expect((await frictions(begunByUs, among(soren, 'Re: Labels', 8)))[0]).toContain('The label is broken.');
  });

  test('does not take a mere mark for a question that was asked again', async () => {
    const marked = (daysAgo: number) => theirs('2012? The list is attached.', daysAgo);
    expect((await frictions(marked(9), marked(8)))[0]).toMatch(/^No open frictions/);
  });

  test('keeps threads apart in which the same sentence tells most', async () => {
    const telling = 'But we still see a red light on the list.';
    const first = theirs(`${telling} The first export is delayed.`, 9, { subject: 'First depot' });
    const second = theirs(`${telling} The second import crashed.`, 8, { subject: 'Second depot' });
    expect(await frictions(first, second)).toHaveLength(2);
  });

  test.each([
    ['says that it is solved', 'Version 4.3 has fixed this problem.'],
    ['apologizes', 'I apologize that the list is late again.'],
  ])('leaves out a sentence that %s', async (_what, content) => {
    expect((await frictions(theirs(content, 9)))[0]).toMatch(/^No open frictions/);
  });
});
