import { demoBook, readDemoActivities } from '../../src/demo/book.ts';
import type { ClientHistory } from '../../src/insights/engine.ts';

/** A Thursday, when the demo is told. */
const asOf = '2026-11-26T10:00:00.000Z';

/** Returns the histories of the demo's clients that have activities. */
export async function demoHistories(): Promise<ClientHistory[]> {
  const activities = await readDemoActivities(new Date(asOf));
  return demoBook.clients
    .map(({ name, domain }) => ({
      client: { id: name, name },
      clientDomains: [domain],
      users: demoBook.users,
      timezone: demoBook.organization.defaultTimezone,
      asOf,
      activities: activities
        .filter(({ participants }) => participants.some((address) => address.endsWith(`@${domain}`)))
        .map(({ sourceId: id, type, subject, content, participants, occurredAt }) => {
          return { id, type, subject, content, participants, occurredAt };
        })
        .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1)),
      upcoming: undefined,
    }))
    .filter((history) => history.activities.length > 0);
}
