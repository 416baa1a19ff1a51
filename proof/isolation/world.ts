import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { rememberErased } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { anyIntegration } from '../../src/clients/assignment-rules.ts';
import { assignmentRules, clients } from '../../src/clients/table.ts';
import { connectionCalendars, connectionMeetings } from '../../src/connections/calendar/table.ts';
import { connectionDomains, connectionMailboxes, connections } from '../../src/connections/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { type Db, openPostgres } from '../../src/core/db/database.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { permissions } from '../../src/core/permissions.ts';
import { nilUuid } from '../../src/core/rest/fields.ts';
import { fingerprintOf } from '../../src/core/rest/idempotency/key.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import { type InsightThread, noExplanation } from '../../src/insights/schemas.ts';
import { cardKeys, insightSummaries, insights, snoozes } from '../../src/insights/table.ts';
import { organizations } from '../../src/organization/table.ts';
import { tokens } from '../../src/tokens/table.ts';
import { generateToken, hashToken } from '../../src/tokens/token.ts';
import { users } from '../../src/users/table.ts';
import { type WebhookEvent, webhookDeliveries, webhookEndpoints } from '../../src/webhooks/table.ts';

/** One organization, and the ids of what it has. */
export interface Tenant {
  readonly name: string;
  readonly organizationId: string;
  readonly slug: string;
  /** Stands in every text that the organization has, and in no other's. */
  readonly mark: string;
  /** Of one of its users, and of a client and of a wired rule. */
  readonly email: string;
  readonly domain: string;
  readonly clients: readonly Named[];
  readonly users: readonly Named[];
  /** By the clients that they belong to. */
  readonly activities: Readonly<Record<string, readonly string[]>>;
  /** Without a client. */
  readonly unassigned: readonly string[];
  readonly rules: readonly string[];
  /** The first is a calendar, the others are mailboxes; the last ones are spare. */
  readonly connections: readonly string[];
  /** A delivery of each endpoint, by the endpoint; the last ones are spare. */
  readonly deliveries: Readonly<Record<string, string>>;
  /** The first is that of `token`, the last ones are spare. */
  readonly tokens: readonly string[];
  /** An organization key. */
  readonly token: string;
}

interface Named {
  readonly id: string;
  readonly isDeleted: boolean;
}

/** The domain of clients and unwired rules in every organization. */
export const sharedDomain = 'shared.example';

/** The idempotency keys that every organization has used: within the last day, and before. */
export const keys = { kept: 'kept-key', old: 'old-key' };

/** Records that only strangers have: an integration, mail, an erased activity, a user, and the domain of a rule. */
export const ofStrangers = {
  integration: 'outlook',
  mail: { sourceId: 'mail-of-strangers', occurredAt: '2026-05-01T00:00:00.000Z' },
  erased: 'erased-by-strangers',
  user: 'ann@user-of-strangers.example',
  domain: 'rule-of-strangers.example',
};

/** The client that was created with these idempotency keys. */
export const keptClient = { name: 'Kept', domain: null };

/** The marks that stand in a text. */
export const marksIn = (text: string) => new Set(text.match(/mark-[0-9a-f]{12}/g) ?? []);

export interface World {
  /** The database, from which copies are made. */
  readonly url: string;
  /** Two twins and a stranger. */
  readonly callers: readonly [Tenant, Tenant, Tenant];
  /** A third twin, which makes no call. */
  readonly silent: Tenant;
}

/**
 * Fills an empty database with organizations. Twins have the same ids for their clients, activities, users, rules and
 * tokens, so that a statement that forgets the organization hits all three; and what is deleted in one lives in the
 * others. The strangers, made before and after them, have ids of their own.
 */
export async function makeWorld(url: string): Promise<World> {
  const database = openPostgres(url, { poolSize: 1 });
  await database.migrate();
  try {
    const shared = Array.from({ length: 80 }, () => v7());
    const make = (name: string, deleted: number, ids: readonly string[] = []) => {
      let next = 0;
      return makeTenant(database.db, name, deleted, () => ids[next++] ?? v7());
    };
    const stranger = await make('stranger', 1);
    const first = await make('twin 1', 3, shared);
    const second = await make('twin 2', 0, shared);
    const silent = await make('twin 3', -1, shared);
    await make('second stranger', 1);
    return { url, callers: [first, second, stranger], silent };
  } finally {
    await database.close();
  }
}

/**
 * Makes an organization with four clients and users, three activities of each client and two without one.
 * @param deleted the place of the client and of the user that are deleted
 */
