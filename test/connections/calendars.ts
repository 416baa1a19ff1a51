import { expect } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { findConnection, resumeConnection } from '../../src/connections/queries.ts';
import type { Keep } from '../../src/connections/table.ts';
import type { TestApi, TestOrganization } from '../support/api.ts';
import { connectionServices, newConnection, until, withWork } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';
import { addTwin } from '../support/twin.ts';

const dayMs = 86_400_000;

/** A time as calendars write it. */
export const written = (time = '') => time.replace(/[-:]|\.\d+/g, '');

/** A time in some days, as calendars write it. */
export const inDays = (days: number) =>
  written(new Date(Math.floor(Date.now() / dayMs) * dayMs + days * dayMs + 9.5 * 3_600_000).toISOString());

export interface EventFields {
  uid: string;
  start?: string;
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
    `DTSTART:${start ?? inDays(3)}`,
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
  given: { organization?: TestOrganization; keep?: Keep; events?: string[]; lines?: string[] } = {},
) {
  let file = calendar(...(given.events ?? []));
  const server = await startHttpServer((_, response) => response.end(file));
  const organization = given.organization ?? (await api.organization());
  if (!given.organization) {
    await organization.client({ name: 'Globex', domain: 'globex.example' });
    await createRule(organization.db, { integration: 'calendar', domain: 'globex.example' });
  }
  const services = connectionServices(api.database, given.lines);
  const settings = { host: new URL(server.url).host };
  const { keep = 'clients' } = given;
  const secret = JSON.stringify({ url: `${server.url}${secretPath}` });
  const type = { type: 'calendar', integration: 'calendar' } as const;
  const { id } = await newConnection(organization.db, {
    ...type,
    settings,
    keep,
    allowPrivate: true,
    secret,
  });
  const status = async () => (await findConnection(organization.db, id)) ?? expect.fail();
  const settled = (state: string) => until(async () => (await status()).state, state);
  return {
    id,
    organization,
    server,
    status,
    settled,
    /** Replaces the events of the calendar and reads it again. */
    async change(...events: string[]) {
      file = calendar(...events);
      await addTwin(api.database, organization.id);
      await this.read();
    },
    /** Reads the calendar until it is in a state, and whatever else is due. */
    async read(state = 'idle') {
      await resumeConnection(organization.db, id);
      await withWork(services, () => settled(state));
    },
    /** The recorded meetings in order of time: subject, and a mark if it is archived. */
    async meetings() {
      const { subject, archivedAt, occurredAt } = activities;
      const rows = await organization.db.select({ subject, archivedAt }, activities).orderBy(occurredAt);
      return rows.map(({ subject, archivedAt }) => (archivedAt === null ? subject : `${subject} (archived)`));
    },
  };
}

/** A calendar that has been read once. */
export async function readCalendar(...given: Parameters<typeof connectedCalendar>) {
  const connected = await connectedCalendar(...given);
  await connected.read();
  return connected;
}
