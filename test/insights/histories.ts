import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { read } from '../../src/insights/built-in/reading.ts';
import { type Thread, threadsOf } from '../../src/insights/built-in/threads.ts';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';

export const mara = 'mara@northwind.example';
export const jonas = 'jonas.albrecht@northwind.example';
export const priya = 'priya.raman@globex.example';
export const soren = 'soren.dahl@globex.example';

/** The moment for which the histories below hold: a Friday. */
export const asOf = '2026-11-20T12:00:00.000Z';

export function daysBefore(days: number): string {
  return new Date(Date.parse(asOf) - days * 86_400_000).toISOString();
}

/** Computes the cards with the built-in engine. */
export const computeCards = async (given: ClientHistory) => (await builtInEngine.compute(given)).cards;

let count = 0;

/** An activity; an email of Priya ten days ago unless said otherwise. */
export function activity({
  daysAgo = 10,
  ...given
}: Partial<PastActivity> & { daysAgo?: number }): PastActivity {
  count += 1;
  return {
    id: `activity-${count}`,
    type: 'email',
    subject: 'Renewal',
    content: 'The list of the depots is attached.',
    occurredAt: daysBefore(daysAgo),
    participants: [priya, mara],
    ...given,
  };
}

/** A reply of Priya, in the thread "Export". */
export const theirs = (content: string, daysAgo: number, given: Partial<PastActivity> = {}): PastActivity =>
  activity({ subject: 'Re: Export', content, daysAgo, ...given });

/** A reply of Mara, in the same thread. */
export const ours = (content: string, daysAgo: number, given: Partial<PastActivity> = {}): PastActivity =>
  theirs(content, daysAgo, { participants: [mara, priya], ...given });

/** The threads of some activities, newest first. */
export const threads = async (...activities: PastActivity[]): Promise<Thread[]> =>
  threadsOf(read(history(activities)));

export function history(activities: PastActivity[], given: Partial<ClientHistory> = {}): ClientHistory {
  return {
    client: { id: 'client', name: 'Globex' },
    clientDomains: ['globex.example'],
    users: [
      { email: mara, firstName: 'Mara', lastName: 'Lindqvist' },
      { email: jonas, firstName: 'Jonas', lastName: 'Albrecht' },
    ],
    timezone: 'Europe/Berlin',
    asOf,
    activities: activities.toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1)),
    upcoming: undefined,
    ...given,
  };
}

/** The same kind of activity at several ages. */
export function every(
  days: number,
  from: number,
  until: number,
  given: Partial<PastActivity> = {},
): PastActivity[] {
  return Array.from({ length: Math.floor((from - until) / days) + 1 }, (_, index) =>
    activity({ ...given, daysAgo: from - index * days }),
  );
}
