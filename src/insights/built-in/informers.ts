import { isAnswer } from '../text/conversations.ts';
import type { Thread } from './threads.ts';

/** The fewest mails by which a sender is known to inform. */
const fewestInforming = 8;

/**
 * The keys of the client's people who are only seen in mails of their own that nobody answers, and that answer none. Such
 * mail informs its readers, as reports and newsletters do.
 */
export function informersIn(threads: readonly Thread[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { entries, messages } of threads) {
    const [first, ...others] = messages;
    const isAnnouncement =
      first?.entry.activity.type === 'email' && others.length === 0 && !isAnswer(first.entry.activity);
    for (const { key } of entries.flatMap(({ theirs }) => theirs))
      counts.set(key, isAnnouncement ? (counts.get(key) ?? 0) + 1 : Number.NEGATIVE_INFINITY);
  }
  return new Set([...counts].filter(([, count]) => count >= fewestInforming).map(([key]) => key));
}
