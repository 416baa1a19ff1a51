import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';

export interface Calls {
  sent: number;
  slowestMs: number;
  /** The number of times that each failure occurred: another status than 200, or none. */
  readonly failures: Map<string, number>;
  /** The clients whose creation was acknowledged. */
  readonly created: Set<string>;
  /** The callers' clients: the last acknowledged name, and how many updates were sent and acknowledged. */
  readonly updated: Map<string, { name?: string; sent: number; acknowledged: number }>;
}

/** Starts callers that read, rename and create clients in turn, together at an even rate. */
export function startCallers(origin: string, callers: number, requestsPerSecond: number) {
  const calls: Calls = {
    sent: 0,
    slowestMs: 0,
    failures: new Map(),
    created: new Set(),
    updated: new Map(),
  };
  let isStopped = false;
  const calling = Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      callUntil(() => isStopped, origin, caller, (callers / requestsPerSecond) * 1_000, calls),
    ),
  );
  return {
    async stop(): Promise<Calls> {
      isStopped = true;
      await calling;
      return calls;
    },
  };
}

async function callUntil(
  isStopped: () => boolean,
  origin: string,
  caller: number,
  everyMs: number,
  calls: Calls,
): Promise<void> {
  const ownClient = `/v1/clients/${clientOf(caller)}`;

  /** Sends a request; returns the body of a 200. */
  async function send(method: string, path: string, body?: object, key = {}): Promise<string | undefined> {
    const from = performance.now();
    calls.sent += 1;
    const headers = {
      authorization: `Bearer ${tokenOf(caller)}`,
      'content-type': 'application/json',
      ...key,
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    let failure: string;
    try {
      const answer = await fetch(origin + path, { method, headers, ...sent });
      const text = await answer.text();
      calls.slowestMs = Math.max(calls.slowestMs, performance.now() - from);
      if (answer.status === 200) return text;
      const isOwn = text.startsWith('{');
      failure = `${method} with status ${answer.status} of the ${isOwn ? 'service' : 'proxy'}`;
    } catch (error) {
      failure = `${method}: ${error instanceof Error ? String(error.cause ?? error) : error}`;
    }
    calls.failures.set(failure, (calls.failures.get(failure) ?? 0) + 1);
    return undefined;
  }

  const update: { name?: string; sent: number; acknowledged: number } = { sent: 0, acknowledged: 0 };
  calls.updated.set(clientOf(caller), update);

  async function rename(): Promise<void> {
    const name = randomUUID();
    update.sent += 1;
    if ((await send('PUT', ownClient, { name })) === undefined) return;
    update.acknowledged += 1;
    update.name = name;
  }

  async function create(): Promise<void> {
    const name = `${createdPrefix}${randomUUID()}`;
    const text = await send('POST', '/v1/clients', { name }, { 'Idempotency-Key': randomUUID() });
    if (text !== undefined) calls.created.add(name);
  }

  let due = performance.now() + Math.random() * everyMs;
  while (!isStopped()) {
    for (const request of [() => send('GET', ownClient), rename, create]) {
      due += everyMs;
      await setTimeout(Math.max(0, due - performance.now()));
      await request();
    }
  }
}

const createdPrefix = 'Created ';

/** Compares what was acknowledged with the database. Every write leaves an audit entry, so that repeated ones are seen too. */
export async function compare(url: string, calls: Calls): Promise<{ lost: number; repeated: number }> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<{ id: string; name: string; writes: number }[]>`
    select clients.id, clients.name, count(audit_entries.id)::int as writes
    from clients left join audit_entries
      on audit_entries.organization_id = clients.organization_id and resource = 'clients/' || clients.id
    group by clients.id, clients.name`;
  await sql.end();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const created = rows.filter(({ name }) => name.startsWith(createdPrefix));
  const createdNames = new Set(created.map(({ name }) => name));
  let lost = [...calls.created].filter((name) => !createdNames.has(name)).length;
  let repeated = created.length - createdNames.size;
  for (const [id, { name, sent, acknowledged }] of calls.updated) {
    const row = stored.get(id);
    const writes = row?.writes ?? 0;
    // An update that failed may have been done after all, and its name is another.
    const isKept = sent > acknowledged || name === undefined || row?.name === name;
    if (!isKept || writes < acknowledged) lost += 1;
    repeated += Math.max(0, writes - sent);
  }
  return { lost, repeated };
}
