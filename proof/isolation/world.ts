import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { rememberErased } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { permissions } from '../../src/api.ts';
import { anyIntegration } from '../../src/clients/assignment-rules.ts';
import { assignmentRules, clients } from '../../src/clients/table.ts';
import { connectionCalendars, connectionMeetings } from '../../src/connections/calendar/table.ts';
import { connectionDomains, connectionMailboxes, connections } from '../../src/connections/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { openPostgres } from '../../src/core/db/database.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { nilUuid } from '../../src/core/rest/fields.ts';
import { fingerprintOf } from '../../src/core/rest/idempotency/key.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import { type InsightThread, noExplanation } from '../../src/insights/schemas.ts';
import { cardKeys, insightSummaries, insights } from '../../src/insights/table.ts';
import { organizations } from '../../src/organization/table.ts';
import { snoozes } from '../../src/today/table.ts';
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
  const database = openPostgres(url, { maxConnections: 1 });
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
    return { callers: [first, second, stranger], silent };
  } finally {
    await database.close();
  }
}

type Db = ReturnType<typeof openPostgres>['db'];

/**
 * Makes an organization with four clients and users, three activities of each client and two without one.
 * @param deleted the place of the client and of the user that are deleted
 */
async function makeTenant(db: Db, name: string, deleted: number, id: () => string): Promise<Tenant> {
  const mark = `mark-${randomBytes(6).toString('hex')}`;
  const organizationId = v7();
  const isStranger = name.includes('stranger');
  const now = new Date().toISOString();
  const fourTimes = <T>(make: (index: number) => T) =>
    [0, 1, 2, 3].map((index) => ({
      organizationId,
      id: id(),
      deletedAt: index === deleted ? now : null,
      ...make(index),
    }));
  await db.insert(organizations).values({
    organizationId,
    slug: mark,
    name: `Organization ${mark}`,
    defaultTimezone: name === 'twin 2' ? 'Europe/Berlin' : 'UTC',
  });
  const clientRows = fourTimes((index) => ({
    name: `Client ${index} ${mark}`,
    domain: index < 2 ? sharedDomain : `${mark}-${index}.example`,
  }));
  await db.insert(clients).values(clientRows);
  const userRows = fourTimes((index) => ({
    firstName: `Ann ${mark}`,
    lastName: `Okafor ${mark}`,
    email: isStranger && index === 0 ? ofStrangers.user : `user-${index}@${mark}.example`,
    imageUrl: `https://${mark}.example/picture.png`,
    idpUserId: `idp-${mark}`,
  }));
  await db.insert(users).values(userRows);

  const activity = {
    organizationId,
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
    clientId: clientRows[Math.floor(index / 3)]?.id ?? null,
    type: index % 3 === 1 ? ('call' as const) : ('email' as const),
    sourceId: `message-${index}`,
    occurredAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
  }));
  const planned = {
    ...activity,
    id: v7(),
    clientId: clientRows[0]?.id ?? null,
    type: 'meeting' as const,
    source: 'calendar',
    sourceId: 'planned',
    content: '',
    // That of the twin for which the actions are done comes after those of the others.
    occurredAt: new Date(Date.UTC(2026, 6, name === 'twin 2' ? 20 : 10)).toISOString(),
  };
  await db.insert(activities).values([...activityRows, planned]);
  if (isStranger) {
    const { integration, mail, erased } = ofStrangers;
    const mine = { ...activity, id: v7(), clientId: null, type: 'email' as const };
    await db.insert(activities).values({ ...mine, source: integration, ...mail });
    await db.insert(activities).values({ ...mine, id: v7(), ...mail });
    const { occurredAt } = mail;
    const ids = sql`(values ('gmail', ${erased}, ${occurredAt}::timestamptz)) as erased (source, source_id, occurred_at)`;
    await db.execute(rememberErased(new TenantDb(db, organizationId), ids));
  }
  await db.insert(insights).values(
    clientRows.flatMap(({ id: clientId }) =>
      cardKeys.map((card) => ({
        organizationId,
        clientId,
        card,
        content: `- Card ${mark}`,
        computedAt: now,
      })),
    ),
  );

  await makeThreads(db, organizationId, mark, activityRows);

  const ruleRows: (typeof assignmentRules.$inferInsert)[] = [
    { organizationId, id: id(), integration: 'slack', domain: sharedDomain },
    { organizationId, id: id(), integration: 'zoom', domain: 'unwired.example' },
    {
      organizationId,
      id: id(),
      integration: 'gmail',
      domain: clientRows[2]?.domain ?? '',
      clientId: clientRows[2]?.id ?? null,
      // What came before it is still to be looked through.
      backlogAfter: nilUuid,
    },
    {
      organizationId,
      id: id(),
      integration: 'zoom',
      domain: `wired.${mark}.example`,
      clientId: clientRows[1]?.id ?? null,
    },
  ];
  const clientId = clientRows[0]?.id ?? null;
  if (isStranger)
    ruleRows.push(
      { organizationId, id: id(), integration: 'gmail', domain: sharedDomain, clientId },
      { organizationId, id: id(), integration: anyIntegration, domain: ofStrangers.domain, clientId },
    );
  await db.insert(assignmentRules).values(ruleRows);
  await db.insert(auditEntries).values({
    organizationId,
    id: v7(),
    tokenId: v7(),
    operation: 'clients.update',
    resource: `clients/${mark}`,
    requestId: v7(),
  });
  const connectionIds = Array.from({ length: 6 }, id);
  await makeConnections(db, organizationId, mark, connectionIds);
  const deliveries = Object.fromEntries(Array.from({ length: 7 }, () => [id(), id()]));
  await makeWebhooks(db, organizationId, mark, deliveries);
  const kept = {
    organizationId,
    // To the strangers it was another request that had the key.
    fingerprint: isStranger ? '' : fingerprintOf('clients.create', keptClient),
    answer: JSON.stringify({ ...keptClient, id: v7(), name: `Kept ${mark}`, createdAt: now, updatedAt: now }),
  };
  await db.insert(idempotencyKeys).values([
    { ...kept, key: keys.kept },
    { ...kept, key: keys.old, createdAt: new Date(Date.now() - 86_400_000).toISOString() },
  ]);

  const living = userRows.find(({ deletedAt }) => deletedAt === null)?.id;
  await db.update(clients).set({ ownerId: living }).where(eq(clients.organizationId, organizationId));
  const token = generateToken();
  const tokenRows = await Promise.all(
    [{}, { userId: living }, { userId: living }, { revokedAt: now }, { userId: userRows[3]?.id }, {}, {}].map(
      async (more, index) => ({
        organizationId,
        id: id(),
        hash: await hashToken(index === 0 ? token : generateToken()),
        permissions: 'userId' in more ? [...permissions] : [],
        name: `Key ${mark}`,
        ...more,
      }),
    ),
  );
  await db.insert(tokens).values(tokenRows);

  const named = (rows: typeof clientRows | typeof userRows) =>
    rows.map((row) => ({ id: row.id, isDeleted: row.deletedAt !== null }));
  const idsOf = (rows: readonly { id?: string | undefined }[]) => rows.map((row) => row.id ?? '');
  return {
    name,
    organizationId,
    slug: mark,
    mark,
    email: userRows[2]?.email ?? '',
    domain: clientRows[2]?.domain ?? '',
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
  db: Db,
  organizationId: string,
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
    await db.insert(snoozes).values({ organizationId, id: v7(), clientId, activityId, unanswered: 1 });
  }
  for (const [clientId, threads] of summaries)
    await db.insert(insightSummaries).values({
      ...{ organizationId, clientId, threads, computedAt: since },
      ...{ verdict: 'Needs attention', wins: 0, frictions: 0 },
      explanation: { ...noExplanation, reason: `Reason ${mark}` },
    });
}

