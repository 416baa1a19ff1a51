import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { activities } from '../../../src/activities/table.ts';
import { createRule } from '../../../src/clients/assignment-rules.ts';
import { createConnection, findConnection, listConnections } from '../../../src/connections/queries.ts';
import type { ImapSettings } from '../../../src/connections/schemas.ts';
import type { Keep } from '../../../src/connections/table.ts';
import { type ConnectionWork, startConnections } from '../../../src/connections/work.ts';
import type { TestApi, TestOrganization } from '../../support/api.ts';
import { connectionServices } from '../../support/connections.ts';
import { type Dovecot, password } from '../../support/dovecot.ts';
import { type MailFields, mail } from '../../support/mail.ts';

let serial = 0;

export type MailboxOptions = Partial<ImapSettings> & {
  keep?: Keep;
  password?: string;
  allowPrivate?: boolean;
};

/** A connection of an organization that has a client, and a rule, with the domain of `mail()`. */
export async function clientMailbox(api: TestApi, dovecot: Dovecot, options?: MailboxOptions) {
  const box = await connectedMailbox(api, dovecot, options);
  const client = await box.organization.client({ domain: 'globex.example' });
  await createRule(box.organization.db, { integration: 'gmail', domain: 'globex.example' });
  return { ...box, client, subjects: () => recordedSubjects(api, box.organization) };
}

/** A user of the mail server, and an organization with a connection to its mailboxes. */
export async function connectedMailbox(api: TestApi, dovecot: Dovecot, options: MailboxOptions = {}) {
  const organization = await api.organization();
  const user = `user-${++serial}`;
  const { keep = 'clients', password: secret = password, allowPrivate = true, ...more } = options;
  const settings: ImapSettings = {
    host: '127.0.0.1',
    port: dovecot.ports.implicit,
    tls: 'implicit',
    user,
    mailboxes: null,
    since: '2020-01-01T00:00:00.000Z',
    ca: dovecot.ca,
    ...more,
  };
  const values = { type: 'imap' as const, integration: 'gmail', settings, keep, allowPrivate };
  const connect = () =>
    createConnection(
      organization.db,
      values,
      JSON.stringify({ password: secret }),
      connectionServices(api.database).secrets,
    );
  const status = async () => (await listConnections(organization.db, { limit: 10 }))[0] ?? expect.fail();
  return {
    organization,
    user,
    connect,
    status,
    details: async () => (await findConnection(organization.db, (await status()).id)) ?? expect.fail(),
    deliver: (fields: MailFields = {}, mailbox?: string) => dovecot.deliver(user, mail(fields), mailbox),
    /** Waits until the first sync is done and everything was read. */
    inStep: () => expect.poll(async () => (await status()).state).toBe('idle'),
  };
}

const works = new Set<ConnectionWork>();

/** Starts to keep the connections of a database in sync. The file ends with `afterAll(stopWork)`. */
export function startWork(
  api: TestApi,
  lines: string[] = [],
  pollMs?: number,
  silenceMs = 120_000,
): ConnectionWork {
  const work = startConnections({ ...connectionServices(api.database, lines, pollMs), silenceMs });
  works.add(work);
  return work;
}

/** Stops all work, while its database is still open. */
export async function stopWork(): Promise<void> {
  await Promise.all([...works].map((work) => work.stop()));
  works.clear();
}

/** The subjects of all activities of an organization, in the order in which they were recorded. */
export async function recordedSubjects({ database }: TestApi, { id }: TestOrganization): Promise<string[]> {
  const rows = await database.db
    .select({ subject: activities.subject })
    .from(activities)
    .where(eq(activities.organizationId, id))
    .orderBy(activities.createdAt, activities.id);
  return rows.map(({ subject }) => subject);
}
