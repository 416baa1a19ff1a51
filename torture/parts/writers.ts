import postgres from 'postgres';
import { clientOf, fill, tokenOf } from '../../bench/requests/fixture.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl } from '../support/engines.ts';
import { call } from '../support/ledger.ts';
import { createToken, operator, startServer, temporaryDirectory, unlimited } from '../support/server.ts';

/** The number of concurrent pairs, each on an organization of its own. */
const pairsAtOnce = 16;

const quiet = { ...unlimited, LOG_LEVEL: 'silent' };

type Fields = Readonly<Record<string, string>>;

/** A resource of which two fields are written at once, and the values that the fields take in turn. */
interface Written {
  readonly path: string;
  fields(turn: number): readonly [Fields, Fields];
}

const zones = ['Europe/Berlin', 'America/Lima', 'Asia/Tokyo'] as const;
const currencies = ['EUR', 'PEN', 'JPY', 'CHF'] as const;

const clientAt = (path: string): Written => ({
  path,
  fields: (turn) => [{ name: `Name ${turn}` }, { domain: `domain-${turn}.example` }],
});

const userAt = (path: string): Written => ({
  path,
  fields: (turn) =>
    turn % 2
      ? [{ firstName: `First ${turn}` }, { lastName: `Last ${turn}` }]
      : [{ lastName: `Last ${turn}` }, { imageUrl: `https://example.com/${turn}.png` }],
});

const organization: Written = {
  path: '/v1/organization',
  fields: (turn) => [
    { defaultTimezone: zones[turn % zones.length] ?? zones[0] },
    { defaultCurrency: currencies[turn % currencies.length] ?? currencies[0] },
  ],
};

export const writers: Part = {
  promise: 'of two writers of different fields of one resource, at once, neither loses anything',
  async run(trial) {
    await onTwoServers(trial, trial.isQuick ? 480 : 12_000);
    await onTheEmbeddedEngine(trial, trial.isQuick ? 60 : 1_000);
  },
};

/** Pairs of updates through two processes, of which the database sees only the statements. */
async function onTwoServers(trial: Trial, pairs: number): Promise<void> {
  const url = await sharedDatabase(trial);
  await fill(url, pairsAtOnce);
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  trial.atEnd(() => sql.end());
  const users = new Map<number, string>();
  for (let index = 0; index < pairsAtOnce; index += 1) {
    const [user] = await sql<{ id: string }[]>`
      insert into users (organization_id, id, first_name, last_name, email)
      select organization_id, gen_random_uuid(), 'Ann', 'Okafor', 'ann@globex.example'
      from clients where id = ${clientOf(index)} returning id`;
    if (user) users.set(index, user.id);
  }
  const environment = { DATABASE_URL: url, REDIS_URL: sharedRedisUrl, ...quiet };
  const servers = await Promise.all([startServer(trial, environment), startServer(trial, environment)]);
  const urls = servers.map((server) => server.url);
  const recorded = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from audit_entries`;
    return row?.count ?? 0;
  };

  const from = performance.now();
  const tally = { pairs: 0, acknowledged: 0, refused: 0 };
  await Promise.all(
    Array.from({ length: pairsAtOnce }, async (_, index) => {
      const client = clientAt(`/v1/clients/${clientOf(index)}`);
      const others = [userAt(`/v1/users/${users.get(index)}`), organization];
      for (let turn = 0; tally.pairs < pairs; turn += 1) {
        tally.pairs += 1;
        // Ten of twelve are of a client.
        const written = others[turn % 12] ?? client;
        await pair(trial, urls, tokenOf(index), written, turn, tally);
      }
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  const entries = await recorded();
  expectAudited(trial, tally, entries);
  const perSecond = Math.round(tally.pairs / seconds);
  trial.figure(
    `${tally.pairs} pairs through two processes on PostgreSQL, ${perSecond} a second; ${entries} audit entries`,
  );
}

/** The same in one process on the embedded engine. */
async function onTheEmbeddedEngine(trial: Trial, pairs: number): Promise<void> {
  const environment = { DATA_DIR: temporaryDirectory(trial), WORKER: 'false', ...quiet };
  const { url } = await startServer(trial, environment);
  const { token } = await createToken(trial, environment, 'demo');
  const idsOf = async (path: string) =>
    (await call<{ id: string }[]>(url, token, 'GET', path)).map(({ id }) => `${path}/${id}`);
  const clients = (await idsOf('/v1/clients')).map(clientAt);
  const resources = [...clients, ...(await idsOf('/v1/users')).map(userAt), organization];
  const tally = { pairs: 0, acknowledged: 0, refused: 0 };
  await Promise.all(
    resources.map(async (written) => {
      for (let turn = 0; tally.pairs < pairs; turn += 1) {
        tally.pairs += 1;
        await pair(trial, [url, url], token, written, turn, tally);
      }
    }),
  );
  const entries = (await operator(
    trial,
    environment,
    'audit',
    'list',
    '--limit',
    '100000',
    '--org',
    'demo',
  )) as { token: string | null }[];
  // The others are of commands, such as the one that made the token.
  const updates = entries.filter((entry) => entry.token !== null).length;
  expectAudited(trial, tally, updates);
  trial.figure(`${tally.pairs} pairs on the embedded engine; ${updates} audit entries`);
}

interface Tally {
  acknowledged: number;
  refused: number;
}

/** Each update is recorded once; one that was refused with 503 for want of time may have been done all the same. */
function expectAudited(trial: Trial, { acknowledged, refused }: Tally, entries: number): void {
  trial.expect(
    entries >= acknowledged && entries <= acknowledged + refused,
    `${acknowledged} updates were acknowledged, ${refused} refused, and ${entries} are in the audit`,
  );
}

/** Writes two fields at once, each through another server, and looks whether both are as they were written. */
async function pair(
  trial: Trial,
  urls: readonly string[],
  token: string,
  { path, fields }: Written,
  turn: number,
  tally: Tally,
): Promise<void> {
  const [one, other] = fields(turn);
  const [url = '', otherUrl = ''] = turn % 2 ? urls : [...urls].reverse();
  const write = async (at: string, body: Fields) => {
    const answer = await call<Record<string, unknown>>(
      at,
      token,
      'PUT',
      path,
      body,
      () => (tally.refused += 1),
    );
    tally.acknowledged += 1;
    const own = Object.entries(body).every(([field, value]) => answer[field] === value);
    trial.expect(own, `${path}: an update of ${Object.keys(body)} was answered without it`);
  };
  await Promise.all([write(url, one), write(otherUrl, other)]);
  const found = await call<Record<string, unknown>>(url, token, 'GET', path);
  for (const [field, value] of Object.entries({ ...one, ...other }))
    trial.expect(found[field] === value, `${path}: ${field} is ${found[field]}, and not ${value} as written`);
}
