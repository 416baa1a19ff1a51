import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { callOverSocket } from '../../src/cli/connect.ts';
import { cliSocketPath } from '../../src/core/db/data-dir.ts';
import type { Trial } from '../part.ts';

/** The organization that everything is written to, and its token. */
export interface Account {
  readonly slug: string;
  readonly token: string;
}

interface Resource {
  readonly id: string;
  readonly name: string;
}

/** The known name of a client, and the names that unanswered updates may have given it. */
interface Expected {
  name: string;
  sent?: string | undefined;
}

/** Writes to a server for as long as it lives, remembers what it acknowledged, and looks whether it is still there. */
export interface Ledger {
  /** Creates, updates, and hands operator's commands over, all at once, until the server is gone. */
  write(url: string, account: Account): Promise<void>;
  /** Checks what was acknowledged since the last time; `isAll` for everything there ever was. */
  check(url: string, account: Account, isAll?: boolean): Promise<void>;
  readonly counts: { acknowledged: number; unanswered: number; doneUnanswered: number };
}

const updated = 4;
const creators = 3;
const batch = 20;

/** Begins a ledger of one data directory. */
export function openLedger(trial: Pick<Trial, 'expect'>, dataDir: string): Ledger {
  const counts = { acknowledged: 0, unanswered: 0, doneUnanswered: 0 };
  const clients = new Map<string, Expected>();
  const seen = new Map<string, string>();
  const fresh = {
    clients: new Set<string>(),
    organizations: new Set<string>(),
    tokens: new Set<string>(),
    batches: [] as ReturnType<typeof activities>[],
  };
  let updatedIds: string[] = [];
  let cursor: string | undefined;

  /** Notes what `work` gives as acknowledged; false when it was not answered. */
  async function sent<T>(work: Promise<T>, acknowledged: (result: T) => void): Promise<boolean> {
    try {
      acknowledged(await work);
      counts.acknowledged += 1;
      return true;
    } catch {
      counts.unanswered += 1;
      return false;
    }
  }

  async function create({ url, token }: Target): Promise<boolean> {
    return sent(call<Resource>(url, token, 'POST', '/v1/clients', { name: randomUUID() }), ({ id, name }) => {
      clients.set(id, { name });
      fresh.clients.add(id);
    });
  }

  async function update({ url, token }: Target, id: string): Promise<boolean> {
    const expected = clients.get(id);
    if (!expected) throw new Error('Only what was made is updated.');
    const name = randomUUID();
    expected.sent = name;
    return sent(call(url, token, 'PUT', `/v1/clients/${id}`, { name }), () => {
      expected.name = name;
      expected.sent = undefined;
    });
  }

  async function command({ slug }: Account, turn: number): Promise<boolean> {
    const { client: operator, close } = await callOverSocket(cliSocketPath(dataDir));
    try {
      if (turn % 3 === 0) {
        const made = { name: 'Made by command', slug: randomUUID() };
        return await sent(operator.org.create.mutate(made), () => fresh.organizations.add(made.slug));
      }
      if (turn % 3 === 1)
        return await sent(operator.token.create.mutate({ org: slug }), ({ token }) =>
          fresh.tokens.add(token),
        );
      const imported = activities();
      const recording = operator.activities.record.mutate({
        org: slug,
        integration: 'import',
        activities: imported,
      });
      return await sent(recording, () => fresh.batches.push(imported));
    } finally {
      await close();
    }
  }

  async function write(url: string, account: Account): Promise<void> {
    const target = { url, token: account.token };
    while (updatedIds.length < updated) {
      if (!(await create(target))) return;
      updatedIds = [...clients.keys()];
    }
    await Promise.all([
      ...Array.from({ length: creators }, () => untilRefused(() => create(target))),
      ...updatedIds.map((id) => untilRefused(() => update(target, id))),
      untilRefused((turn) => command(account, turn)),
    ]);
  }

  async function readOn({ url, token }: Target): Promise<void> {
    for (;;) {
      const after = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = await request<Resource[]>(url, token, 'GET', `/v1/clients?limit=100${after}`);
      for (const { id, name } of page.data) seen.set(id, name);
      if (page.meta.cursor === null) return;
      cursor = page.meta.cursor;
    }
  }

  async function check(url: string, account: Account, isAll = false): Promise<void> {
    const target = { url, token: account.token };
    if (isAll) {
      seen.clear();
      cursor = undefined;
    }
    await readOn(target);
    for (const id of updatedIds) {
      const found = await call<Resource>(url, account.token, 'GET', `/v1/clients/${id}`).catch(
        () => undefined,
      );
      if (found) seen.set(id, found.name);
      else seen.delete(id);
    }
    const looked = isAll ? clients.keys() : [...fresh.clients, ...updatedIds];
    for (const id of looked) {
      const expected = clients.get(id);
      const name = seen.get(id);
      const isKept = name !== undefined && [expected?.name, expected?.sent].includes(name);
      trial.expect(isKept, `client ${id} is ${name}, and not ${expected?.name} as acknowledged`);
      if (name !== undefined && expected?.sent === name) counts.doneUnanswered += 1;
      if (name !== undefined) clients.set(id, { name });
    }
    for (const [id, name] of seen) {
      if (clients.has(id)) continue;
      clients.set(id, { name });
      if (counts.acknowledged > 0) counts.doneUnanswered += 1;
    }
    await checkCommands(target, account);
    fresh.clients.clear();
  }

  async function checkCommands({ url }: Target, { slug }: Account): Promise<void> {
    const { client: operator, close } = await callOverSocket(cliSocketPath(dataDir));
    const slugs = new Set((await operator.org.list.query()).map((organization) => organization.slug));
    for (const made of fresh.organizations)
      trial.expect(slugs.has(made), `the organization ${made} is gone, which was acknowledged`);
    for (const made of fresh.tokens) {
      const { status } = await fetch(`${url}/v1/health`, { headers: { Authorization: `Bearer ${made}` } });
      trial.expect(status === 200, `a token that was shown is answered with ${status}`);
    }
    for (const imported of fresh.batches) {
      const again = { org: slug, integration: 'import', activities: imported };
      const { duplicates } = await operator.activities.record.mutate(again);
      trial.expect(duplicates === batch, `of ${batch} activities acknowledged, ${duplicates} are there`);
    }
    fresh.organizations.clear();
    fresh.tokens.clear();
    fresh.batches.length = 0;
    await close();
  }

  return { write, check, counts };
}

interface Target {
  readonly url: string;
  readonly token: string;
}

async function untilRefused(work: (turn: number) => Promise<boolean>): Promise<void> {
  for (let turn = 0; await work(turn); turn += 1);
}

const activities = () =>
  Array.from({ length: batch }, () => ({
    sourceId: randomUUID(),
    type: 'note' as const,
    subject: 'Noted',
    content: 'Some words. '.repeat(50),
    occurredAt: '2026-01-01T00:00:00.000Z',
    participants: ['pat@globex.example'],
    archivedAt: null,
  }));

interface Envelope<T> {
  readonly data: T;
  readonly meta: { readonly cursor: string | null };
}

/** Makes a request and gives its envelope. Sends it again after a 503; fails where the answer is another than 200. */
async function request<T>(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
  onRefused: () => void = () => {},
): Promise<Envelope<T>> {
  for (;;) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // What an operation gives is in its document; here it is taken at its word.
    if (response.status === 200) return JSON.parse(text) as Envelope<T>;
    if (response.status !== 503) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    onRefused();
    await setTimeout(100);
  }
}

/** Makes a request and gives what it answers with. */
export async function call<T>(...given: Parameters<typeof request>): Promise<T> {
  return (await request<T>(...given)).data;
}
