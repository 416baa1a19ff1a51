import { expect } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import {
  createConnection,
  findConnection,
  listConnections,
  resumeConnection,
} from '../../src/connections/queries.ts';
import type { Keep } from '../../src/connections/table.ts';
import type { TestApi, TestOrganization } from '../support/api.ts';
import { connectionServices } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';

const dayMs = 86_400_000;

/** A time in some days, as calendars write it. */
export const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs + days * dayMs + 9.5 * 3_600_000)
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');

export interface EventFields {
  uid: string;
  start: string;
  summary?: string;
  attendee?: string;
  description?: string;
  status?: string;
  more?: string[];
}

export const event = ({ uid, start, summary, attendee, description, status, more = [] }: EventFields) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${start}`,
    `SUMMARY:${summary ?? 'Kickoff'}`,
    `DESCRIPTION:${description ?? 'Agenda'}`,
    'ORGANIZER:mailto:ann@acme.example',
    `ATTENDEE:mailto:${attendee ?? 'pat@globex.example'}`,
    ...(status === undefined ? [] : [`STATUS:${status}`]),
    ...more,
    'END:VEVENT',
  ].join('\r\n');

export const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');

/** The path of the calendar, which nothing may show. */
export const secretPath = '/private-swordfish/basic.ics?token=swordfish';

/** An organization with a client, and a connection to a calendar of a server of its own. */
export async function connectedCalendar(
  api: TestApi,
  given: { organization?: TestOrganization; keep?: Keep; events?: string[] } = {},
) {
  let file = calendar(...(given.events ?? []));
  const server = await startHttpServer((_, response) => response.end(file));
  const organization = given.organization ?? (await api.organization());
  if (!given.organization) {
    await organization.client({ name: 'Globex', domain: 'globex.example' });
    await createRule(organization.db, { integration: 'calendar', domain: 'globex.example' });
  }
  const { id } = await createConnection(
    organization.db,
    {
      type: 'calendar',
      integration: 'calendar',
      settings: { host: new URL(server.url).host },
      keep: given.keep ?? 'clients',
      allowPrivate: true,
    },
    JSON.stringify({ url: `${server.url}${secretPath}` }),
    connectionServices(api.database).secrets,
  );
  const status = async () =>
    (await listConnections(organization.db, { limit: 100 })).find((each) => each.id === id) ?? expect.fail();
  const settled = (state: string) => expect.poll(async () => (await status()).state).toBe(state);
  return {
    id,
    organization,
    server,
    status,
    settled,
    details: async () => (await findConnection(organization.db, id)) ?? expect.fail(),
    /** Replaces the events of the calendar and waits until it was read again. */
    async change(...events: string[]) {
      file = calendar(...events);
      await this.readAgain();
    },
    async readAgain(state = 'idle') {
      await resumeConnection(organization.db, id);
      await settled(state);
    },
    /** The recorded meetings in order of time: subject, and a mark if it is archived. */
    async meetings() {
      const rows = await api.database.db.select().from(activities);
      return rows
        .filter((row) => row.organizationId === organization.id)
        .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
        .map(({ subject, archivedAt }) => (archivedAt === null ? subject : `${subject} (archived)`));
    },
  };
}
