/**
 * Does what the administrator and the background work do for one organization, and prints the result of each action.
 * Bundled with the service, so that a condition can be left out of it.
 */
import { pino } from 'pino';
import type { Caller } from '../../src/cli/command.ts';
import { createClient } from '../../src/clients/queries.ts';
import { processEnvironment, readConfig } from '../../src/config.ts';
import { openSecrets } from '../../src/connections/secrets.ts';
import { openPostgres } from '../../src/core/db/database.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { releaseJob } from '../../src/insights/jobs.ts';
import { leaseJobs } from '../../src/insights/leases.ts';
import { isWorkDue, workOnce } from '../../src/insights/work.ts';
import { listTokens, revokeToken, revokeTokensOfUser, rotateToken } from '../../src/tokens/queries.ts';
import { findUsersByEmail } from '../../src/users/queries.ts';
import { executeHere } from '../../test/support/execute.ts';
import { keptClient, keys, marksIn, ofStrangers, sharedDomain, type Tenant } from './world.ts';

/** The result of an action, or its failure. */
export type Outcome = readonly [action: string, outcome: unknown];

const { DATABASE_URL = '' } = processEnvironment;
const [tenant, stranger]: [Tenant, Tenant] = JSON.parse(process.argv[2] ?? '');
const database = openPostgres(DATABASE_URL);
const log = pino({ level: 'silent' });
const now = () => new Date('2026-06-01T12:00:00.000Z');
const work = { db: database.db, engine: builtInEngine, log };
const secrets = openSecrets(readConfig({ DATABASE_URL }));
const services = { ...work, database, applied: 0, secrets, now };

/** Runs a command for the tenant's organization; `lent` are functions of the calling process. */
const run = (command: string, input: object = {}, lent: object = {}, given: Partial<Caller> = {}) =>
  executeHere(services, command, { org: tenant.slug, ...input }, given, lent);

/** Returns the items one by one, then undefined. */
const oneByOne = <T>(items: readonly T[]) => {
  const left = [...items];
  return async () => left.shift();
};
const db = new TenantDb(database.db, tenant.organizationId);
const author = {
  actor: { tokenId: tenant.organizationId },
  operation: 'clients.create',
  requestId: tenant.organizationId,
};
const writer = db.writtenBy(author);
const once = (key: string) => db.writtenBy({ ...author, idempotency: { key, outcome: {} } });

const { mark } = tenant;
/** The one with a wired rule. */
const other = tenant.clients[2];
const [, user] = tenant.users.filter(({ isDeleted }) => !isDeleted);
const own = `pat@${mark}-new.example`;
const activity = (sourceId: string, participant: string) => ({
  sourceId,
  isMail: true as const,
  type: 'email' as const,
  subject: `Subject ${mark}`,
  content: `Thank you, great job ${mark}`,
  occurredAt: '2026-05-01T00:00:00.000Z',
  participants: [participant],
  archivedAt: null,
});
const record = (integration: string, participant: string, sourceId = `action-${participant}`) =>
  run(
    'import',
    { integration, withErased: false },
    { nextBatch: oneByOne([[{ ok: true, where: 'in memory', activity: activity(sourceId, participant) }]]) },
  );

async function workOff(organizationId: string | undefined) {
  const counts: unknown[] = [];
  for (let turn = 0; turn < 200 && (await isWorkDue(database.db, { organizationId })); turn++)
    counts.push(await workOnce(work, { organizationId }, now, new AbortController().signal));
  return counts.length < 200;
}

/** The lines of the export, from which the organization is made again. */
let exported: readonly string[] = [];

async function exportAll() {
  let text = '';
  const write = async (part: string) => {
    text += part;
  };
  await run('org export', { file: 'in memory' }, { write, sync: async () => {} });
  exported = text.trimEnd().split('\n');
  return [exported.length, ...marksIn(text)];
}

async function importAll() {
  const [header = '', ...lines] = exported;
  const { organization } = JSON.parse(header);
  const batches = lines.slice(0, -1).map((line) => [JSON.parse(line)]);
  const { id } = await run('org import', {}, { organization, nextRows: oneByOne(batches) });
  return id === tenant.organizationId;
}