async function makeTenant(all: Db, name: string, deleted: number, id: () => string): Promise<Tenant> {
  const mark = `mark-${randomBytes(6).toString('hex')}`;
  const organizationId = v7();
  const db = new TenantDb(all, organizationId);
  const isStranger = name.includes('stranger');
  const now = new Date().toISOString();
  const fourTimes = <T>(make: (index: number) => T) =>
    [0, 1, 2, 3].map((index) => ({
      id: id(),
      deletedAt: index === deleted ? now : null,
      ...make(index),
    }));
  const defaultTimezone = name === 'twin 2' ? 'Europe/Berlin' : 'UTC';
  await db.insert(organizations, [{ slug: mark, name: `Organization ${mark}`, defaultTimezone }]);
  const clientRows = fourTimes((index) => ({
    name: `Client ${index} ${mark}`,
    domain: index < 2 ? sharedDomain : `${mark}-${index}.example`,
  }));
  await db.insert(clients, clientRows);
  const clientAt = (index: number) => clientRows[index]?.id ?? null;
  const ownDomain = clientRows[2]?.domain ?? '';
  const userRows = fourTimes((index) => ({
    firstName: `Ann ${mark}`,
    lastName: `Okafor ${mark}`,
    email: isStranger && index === 0 ? ofStrangers.user : `user-${index}@${mark}.example`,
    imageUrl: `https://${mark}.example/picture.png`,
    idpUserId: `idp-${mark}`,
  }));
  await db.insert(users, userRows);

  const activity = {
    source: 'gmail',
    subject: `Subject ${mark}`,
    content: `Great job with the launch, thank you all so much ${mark}!`,
    participants: [`pat@${sharedDomain}`, `user-1@${mark}.example`],
    participantNames: [`Pat ${mark}`, `Ann ${mark}`],
    immutable: true,
  };
  const activityRows = Array.from({ length: 14 }, (_, index) => ({
    ...activity,
    id: id(),
    clientId: clientAt(Math.floor(index / 3)),
    type: index % 3 === 1 ? ('call' as const) : ('email' as const),
    sourceId: `message-${index}`,
    occurredAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
  }));
  const planned = {
    ...activity,
    id: v7(),
    clientId: clientAt(0),
    type: 'meeting' as const,
    source: 'calendar',
    sourceId: 'planned',
    content: '',
    // That of the twin for which the actions are done comes after those of the others.
    occurredAt: new Date(Date.UTC(2026, 6, name === 'twin 2' ? 20 : 10)).toISOString(),
  };
  await db.insert(activities, [...activityRows, planned]);
  if (isStranger) {
    const { integration, mail, erased } = ofStrangers;
    const mine = { ...activity, ...mail, clientId: null, type: 'email' as const };
    await db.insert(activities, [
      { ...mine, id: v7(), source: integration },
      { ...mine, id: v7() },
    ]);
    const { occurredAt } = mail;
    const ids = sql`(values ('gmail', ${erased}, ${occurredAt}::timestamptz)) as erased (source, source_id, occurred_at)`;
    await db.execute(rememberErased(db, ids));
  }
  await db.insert(
    insights,
    clientRows.flatMap(({ id: clientId }) =>
      cardKeys.map((card) => ({ clientId, card, content: `- Card ${mark}`, computedAt: now })),
    ),
  );
  await makeThreads(db, mark, activityRows);

  const clientId = clientAt(0);
  const ruleRows: Omit<typeof assignmentRules.$inferInsert, 'organizationId'>[] = [
    { id: id(), integration: 'slack', domain: sharedDomain },
    { id: id(), integration: 'zoom', domain: 'unwired.example' },
    // What came before it is still to be looked through.
    { id: id(), integration: 'gmail', domain: ownDomain, clientId: clientAt(2), backlogAfter: nilUuid },
    { id: id(), integration: 'zoom', domain: `wired.${mark}.example`, clientId: clientAt(1) },
  ];
  if (isStranger)
    ruleRows.push(
      { id: id(), integration: 'gmail', domain: sharedDomain, clientId },
      { id: id(), integration: anyIntegration, domain: ofStrangers.domain, clientId },
    );
  await db.insert(assignmentRules, ruleRows);
  const written = { operation: 'clients.update', resource: `clients/${mark}` };
  await db.insert(auditEntries, [{ id: v7(), tokenId: v7(), requestId: v7(), ...written }]);
  const connectionIds = Array.from({ length: 6 }, id);
  await makeConnections(db, mark, connectionIds);
  const deliveries = Object.fromEntries(Array.from({ length: 7 }, () => [id(), id()]));
  await makeWebhooks(db, mark, deliveries);
  const kept = {
    // To the strangers it was another request that had the key.
    fingerprint: isStranger ? '' : fingerprintOf('clients.create', keptClient),
    answer: JSON.stringify({ ...keptClient, id: v7(), name: `Kept ${mark}`, createdAt: now, updatedAt: now }),
  };
  await db.insert(idempotencyKeys, [
    { ...kept, key: keys.kept },
    { ...kept, key: keys.old, createdAt: new Date(Date.now() - 86_400_000).toISOString() },
  ]);

  const living = userRows.find(({ deletedAt }) => deletedAt === null)?.id;
  await db.update(clients, { ownerId: living });
  const token = generateToken();
  const tokenRows = await Promise.all(
    [{}, { userId: living }, { userId: living }, { revokedAt: now }, { userId: userRows[3]?.id }, {}, {}].map(
      async (more, index) => ({
        id: id(),
        hash: await hashToken(index === 0 ? token : generateToken()),
        permissions: 'userId' in more ? [...permissions] : [],
        name: `Key ${mark}`,
        ...more,
      }),
    ),
  );
  await db.insert(tokens, tokenRows);

  const named = (rows: typeof clientRows | typeof userRows) =>
    rows.map((row) => ({ id: row.id, isDeleted: row.deletedAt !== null }));
  const idsOf = (rows: readonly { id?: string | undefined }[]) => rows.map((row) => row.id ?? '');
  return {
    name,
    organizationId,
    slug: mark,
    mark,
    email: userRows[2]?.email ?? '',
    domain: ownDomain,
    clients: named(clientRows),
    users: named(userRows),
    activities: Object.fromEntries(
      clientRows.map((client, index) => [client.id, idsOf(activityRows.slice(index * 3, index * 3 + 3))]),
    ),
    unassigned: idsOf(activityRows.slice(12)),
    rules: idsOf(ruleRows.toReversed()),
    connections: connectionIds,
    deliveries,
    tokens: idsOf(tokenRows),
    token,
  };
}

