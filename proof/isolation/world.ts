import { randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { type ActivityType, activities } from '../../src/activities/table.ts';
import { permissions } from '../../src/api.ts';
import { assignmentRules, clients } from '../../src/clients/table.ts';
import { connectionCalendars, connectionMeetings } from '../../src/connections/calendar/table.ts';
import { connectionDomains, connectionMailboxes, connections } from '../../src/connections/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { openPostgres } from '../../src/core/db/database.ts';
import { nilUuid } from '../../src/core/rest/fields.ts';
import { fingerprintOf } from '../../src/core/rest/idempotency/key.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import { type CardKey, cardKeys, insights } from '../../src/insights/table.ts';
import { organizations } from '../../src/organization/table.ts';
import { tokens } from '../../src/tokens/table.ts';
import { generateToken, hashToken } from '../../src/tokens/token.ts';
import { users } from '../../src/users/table.ts';

/** A client of an organization, and its activities. */
export interface WorldClient {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly activities: readonly string[];
}

/** One organization, and all that it has. */
export interface Tenant {
  readonly name: string;
  readonly organizationId: string;
  readonly slug: string;
  /** Stands in every text that the organization has, and in no other's. */
  readonly mark: string;
  /** Of one of its users, and of a client and of a wired rule. */
  readonly email: string;
  readonly domain: string;
  readonly clients: readonly WorldClient[];
  readonly users: readonly { readonly id: string; readonly isDeleted: boolean }[];
  readonly rules: readonly string[];
  /** The tokens of the keys, and two spare ones. */
  readonly tokens: readonly string[];
  /** Activities that no rule has given to a client. */
  readonly unassigned: readonly string[];
  readonly keys: {
    readonly organization: string;
    /** Of a user, with every permission. */
    readonly user: string;
    readonly withoutPermission: string;
    readonly revoked: string;
    readonly ofDeletedUser: string;
  };
}

/** The domain of clients and unwired rules in every organization. */
export const sharedDomain = 'shared.example';

/** The idempotency keys that every organization has used: within the last day, and before. */
export const keys = { kept: 'kept-key', old: 'old-key' };

/** The client that was created with them. */
export const keptClient = { name: 'Kept', domain: null };

const markForm = /mark-[0-9a-f]{12}/g;
/** The marks that stand in a text. */
export const marksIn = (text: string) => new Set(text.match(markForm) ?? []);

/** The ids that twins have in common. */
const common = {
  clients: Array.from({ length: 4 }, () => v7()),
  users: Array.from({ length: 4 }, () => v7()),
  activities: Array.from({ length: 14 }, () => v7()),
  others: Array.from({ length: 20 }, () => v7()),
};

/**
 * Fills a migrated database with organizations. Two of them and a silent third are twins: the same ids name their clients,
 * activities, users, rules and tokens, so that a statement that forgets the organization hits all three; and what is
 * deleted in one lives in the others. The two strangers have ids of their own.
 */
export async function makeWorld(url: string): Promise<{ callers: Tenant[]; silent: Tenant }> {
  const database = openPostgres(url, { maxConnections: 1 });
  await database.migrate();
  try {
    const stranger = await makeTenant(database.db, 'stranger', () => v7());
    const twins: Tenant[] = [];
    for (const deleted of [3, 0, none]) {
      let other = 0;
      const id = (kind: 'clients' | 'users' | 'activities' | 'others', index: number) =>
        common[kind][kind === 'others' ? other++ : index] ?? v7();
      twins.push(await makeTenant(database.db, `twin ${twins.length + 1}`, id, deleted));
    }
    const second = await makeTenant(database.db, 'second stranger', () => v7());
    const [first, next, silent] = twins;
    if (!first || !next || !silent) throw new Error('The twins were not made.');
    return { callers: [first, next, stranger, second], silent };
  } finally {
    await database.close();
  }
}

const none = -1;
const typesInTurn: readonly ActivityType[] = ['email', 'call', 'email'];

type Db = ReturnType<typeof openPostgres>['db'];
type MakeId = (kind: 'clients' | 'users' | 'activities' | 'others', index: number) => string;

async function makeTenant(db: Db, name: string, id: MakeId, deleted = 1): Promise<Tenant> {
  const mark = `mark-${randomBytes(6).toString('hex')}`;
  const organizationId = v7();
  const slug = mark;
  const gone = new Date().toISOString();
  const deletedAt = (index: number) => (index === deleted ? gone : null);
  await db.insert(organizations).values({
    organizationId,
    slug,
    name: `Organization ${mark}`,
    defaultTimezone: name === 'twin 2' ? 'Europe/Berlin' : 'UTC',
  });

  const clientRows = Array.from({ length: 4 }, (_, index) => ({
    organizationId,
    id: id('clients', index),
    name: `Client ${index} ${mark}`,
    domain: index < 2 ? sharedDomain : `${mark}-${index}.example`,
    deletedAt: deletedAt(index),
  }));
  await db.insert(clients).values(clientRows);

  const userRows = Array.from({ length: 4 }, (_, index) => ({
    organizationId,
    id: id('users', index),
    firstName: `Ann ${mark}`,
    lastName: `Okafor ${mark}`,
    email: `user-${index}@${mark}.example`,
    imageUrl: `https://${mark}.example/picture.png`,
    idpUserId: `idp-${mark}`,
    deletedAt: deletedAt(index),
  }));
  await db.insert(users).values(userRows);

  const activityRows = Array.from({ length: 14 }, (_, index) => ({
    organizationId,
    id: id('activities', index),
    clientId: clientRows[Math.floor(index / 3)]?.id ?? null,
    type: typesInTurn[index % 3] ?? 'note',
    source: 'gmail',
    sourceId: `message-${index}`,
    subject: `Subject ${mark}`,
    content: `Great job with the launch, thank you all so much ${mark}!`,
    occurredAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
    participants: [`pat@${sharedDomain}`, `user-1@${mark}.example`],
    immutable: true,
  }));
  await db.insert(activities).values(activityRows);
  await db.insert(activities).values({
    ...activityRows[0],
    organizationId,
    id: v7(),
    type: 'meeting',
    source: 'calendar',
    sourceId: 'planned',
    subject: `Planned ${mark}`,
    content: '',
    // That of the twin for which the actions are done comes after those of the others.
    occurredAt: new Date(Date.UTC(2026, 6, name === 'twin 2' ? 20 : 10)).toISOString(),
    participants: [`pat@${sharedDomain}`],
    immutable: true,
  });

  const cards = clientRows.flatMap(({ id: clientId }) =>
    cardKeys.map((card: CardKey) => ({
      organizationId,
      clientId,
      card,
      content: `- Card ${mark}`,
      computedAt: gone,
    })),
  );
  await db.insert(insights).values(cards);
  const rules = [id('others', 0), id('others', 0), id('others', 0)] as const;
  await db.insert(assignmentRules).values([
    { organizationId, id: rules[0], integration: 'slack', domain: sharedDomain },
    { organizationId, id: rules[1], integration: 'zoom', domain: 'unwired.example' },
    {
      organizationId,
      id: rules[2],
      integration: 'gmail',
      domain: clientRows[2]?.domain ?? '',
      clientId: clientRows[2]?.id ?? null,
      // What came before it is still to be looked through.
      backlogAfter: nilUuid,
    },
  ]);
  const furtherRules = name.includes('stranger') ? [v7()] : [];
  for (const ruleId of furtherRules)
    await db.insert(assignmentRules).values({
      organizationId,
      id: ruleId,
      integration: 'gmail',
      domain: sharedDomain,
      clientId: clientRows[0]?.id ?? null,
    });
  await db.insert(auditEntries).values({
    organizationId,
    id: v7(),
    tokenId: v7(),
    operation: 'clients.update',
    resource: `clients/${mark}`,
    requestId: v7(),
  });

  await makeConnections(db, organizationId, mark, [id('others', 0), id('others', 0)]);

  const answer = JSON.stringify({
    id: v7(),
    name: `Kept ${mark}`,
    domain: null,
    createdAt: gone,
    updatedAt: gone,
  });
  // To the strangers it was another request that had the key.
  const fingerprint = name.includes('stranger') ? '' : fingerprintOf('clients.create', keptClient);
  const aDayAgo = new Date(Date.now() - 86_400_000).toISOString();
  await db.insert(idempotencyKeys).values([
    { organizationId, key: keys.kept, fingerprint, answer },
    { organizationId, key: keys.old, fingerprint, answer, createdAt: aDayAgo },
  ]);

  const living = userRows.find((user) => user.deletedAt === null)?.id ?? null;
  const deletedUser = userRows.find((user) => user.deletedAt !== null)?.id ?? living;
  const all = [...permissions];
  const tokenIds: string[] = [];
  const key = async (userId: string | null, granted: typeof all, revokedAt: string | null = null) => {
    const token = generateToken();
    const hash = await hashToken(token);
    const tokenId = id('others', 0);
    tokenIds.push(tokenId);
    const row = {
      organizationId,
      id: tokenId,
      hash,
      userId,
      permissions: granted,
      name: `Key ${mark}`,
    };
    await db.insert(tokens).values({ ...row, revokedAt });
    return token;
  };
  const tenantKeys = {
    organization: await key(null, []),
    user: await key(living, all),
    withoutPermission: await key(living, []),
    revoked: await key(null, [], gone),
    ofDeletedUser: await key(deletedUser, all),
  };
  for (let spare = 0; spare < 2; spare++) await key(null, []);
  return {
    name,
    organizationId,
    slug,
    mark,
    email: userRows[2]?.email ?? '',
    domain: clientRows[2]?.domain ?? '',
    clients: clientRows.map((client, index) => ({
      id: client.id,
      isDeleted: client.deletedAt !== null,
      activities: activityRows.slice(index * 3, index * 3 + 3).map((activity) => activity.id),
    })),
    users: userRows.map((user) => ({ id: user.id, isDeleted: user.deletedAt !== null })),
    unassigned: activityRows.slice(12).map((activity) => activity.id),
    rules: [...furtherRules, ...rules],
    tokens: tokenIds,
    keys: tenantKeys,
  };
}

/** A mailbox and a calendar that are paused, so that no worker changes them, with all that is stored of them. */
async function makeConnections(
  db: Db,
  organizationId: string,
  mark: string,
  [mailboxId, calendarId]: readonly [string, string],
): Promise<void> {
  const common = {
    organizationId,
    state: 'paused',
    failure: `Failure ${mark}`,
    secret: `v1.${mark}`,
  } as const;
  const settings = { host: `mail.${mark}.example`, user: `ann@${mark}.example` };
  await db.insert(connections).values([
    { ...common, id: mailboxId, type: 'imap', integration: 'gmail', settings },
    {
      ...common,
      id: calendarId,
      type: 'calendar',
      integration: 'calendar',
      settings: { host: settings.host },
    },
  ]);
  const mailbox = { organizationId, connectionId: mailboxId, mailbox: `Box ${mark}` };
  await db
    .insert(connectionMailboxes)
    .values({ ...mailbox, uidValidity: '1', nextUid: 5, backfillBefore: 1 });
  await db.insert(connectionDomains).values(
    [sharedDomain, `counted.${mark}.example`].map((domain) => ({
      ...mailbox,
      domain,
      messages: 3,
      latestAt: '2026-06-01T12:00:00.000Z',
    })),
  );
  const calendar = { organizationId, connectionId: calendarId };
  const hash = '0'.repeat(64);
  await db.insert(connectionCalendars).values({
    ...calendar,
    etag: mark,
    fileHash: hash,
    readAt: '2026-06-01T12:00:00.000Z',
    intervalSeconds: 300,
  });
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

/** Ids that name nothing anywhere. */
export const idsOfNothing = () => [
  randomUUID(),
  v7(),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/** Texts that are no ids, most of them made of one that names something. */
export const malformedIds = (real: string) => [
  'x',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  '*',
  '%',
  ' ',
  '\0',
  '..',
  '../..',
  '{}',
  '[]',
  '{clientId}',
  ':clientId',
  '__proto__',
  'constructor',
  'default',
  "' or true--",
  "'; drop table clients; --",
  `${real}' or '1'='1`,
  ` ${real}`,
  `${real} `,
  `${real}\n`,
  `${real}\0`,
  `${real}0`,
  `${real}/`,
  `${real}/..`,
  `${real},${real}`,
  `${real}?x=1`,
  `${real}#x`,
  `${real};x=1`,
  real.slice(1),
  real.replaceAll('-', ''),
  `{${real}}`,
  `urn:uuid:${real}`,
  `${real.slice(0, -1)}g`,
  `${real.slice(0, -1)}\uff11`,
  real.replaceAll('-', '\u2010'),
  encodeURIComponent(` ${real}`),
  'x'.repeat(1_000),
  '\u{1f600}',
];