/** Makes endpoints that are paused, so that nothing is recorded for them, each with a delivery that has ended. */
async function makeWebhooks(
  db: Db,
  organizationId: string,
  mark: string,
  deliveries: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [endpointId, id] of Object.entries(deliveries)) {
    const url = `https://${mark}.example/hook`;
    const events: WebhookEvent[] = ['client.created'];
    await db
      .insert(webhookEndpoints)
      .values({ organizationId, id: endpointId, url, events, state: 'paused', failure: `Failure ${mark}` });
    const ended = {
      state: 'failed',
      endedAt: '2026-01-01T00:00:00.000Z',
      failure: `Failure ${mark}`,
    } as const;
    await db
      .insert(webhookDeliveries)
      .values({ organizationId, id, endpointId, event: 'client.created', ...ended });
  }
}

/** Makes a calendar and mailboxes that are paused, so that no worker changes them, with all that is stored of them. */
async function makeConnections(
  db: Db,
  organizationId: string,
  mark: string,
  [calendarId = '', mailboxId = '', ...others]: readonly string[],
): Promise<void> {
  const common = {
    organizationId,
    state: 'paused',
    failure: `Failure ${mark}`,
    secret: `v1.${mark}`,
  } as const;
  const host = `mail.${mark}.example`;
  const since = '2026-01-01T00:00:00.000Z';
  const user = `ann@${mark}.example`;
  const settings = { host, port: 993, tls: 'implicit', user, mailboxes: null, since, ca: null };
  await db
    .insert(connections)
    .values([
      ...[mailboxId, ...others].map(
        (id) => ({ ...common, id, type: 'imap', integration: 'gmail', settings }) as const,
      ),
      { ...common, id: calendarId, type: 'calendar', integration: 'calendar', settings: { host } },
    ]);
  const mailbox = { organizationId, connectionId: mailboxId, mailbox: `Box ${mark}` };
  await db
    .insert(connectionMailboxes)
    .values({ ...mailbox, uidValidity: '1', nextUid: 5, backfillBefore: 1 });
  const seen = { ...mailbox, messages: 3, latestAt: '2026-06-01T12:00:00.000Z' };
  await db.insert(connectionDomains).values([
    { ...seen, domain: sharedDomain },
    { ...seen, domain: `counted.${mark}.example` },
  ]);
  const calendar = { organizationId, connectionId: calendarId };
  const hash = '0'.repeat(64);
  const readAt = '2026-06-01T12:00:00.000Z';
  await db
    .insert(connectionCalendars)
    .values({ ...calendar, etag: mark, fileHash: hash, readAt, intervalSeconds: 300 });
  await db.insert(connectionMeetings).values({
    ...calendar,
    sourceId: 'planned',
    uid: mark,
    fingerprint: hash,
    occurredAt: '2026-07-10T00:00:00.000Z',
    takesPlace: true,
    leads: true,
  });
}
