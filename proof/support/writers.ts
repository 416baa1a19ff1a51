import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** The responses that the writers received since the last `clear`. */
export interface Answers {
  served: number;
  /** Complete 503s that say when to try again. */
  refused: number;
  slowestMs: number;
  /** Everything else. */
  readonly wrong: string[];
}

const newAnswers = (): Answers => ({ served: 0, refused: 0, slowestMs: 0, wrong: [] });

/** The names that one writer alone gave its client, in order, and the place of the last that was acknowledged. */
interface Renamed {
  readonly token: string;
  readonly id: string;
  readonly names: string[];
  acknowledged: number;
}

interface Envelope<T> {
  readonly data: T;
  readonly meta: { readonly cursor: string | null };
}

/** Creates, renames and reads clients, and remembers what was acknowledged. */
export class Writers {
  readonly #dispatcher = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  readonly #renamed = new Map<string, Renamed>();
  /** The names of created clients, by token, and whether they were acknowledged. */
  readonly #created = new Map<string, Map<string, boolean>>();
  #writing: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  answers = newAnswers();

  /** Starts to write with each token, renaming its client, until it is stopped. */
  start(origin: string, writers: readonly { token: string; client: string }[], pauseMs: number): void {
    this.#isStopped = false;
    this.#writing = Promise.all(
      writers.map(({ token, client }) => this.#write(origin, token, client, pauseMs)),
    );
  }

  async #write(origin: string, token: string, id: string, pauseMs: number): Promise<void> {
    const renamed: Renamed = this.#renamed.get(id) ?? { token, id, names: [], acknowledged: -1 };
    this.#renamed.set(id, renamed);
    const created = this.#created.get(token) ?? new Map<string, boolean>();
    this.#created.set(token, created);
    await setTimeout(Math.random() * pauseMs);
    while (!this.#isStopped) {
      const place = renamed.names.push(randomUUID()) - 1;
      if (await this.#call(origin, token, 'PUT', `/v1/clients/${id}`, { name: renamed.names[place] }))
        renamed.acknowledged = place;
      await setTimeout(pauseMs);
      const name = `Created ${randomUUID()}`;
      created.set(name, false);
      created.set(name, (await this.#call(origin, token, 'POST', '/v1/clients', { name })) !== undefined);
      await setTimeout(pauseMs);
      await this.#call(origin, token, 'GET', `/v1/clients/${id}`);
      await setTimeout(pauseMs);
    }
  }

  async #call<T>(
    origin: string,
    token: string,
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: object,
  ): Promise<Envelope<T> | undefined> {
    const from = performance.now();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // What is created by a request that is sent again is created once.
      'idempotency-key': randomUUID(),
    };
    try {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await request(origin + path, { dispatcher: this.#dispatcher, method, headers, ...sent });
      const text = await answer.body.text();
      this.answers.slowestMs = Math.max(this.answers.slowestMs, performance.now() - from);
      if (answer.statusCode === 200) {
        this.answers.served += 1;
        return JSON.parse(text) as Envelope<T>; // As the OpenAPI document says.
      }
      const saysWhen = /^[1-9]\d*$/.test(String(answer.headers['retry-after']));
      if (answer.statusCode === 503 && saysWhen && text.includes('"code":"unavailable"'))
        this.answers.refused += 1;
      else this.answers.wrong.push(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    } catch (error) {
      this.answers.wrong.push(`${method} ${path}: ${error instanceof Error ? error.message : error}`);
    }
    return undefined;
  }

  /** Returns the answers so far, and begins again to count them. */
  clear(): Answers {
    const seen = this.answers;
    this.answers = newAnswers();
    return seen;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
  }

  /** Compares what was acknowledged with what a server lists. */
  async check(origin: string): Promise<{ acknowledged: number; unanswered: number; faults: string[] }> {
    const faults: string[] = [];
    let acknowledged = 0;
    let unanswered = 0;
    for (const [token, created] of this.#created) {
      const stored = await this.list(origin, token);
      const counts = new Map<string, number>();
      for (const { name } of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const [name, isAcknowledged] of created) {
        const count = counts.get(name) ?? 0;
        if (isAcknowledged) acknowledged += 1;
        else unanswered += 1;
        if (isAcknowledged && count === 0) faults.push(`the client ${name} was acknowledged and is lost`);
        if (count > 1) faults.push(`the client ${name} was created ${count} times`);
      }
      for (const renamed of this.#renamed.values()) {
        if (renamed.token !== token) continue;
        const name = stored.find(({ id }) => id === renamed.id)?.name ?? '';
        acknowledged += renamed.acknowledged + 1;
        if (renamed.acknowledged >= 0 && renamed.names.indexOf(name) < renamed.acknowledged)
          faults.push(`the name ${renamed.names[renamed.acknowledged]} was acknowledged, and is ${name}`);
      }
    }
    return { acknowledged, unanswered, faults };
  }

  /** Returns all clients. */
  async list(origin: string, token: string): Promise<{ id: string; name: string }[]> {
    const clients: { id: string; name: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/v1/clients?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: Envelope<{ id: string; name: string }[]> | undefined = await this.#call(
        origin,
        token,
        'GET',
        path,
      );
      if (!page) throw new Error(`The clients cannot be listed: ${this.answers.wrong.at(-1) ?? '503'}`);
      clients.push(...page.data);
      cursor = page.meta.cursor;
    }
    return clients;
  }
}
