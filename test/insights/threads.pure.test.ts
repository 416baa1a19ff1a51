import { describe, expect, test } from 'vitest';
import type { PastActivity } from '../../src/insights/engine.ts';
import {
  activity,
  computeCards,
  history,
  jonas,
  mara,
  ours,
  priya,
  soren,
  theirs,
  threads,
} from './histories.ts';

/** The subjects of the activities of each thread. */
const grouped = async (...activities: PastActivity[]) =>
  (await threads(...activities)).map(({ entries }) => entries.map(({ activity: { subject } }) => subject));

const stateOf = async (...activities: PastActivity[]) => (await threads(...activities))[0]?.state;

test('a complaint is not solved by mere thanks, as a question is', async () => {
  const broken = theirs('The export is broken.', 9);
  const looking = ours('I’ll look at it.', 8);
  expect(await stateOf(broken, looking, theirs('Thanks, Mara!', 7))).toBe('quiet');
  expect(await stateOf(broken, looking, theirs('Thank you for the help.', 7))).toBe('solved');
  const question = theirs('Where is the list?', 9);
  expect(await stateOf(question, ours('In the portal.', 8), theirs('Thanks, Mara!', 7))).toBe('solved');
});

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

  test('also behind the mark of mail from outside, which makes no reply', async () => {
    const first = activity({ subject: 'Plan', daysAgo: 9 });
    const reply = activity({ subject: '[EXT] Re: Plan', daysAgo: 8 });
    const other = activity({ subject: '[EXTERNAL] Plan', daysAgo: 7 });
    expect((await threads(first, reply, other)).map(({ entries }) => entries.length)).toEqual([1, 2]);
  });

  test('whose subject is without the first ten prefixes and tags, since looking for each takes time', async () => {
    const participants = [priya, 'beta@lists.example'];
    const [thread] = await threads(activity({ subject: `${'[beta]'.repeat(40)} Plan`, participants }));
    expect(thread?.subject).toBe(`${'[beta]'.repeat(30)} Plan`);
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
    expect(await stateOf(asked, ours('', 8))).toBe('quiet');
    expect(
      await stateOf(asked, ours('Here it is.', 8, { participants: ['pat@agency.example', soren] })),
    ).toBe('quiet');
    expect(await stateOf(theirs('The list is attached.', 9))).toBe('quiet');
  });

  test('waits for the client after a question of ours, until it writes', async () => {
    const question = ours('Which depot is the first?', 8);
    expect(await stateOf(asked, question)).toBe('waiting');
    const participants = [mara, 'luca@other.example', priya];
    expect(await stateOf(asked, ours('Which depot is the first?', 8, { participants }))).toBe('quiet');
    expect(await stateOf(asked, question, theirs('Hamburg.', 7))).toBe('quiet');
    expect(await stateOf(asked, question, theirs('Hamburg. And when do you begin?', 7))).toBe('open');
  });

  test('waits for nobody once others have answered our question', async () => {
    const question = [asked, ours('Which browser is it?', 8)];
    const others = theirs('It is Firefox.', 7, { participants: ['x@other.example', mara] });
    expect(await stateOf(...question, others)).toBe('quiet');
  });

  test.each(['The problem is gone.', 'Thanks a million for your help.'])(
    'is solved when the client answers: %s',
    async (content) => {
      const [thread] = await threads(
        asked,
        ours('Please try again.', 8),
        theirs(`Hello Mara. ${content}`, 7),
      );
      expect(thread).toMatchObject({ state: 'solved', settling: content });
      expect(await stateOf(asked, theirs(content, 8), ours('Great.', 7))).toBe('solved');
    },
  );

  test.each([
    'If this has been solved, that saves me time.',
    'It does not work now.',
    'I hope it works now.',
    'Thanks for your quick reply.',
    'Thank you for clarifying the plan.',
    'Thanks for your kind offer.',
    'Thank you for your help, but we need more than that.',
    'Thank you for your help. I will try this soon.',
    'I see, thanks for the help all the same.',
    'It worked fine on the old one, though.',
  ])('is not solved when the client answers: %s', async (content) => {
    expect(await stateOf(asked, ours('Please try again.', 8), theirs(content, 7))).not.toBe('solved');
  });

  test('is answered, by somebody whose mail we do not hold, when the client thanks for it', async () => {
    expect(await stateOf(asked, theirs('Hello Mara,\n\nThanks. I will look at it.', 8))).toBe('quiet');
    for (const thanks of ['Thanks Jonas.', 'Hi Jonas, thanks, as always.', 'Thanks for the plan,\n\n']) {
      const [thread] = await threads(asked, theirs(`${thanks} And when do you begin?`, 8));
      expect(thread?.unanswered).toHaveLength(1);
    }
    expect(await stateOf(asked, theirs('Thanks in advance.', 8))).toBe('open');
    expect(await stateOf(asked, theirs('Could you send it today? Thanks.', 8))).toBe('open');
  });

  test('is solved by what tells so most, whatever thanks stand before it', async () => {
    const [thread] = await threads(asked, ours('Try it.', 8), theirs('Thanks, Jonas. It works now.', 7));
    expect(thread?.settling).toBe('It works now.');
  });

  test.each([
    ['solved', 'Glad it worked out for you.'],
    ['solved', "Great to hear that everything's working!"],
    ['solved', 'I am happy that you found it.'],
    ['quiet', 'It was good to meet you.'],
    ['quiet', 'Good to know you are working on it.'],
    ['quiet', 'It would be great to see this resolved soon.'],
    ['quiet', 'I am not glad it works this way.'],
    ['waiting', 'Great that you found it. When can we call you?'],
    ['open', 'Glad that it works for you. I will send the list tomorrow.'],
  ])('is %s once one of us writes: %s', async (state, answer) => {
    const told = theirs('The export is broken.', 10);
    expect(await stateOf(told, theirs('I have restored it.', 9), ours(answer, 8))).toBe(state);
  });

  test('is solved by no word in its first message', async () => {
    const content = 'I followed the guide and it worked well.';
    expect(await stateOf(theirs(content, 9, { subject: 'Export' }))).toBe('quiet');
    expect(await stateOf(theirs(content, 9))).toBe('quiet');
  });

  test.each([
    "I've solved this already, see the list. The export is broken since Monday.",
    'The export is broken since Monday. EDIT: I fixed it by moving the list.',
  ])('is solved by a solution of the client itself, also in its first message: %s', async (content) => {
    const thread = [theirs(content, 9, { subject: 'Export' })];
    expect(await stateOf(...thread)).toBe('solved');
    const { 'frictions-and-risks': card } = await computeCards(history(thread));
    expect(card).toContain('No open frictions');
  });

  test('is solved by news that come first, whatever they tell of the fault, unless something else is wrong', async () => {
    const news = 'Hello Mara,\n\nThe problem was solved by a restart. The export was broken every day.';
    expect(await stateOf(asked, theirs(news, 8))).toBe('solved');
    expect(await stateOf(asked, theirs(`${news} However, the import is broken.`, 8))).toBe('open');
  });

  test('is solved by news that end what the client complains of in the past', async () => {
    expect(await stateOf(asked, theirs('Our export was broken. This was solved by a restart.', 8))).toBe(
      'solved',
    );
    expect(await stateOf(asked, theirs('Our export is broken. The list was solved.', 8))).toBe('open');
  });

  test('is solved by a report, but not by thanks, beside what the client will try', async () => {
    const answered = [asked, ours('Please try again.', 8)];
    expect(await stateOf(...answered, theirs('That fixed it. I will try the list, too.', 7))).toBe('solved');
  });

  test.each([
    ['a message that complains, too', 'The export is broken. Printing works fine.'],
    ['a line of a log', 'Still the same.\n\n[INFO] worker: the queue works fine'],
  ])('is not solved by %s', async (_what, content) => {
    expect(await stateOf(asked, ours('Please try again.', 8), theirs(content, 7))).not.toBe('solved');
  });

  test.each([
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
      expect(cards['frictions-and-risks']).toContain('No open frictions');
      expect(cards['wins-and-traction']).toContain('No wins');
    },
  );

  test.each([
    'Never mind the delay, but please send the plan.',
    'Never mind. When do you begin?',
    'My mistake. The export is broken, though.',
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

  test.each([
    ['complaint', 'I had a speech prepared and now have no use for it.', ['The list is wrong.']],
    [
      'request',
      'I would like to order 40 more.',
      ['I am still waiting for the list.', 'Gentle reminder.', 'Nobody called back.'],
    ],
  ])('is opened by any %s, and opened again only by plain ones and reminders', async (_what, any, plain) => {
    const answered = [asked, ours('I will look into it.', 8)];
    expect(await stateOf(theirs(any, 9))).toBe('open');
    expect(await stateOf(...answered, theirs(any, 7))).toBe('quiet');
    for (const again of plain) expect(await stateOf(...answered, theirs(again, 7))).toBe('open');
  });

  test('is quiet after 90 days, and after a call or meeting with the client', async () => {
    expect(await stateOf(theirs('Any news?', 90))).toBe('open');
    expect(await stateOf(theirs('Any news?', 91))).toBe('quiet');
    const met = activity({ type: 'call', daysAgo: 8 });
    expect((await threads(asked, met))[1]?.state).toBe('quiet');
    const [again] = await threads(asked, met, theirs('Can you send it after all?', 7));
    expect(again).toMatchObject({ state: 'open', unanswered: [{ text: 'Can you send it after all?' }] });
  });

  test('is quiet after three weeks if the client asked once, without complaint, and has since written about something else', async () => {
    const since = activity({ subject: 'Lamps', daysAgo: 5 });
    const stateAfter = async (...given: PastActivity[]) => (await threads(...given)).at(-1)?.state;
    expect(await stateAfter(theirs('Any news?', 22), since)).toBe('quiet');
    expect(await stateAfter(theirs('Any news?', 21), since)).toBe('open');
    expect(await stateAfter(theirs('Any news?', 22))).toBe('open');
    const readers = Array.from({ length: 8 }, (_, index) => `r${index}@globex.example`);
    const participants = [priya, mara, ...readers];
    expect(await stateAfter(theirs('Any news?', 22), { ...since, participants })).toBe('open');
    expect(await stateAfter(theirs('The export is broken. Any news?', 22), since)).toBe('open');
    expect(await stateAfter(theirs('Any news?', 30), theirs('Any news?', 22), since)).toBe('open');
  });
});
