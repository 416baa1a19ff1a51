import type { InsightThread } from '../schemas.ts';
import { deadlineOf, type Highlight, isGrave } from './highlights.ts';
import { isOwed, owedIn, waitingIn } from './measures.ts';
import { newestOf, questionIn, type Thread } from './threads.ts';

const maxThreads = 30;
const maxPeople = 5;
/** In UTF-16 units. */
const maxLength = { name: 60, subject: 200, sentence: 400 };

/**
 * The threads to store: owed answers, those with grave frictions first and then the oldest; promises; frictions and wins
 * as on the cards; threads that wait for the client.
 */
export function storedThreadsOf(
  threads: readonly Thread[],
  { wins, frictions }: { wins: readonly Highlight[]; frictions: readonly Highlight[] },
): InsightThread[] {
  const highlights = new Map([...wins, ...frictions].map((highlight) => [highlight.thread, highlight]));
  const ordered = new Set([
    ...frictions
      .filter(isGrave)
      .map(({ thread }) => thread)
      .filter(isOwed),
    ...owedIn(threads),
    ...frictions.map(({ thread }) => thread),
    ...waitingIn(threads),
    ...wins.map(({ thread }) => thread),
  ]);
  return [...ordered].slice(0, maxThreads).map((thread) => toInsightThread(thread, highlights.get(thread)));
}

function toInsightThread(thread: Thread, highlight: Highlight | undefined): InsightThread {
  const { activity } = thread.since?.entry ?? newestOf(thread);
  return {
    activityId: activity.id,
    subject: cut(thread.subject, maxLength.subject),
    people: namesIn(thread),
    state: thread.state,
    since: activity.occurredAt,
    isOwed: isOwed(thread),
    unanswered: thread.unanswered.length,
    promise: cutSentence(thread.promise),
    question: cutSentence(questionIn(thread)),
    deadline: highlight?.deadline ?? deadlineOf(thread) ?? null,
    quote: highlight
      ? {
          kind: highlight.kind,
          text: cut(highlight.sentence, maxLength.sentence),
          author: highlight.person ? cut(highlight.person.name, maxLength.name) : null,
          activityId: highlight.entry.activity.id,
          isGrave: isGrave(highlight),
        }
      : null,
  };
}

/** First the person who brought the state about, then in order of appearance. */
function namesIn({ entries, since }: Thread): string[] {
  const first = since?.person.side === 'client' ? [since.person] : [];
  const people = new Set([...first, ...entries.flatMap(({ theirs }) => theirs)]);
  return [...people].slice(0, maxPeople).map(({ name }) => cut(name, maxLength.name));
}

const cut = (text: string, max: number) => text.slice(0, max).toWellFormed();
const cutSentence = (text: string | undefined) => (text === undefined ? null : cut(text, maxLength.sentence));
