import { createSecretKey, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import {
  createConnection,
  findConnection,
  listConnections,
  type NewConnection,
} from '../../src/connections/queries.ts';
import type { ImapSettings } from '../../src/connections/schemas.ts';
import { openSecrets } from '../../src/connections/secrets.ts';
import { type ConnectionServices, createConnectionServices } from '../../src/connections/services.ts';
import type { Keep } from '../../src/connections/table.ts';
import { startConnections } from '../../src/connections/work.ts';
import type { Database } from '../../src/core/db/database.ts';
import type { TenantWriter } from '../../src/core/db/tenant.ts';
import { takeTurns } from '../../src/core/turns.ts';
import { createLog } from '../../src/log.ts';
import type { TestApi } from './api.ts';
import { addTwin } from './twin.ts';

/** A key of SECRETS_KEY, which all tests of a file share. */
export const secretKey = randomBytes(32);

export const secrets = openSecrets({
  secretKeys: [createSecretKey(secretKey)],
  database: { url: 'postgres://unused' },
});

/** The services of connections on a database; log lines go to `lines`. Polls are far apart, so that only IDLE is quick. */
export function connectionServices(
  { db }: Pick<Database, 'db'>,
  lines: string[] = [],
  pollMs = 60_000,
): ConnectionServices {
  const log = createLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) });
  const services = createConnectionServices({ db, log, secrets, maxKept: 200 });
  return { ...services, receiving: takeTurns({ each: 2 }), pollMs, restMs: 50 };
}

/** Creates a connection: of a mailbox whose mail of clients is kept, unless something else is given. */
export function newConnection(
  db: TenantWriter,
  { secret = '{}', ...given }: Partial<NewConnection> & { settings: object; secret?: string },
) {
  const usual = { type: 'imap', integration: 'gmail', keep: 'clients', allowPrivate: false } as const;
  return createConnection(db, { ...usual, ...given }, secret, secrets);
}

/** Keeps the connections of a database in sync, as a worker does, while the test waits for something. */
export async function withWork(services: ConnectionServices, wait: () => Promise<void>): Promise<void> {
  const work = startConnections(services);
  try {
    await wait();
  } finally {
    await work.stop();
  }
}

/** Waits until `read` gives what is expected. */
export const until = (read: () => unknown, expected: unknown) =>
  expect.poll(read, { interval: 10 }).toEqual(expected);

/** The settings of all mailboxes on a server of this machine. */
export const imapSettings = {
  host: '127.0.0.1',
  port: 143,
  tls: 'none' as const,
  user: 'ann',
  mailboxes: null,
  since: '2020-01-01T00:00:00.000Z',
  ca: null,
};

let serial = 0;

export type MailboxOptions = Partial<ImapSettings> & {
  keep?: Keep;
  password?: string;
  allowPrivate?: boolean;
};

/** A user of a mail server, and an organization that can connect its mailboxes and has a client, and a rule, for `mail()`. */
export async function clientMailbox(
  api: TestApi,
  { keep = 'clients', password = 'access-1', allowPrivate = true, ...given }: MailboxOptions,
) {
  const organization = await api.organization();
  const { db } = organization;
  const client = await organization.client({ domain: 'globex.example' });
  await createRule(db, { integration: 'gmail', domain: 'globex.example' });
  const settings = { ...imapSettings, user: `user-${++serial}`, ...given };
  const connect = () =>
    newConnection(db, { settings, keep, allowPrivate, secret: JSON.stringify({ password }) });
  const id = async () => (await listConnections(db, { limit: 10 }))[0]?.id ?? expect.fail();
  const status = async () => (await findConnection(db, await id())) ?? expect.fail();
  return {
    organization,
    client,
    user: settings.user,
    connect,
    status,
    twin: () => addTwin(api.database, organization.id, { connection_mailboxes: { uid_validity: '7' } }),
    /** Waits until the first sync is done and everything was read. */
    inStep: () => until(async () => (await status()).state, 'idle'),
    /** The subjects of all recorded messages, in the order in which they were recorded. */
    async subjects() {
      const { subject, createdAt, id } = activities;
      const rows = await db.select({ subject }, activities).orderBy(createdAt, id);
      return rows.map(({ subject }) => subject);
    },
  };
}