/** Makes a summary of each client, with a thread for each of its activities, which is put off. */
async function makeThreads(
  db: TenantDb,
  mark: string,
  rows: readonly { readonly id: string; readonly clientId: string | null }[],
): Promise<void> {
  const since = '2026-01-01T00:00:00.000Z';
  const of = { state: 'open', isOwed: true, unanswered: 1, deadline: null, quote: null } as const;
  const summaries = new Map<string, InsightThread[]>();
  for (const { id: activityId, clientId } of rows) {
    if (clientId === null) continue;
    const thread = { ...of, activityId, subject: `Thread ${mark}`, people: [`Pat ${mark}`], since };
    summaries.set(clientId, [...(summaries.get(clientId) ?? []), thread]);
    await db.insert(snoozes, [{ clientId, activityId, unanswered: 1 }]);
  }
  const figures = { verdict: 'Needs attention', wins: 0, frictions: 0, computedAt: since } as const;
  const explanation = { ...noExplanation, reason: `Reason ${mark}` };
  for (const [clientId, threads] of summaries)
    await db.insert(insightSummaries, [{ clientId, threads, ...figures, explanation }]);
}

/** Makes endpoints that are paused, so that nothing is recorded for them, each with a delivery that has ended. */
async function makeWebhooks(
  db: TenantDb,
  mark: string,
  deliveries: Readonly<Record<string, string>>,
): Promise<void> {
  const failure = `Failure ${mark}`;
  const event = 'client.created';
  const events: WebhookEvent[] = [event];
  const endpoint = { url: `https://${mark}.example/hook`, events, state: 'paused', failure } as const;
  const delivery = { event, state: 'failed', endedAt: '2026-01-01T00:00:00.000Z', failure } as const;
  for (const [endpointId, id] of Object.entries(deliveries)) {
    await db.insert(webhookEndpoints, [{ id: endpointId, ...endpoint }]);
    await db.insert(webhookDeliveries, [{ id, endpointId, ...delivery }]);
  }
}

/** Makes a calendar and mailboxes that are paused, so that no worker changes them, with all that is stored of them. */
async function makeConnections(
  db: TenantDb,
  mark: string,
  [calendarId = '', mailboxId = '', ...others]: readonly string[],
): Promise<void> {
  const common = { state: 'paused', failure: `Failure ${mark}`, secret: `v1.${mark}` } as const;
  const host = `mail.${mark}.example`;
  const since = '2026-01-01T00:00:00.000Z';
  const user = `ann@${mark}.example`;
  const settings = { host, port: 993, tls: 'implicit', user, mailboxes: null, since, ca: null };
  const imap = { ...common, type: 'imap', integration: 'gmail', settings } as const;
  const calendar = { ...common, type: 'calendar', integration: 'calendar', settings: { host } } as const;
  const mailboxes = [mailboxId, ...others].map((id) => ({ ...imap, id }));
  await db.insert(connections, [...mailboxes, { ...calendar, id: calendarId }]);
  const mailbox = { connectionId: mailboxId, mailbox: `Box ${mark}` };
  await db.insert(connectionMailboxes, [{ ...mailbox, uidValidity: '1', nextUid: 5, backfillBefore: 1 }]);
  const seen = { ...mailbox, messages: 3, latestAt: '2026-06-01T12:00:00.000Z' };
  await db.insert(connectionDomains, [
    { ...seen, domain: sharedDomain },
    { ...seen, domain: `counted.${mark}.example` },
  ]);
  const hash = '0'.repeat(64);
  const file = { etag: mark, fileHash: hash, readAt: '2026-06-01T12:00:00.000Z', intervalSeconds: 300 };
  await db.insert(connectionCalendars, [{ connectionId: calendarId, ...file }]);
  const meeting = { uid: mark, fingerprint: hash, takesPlace: true, leads: true };
  const planned = { sourceId: 'planned', occurredAt: '2026-07-10T00:00:00.000Z' };
  await db.insert(connectionMeetings, [{ connectionId: calendarId, ...planned, ...meeting }]);
}