const actions: Record<string, () => Promise<unknown>> = {
  'list tokens': () => run('token list'),
  'list rules': () => run('rule list'),
  'list the audit': () => run('audit list', { limit: 100 }),
  'find users by an address of another': () => findUsersByEmail(db, [stranger.email]),
  'make a client for a domain whose rules wait': async () =>
    (await createClient(writer, { name: `New ${mark}`, domain: 'unwired.example' })) !== undefined,
  'make a client with a key that all have used': () => createClient(once(keys.kept), keptClient),
  'make a client with a key that all used long ago': async () =>
    (await createClient(once(keys.old), keptClient)).name,
  'make a token for an address of another': () => run('token create', { user: stranger.email, name: null }),
  'make a rule for a domain of another': () =>
    run('rule create', { integration: 'teams', domain: stranger.domain }),
  'record what a rule of another would assign': () => record('gmail', `pat@${stranger.domain}`),
  'record what no rule assigns': () => record('gmail', own),
  'record mail that only others have': () => record('gmail', ofStrangers.user, ofStrangers.mail.sourceId),
  'record what others erased': () => record('gmail', `pat@${ofStrangers.domain}`, ofStrangers.erased),
  'note an integration that only others have': async () => {
    const notes: string[] = [];
    const rule = { integration: ofStrangers.integration, domain: own.slice(4) };
    await run('rule create', rule, {}, { say: (note) => notes.push(note) });
    return notes;
  },
  'make a rule for it': () => run('rule create', { integration: 'gmail', domain: `${mark}-new.example` }),
  'lease what is due': async () => {
    const lease = tenant.organizationId;
    const jobs = await leaseJobs(database.db, lease, { organizationId: tenant.organizationId }, 10);
    for (const job of jobs) await releaseJob(database.db, job);
    return jobs.map((job) => JSON.stringify(job)).sort();
  },
  'work for the organization': () => workOff(tenant.organizationId),
  'make a rule for a domain that others have': () =>
    run('rule create', { integration: 'gmail', domain: sharedDomain }),
  'work for that': () => workOff(tenant.organizationId),
  'read the cards': async () => {
    const { getDefaultDashboard } = await import('../../src/dashboards/queries.ts');
    // Those of a deleted client go when its turn comes.
    const living = tenant.clients.filter(({ isDeleted }) => !isDeleted);
    const cards = await Promise.all(living.map(({ id }) => getDefaultDashboard(db, id)));
    return cards.flatMap((dashboard) => dashboard.cards.map(({ result }) => result.content));
  },
  'delete a client': () => run('client delete', { id: other?.id ?? '' }),
  'work after that': () => workOff(tenant.organizationId),
  'revoke tokens of a user': () => revokeTokensOfUser(db, tenant.users[0]?.id ?? ''),
  'delete a user': () => run('user delete', { id: user?.id ?? '' }),
  'list what is unassigned': () => run('unassigned list', { limit: 100 }),
  'erase a client': () => run('client erase', { id: tenant.clients[1]?.id ?? '', yes: true }),
  'erase a person': () => run('person erase', { email: tenant.email, yes: true }),
  'show, pause, resume and delete connections': async () => {
    const shown: unknown[] = [];
    for (const { id, type } of await run('connection list', { all: false })) {
      shown.push(await run('connection show', { id }));
      await run('connection resume', { id });
      shown.push(await run('connection pause', { id }));
      if (type === 'imap') shown.push(await run('connection update', { id, mailboxes: ['Box'] }));
      shown.push(await run('connection delete', { id }));
    }
    return shown;
  },
  'rotate all tokens': async () => {
    const names: unknown[] = [];
    for (const { id } of await listTokens(db, { limit: 100 }))
      names.push((await rotateToken(db, id, now().toISOString()))?.name ?? null);
    return names;
  },
  'revoke a token': async () =>
    (await revokeToken(db, (await listTokens(db, { limit: 100 }))[0]?.id ?? '')) !== undefined,
  'export all data': exportAll,
  'delete all data': () => run('org delete', { yes: true }),
  'import all data': importAll,
};

const chosen = process.argv[3] === 'all' ? { 'work for all': () => workOff(undefined) } : actions;
const outcomes: Outcome[] = [];
for (const [name, act] of Object.entries(chosen)) {
  try {
    outcomes.push([name, (await act()) ?? null]);
  } catch (error) {
    outcomes.push([name, `failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`]);
  }
}
await database.close();
process.stdout.write(JSON.stringify(outcomes));
