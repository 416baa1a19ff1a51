import { demoBook } from '../../src/demo/book.ts';
import type { ClientHistory } from '../../src/insights/engine.ts';

const dayMs = 86_400_000;

/** The histories of the demo's clients that have activities, as of a Thursday, when the demo is told. */
export function demoHistories(thursday = '2026-11-26T10:00:00.000Z'): ClientHistory[] {
  return demoBook.clients
    .map(({ name, domain }) => ({
      client: { id: name, name },
      clientDomains: [domain],
      users: demoBook.users,
      timezone: demoBook.organization.defaultTimezone,
      asOf: thursday,
      activities: demoBook.activities
        .filter(({ participants }) => participants.some((address) => address.endsWith(`@${domain}`)))
        .map(({ id, type, subject, content, participants, daysAgo, at }) => {
          const day = new Date(Date.parse(thursday) - daysAgo * dayMs).toISOString().slice(0, 10);
          return { id, type, subject, content, participants, occurredAt: `${day}T${at}:00.000Z` };
        })
        .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1)),
      upcoming: undefined,
    }))
    .filter(({ activities }) => activities.length > 0);
}
