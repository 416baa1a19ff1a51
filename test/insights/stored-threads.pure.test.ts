import { expect, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import type { PastActivity } from '../../src/insights/engine.ts';
import { InsightThread } from '../../src/insights/schemas.ts';
import { activity, history, mara, priya, soren } from './histories.ts';

const threadsOf = async (...activities: PastActivity[]) =>
  (await builtInEngine.compute(history(activities))).threads;
const about = (subject: string, content: string, daysAgo: number, given: Partial<PastActivity> = {}) =>
  activity({ subject, content, daysAgo, ...given });

test('a stored thread has its subject, people, state, age, deadline, what is asked and the sentence that shows it best', async () => {
  const first = about('Friday report', 'The Friday report is broken again.', 9);
  const second = about('Re: Friday report', 'We need it by 15 December. Any news?', 3, {
    participants: [soren, mara],
  });
  expect(await threadsOf(first, second)).toEqual([
    {
      activityId: first.id,
      subject: 'Friday report',
      people: ['Priya Raman', 'Soren Dahl'],
      state: 'open',
      since: first.occurredAt,
      isOwed: true,
      unanswered: 2,
      promise: null,
      question: 'Any news?',
      deadline: 'by 15 December',
      quote: {
        kind: 'friction',
        text: 'The Friday report is broken again.',
        author: 'Priya Raman',
        activityId: first.id,
        isGrave: false,
      },
    },
  ]);
});

test('no answer is owed to a client that answers somebody else, unless it has the trouble too', async () => {
  const isOwed = async (subject: string, content: string, ...recipients: string[]) =>
    (await threadsOf(about(subject, content, 5, { participants: [priya, ...recipients] })))[0]?.isOwed ??
    false;
  const other = 'luca@other.example';
  expect(await isOwed('Re: Export', 'Which version is it?', other, mara)).toBe(false);
  expect(await isOwed('Re: Export', 'Which version is it?', mara, other)).toBe(true);
  expect(await isOwed('Export', 'Which version is it?', other, mara)).toBe(true);
  expect(await isOwed('Re: Export', 'I get the same error. Which version is it?', other, mara)).toBe(true);
});

test('a promise that we have not kept is owed, with its words', async () => {
  const asked = about('Contract', 'Could you send the contract?', 12);
  const ours = about('Re: Contract', 'Good morning. I’ll send it tomorrow.', 11, {
    participants: [mara, priya],
  });
  expect(await threadsOf(asked, ours)).toMatchObject([
    { activityId: ours.id, people: ['Priya Raman'], isOwed: true, promise: 'I’ll send it tomorrow.' },
  ]);
});

test('the person who waits comes first, and a deadline needs no friction', async () => {
  const ours = { participants: [mara, priya] };
  const [stored] = await threadsOf(
    about('Contract', 'Could you send the contract?', 9),
    about('Re: Contract', 'Here it is.', 8, ours),
    about('Re: Contract', 'Could you sign it by Friday?', 7, { participants: [soren, mara] }),
  );
  expect(stored).toMatchObject({ people: ['Soren Dahl', 'Priya Raman'], deadline: 'by Friday', quote: null });
});

test('threats come first, then answers owed, other frictions, questions to the client, and wins', async () => {
  const ours = { participants: [mara, priya] };
  const subjects = await threadsOf(
    about('Praise', 'Your team did an excellent job, we are delighted.', 2),
    about('Quiet', 'The list is attached.', 3),
    about('Our question', 'Could you send us the list of depots?', 4, ours),
    about('Answered', 'The export is broken again.', 6),
    about('Re: Answered', 'We are on it.', 5, ours),
    about('Question', 'When is the next workshop?', 8),
    about('Threat', 'We are thinking about cancelling the contract.', 7),
  );
  expect(subjects.map(({ subject }) => subject)).toEqual([
    'Threat',
    'Question',
    'Answered',
    'Our question',
    'Praise',
  ]);
});

test('at most 30 threads are stored, with bounded texts that any database takes', async () => {
  const long = '\ud83d\ude00'.repeat(2_000);
  const many = Array.from({ length: 40 }, (_, index) =>
    about(`${index}${long}`, `Why is the export broken? ${long}`, 3 + index / 10, {
      participants: [priya, mara],
    }),
  );
  const stored = await threadsOf(...many);
  expect(stored).toHaveLength(30);
  for (const { subject, quote } of stored) {
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(quote?.text.length ?? 0).toBeLessThanOrEqual(400);
    expect(subject.isWellFormed() && (quote?.text ?? '').isWellFormed()).toBe(true);
  }
});

test('what is stored is what the API describes', async () => {
  const id = '0199a8a0-0000-7000-8000-000000000001';
  const [stored] = await threadsOf(about('Export', 'The export is broken again.', 3, { id }));
  expect(InsightThread.parse(stored)).toEqual(stored);
});

test('what is asked is the first question or request that waits, without small talk; a complaint alone asks nothing', async () => {
  const first = (content: string) => about('Report', content, 9);
  const later = about('Re: Report', 'Is it ready?', 3);
  const questionIn = async (...messages: PastActivity[]) => (await threadsOf(...messages))[0]?.question;
  for (const talk of ['How are you?', 'How have you been?', 'Did you have a great holiday?'])
    expect(await questionIn(first(`${talk} Could you send the report?`), later)).toBe(
      'Could you send the report?',
    );
  for (const asked of ['How are you going to mend the report?', 'Did you have a look at the report?'])
    expect(await questionIn(first(asked), later)).toBe(asked);
  expect(await questionIn(first('The report is broken again.'), later)).toBe('Is it ready?');
  expect(await questionIn(first('The report is broken again.'))).toBeNull();
});
