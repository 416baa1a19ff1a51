import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';

/** The responses that the callers received since the last `clear`. */
export interface Answers {
  served: number;
  refused: number;
  slowestMs: number;
  /** Responses that must never occur: another status, an incomplete 503, or none at all. */
  readonly wrong: string[];
}

/** One record that one caller alone writes, one write after the other. */
export interface Written {
  readonly organization: number;
  readonly path: string;
  readonly field: string;
  /** Every value that was sent, in order; and the place of the last that was acknowledged. */
  readonly values: string[];
  acknowledged: number;
}

export interface Callers {
  readonly answers: Answers;
  readonly records: readonly Written[];
  /** Names of clients: acknowledged by their id, and refused. */
  readonly created: ReadonlyMap<string, { organization: number; id: string | undefined }>;
  clear(): Answers;
  stop(): Promise<void>;
}

const newAnswers = (): Answers => ({ served: 0, refused: 0, slowestMs: 0, wrong: [] });

/** Starts callers, each of an organization of its own, who read, create and update in turn until they are stopped. */
export function startCallers(url: string, count: number, userOf: (organization: number) => string): Callers {
  const dispatcher = new Agent({ connections: count, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const created = new Map<string, { organization: number; id: string | undefined }>();
  const records: Written[] = [];
  let answers = newAnswers();
  let isStopped = false;

  async function call(organization: number, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const from = performance.now();
    const headers = { authorization: `Bearer ${tokenOf(organization)}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const answer = await request(url + path, { dispatcher, method, headers, ...sent });
      const text = await answer.body.text();
      answers.slowestMs = Math.max(answers.slowestMs, performance.now() - from);
      if (answer.statusCode === 200) {
        answers.served += 1;
        return JSON.parse(text) as { data: { id: string } };
      }
      const isRefusal =
        answer.statusCode === 503 &&
        /^[1-9]\d*$/.test(String(answer.headers['retry-after'])) &&
        JSON.parse(text).error.code === 'unavailable';
      if (isRefusal) answers.refused += 1;
      else answers.wrong.push(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    } catch (error) {
      answers.wrong.push(`${method} ${path}: ${String(error)}`);
    }
    return undefined;
  }

  async function update(record: Written, round: number): Promise<void> {
    const { organization, path, field, values } = record;
    const value = `${field} ${round}`;
    const place = values.push(value) - 1;
    if (await call(organization, 'PUT', path, { [field]: value })) record.acknowledged = place;
  }

  async function work(organization: number): Promise<void> {
    const written = (path: string, field: string): Written => {
      const record = { organization, path, field, values: [], acknowledged: -1 };
      records.push(record);
      return record;
    };
    const client = `/v1/clients/${clientOf(organization)}`;
    const mine = [
      written(client, 'name'),
      written('/v1/organization', 'name'),
      written(`/v1/users/${userOf(organization)}`, 'firstName'),
    ];
    for (let round = 0; !isStopped; round += 1) {
      for (const record of mine) await update(record, round);
      const name = `Created ${organization}-${round}`;
      const answer = await call(organization, 'POST', '/v1/clients', { name, domain: `${round}.example` });
      created.set(name, { organization, id: answer?.data.id });
      await call(organization, 'GET', `${client}/dashboards/default`);
      await call(organization, 'GET', '/v1/clients?limit=5');
      await setTimeout(5);
    }
  }

  const working = Promise.all(Array.from({ length: count }, (_, organization) => work(organization)));
  return {
    get answers() {
      return answers;
    },
    records,
    created,
    clear() {
      const seen = answers;
      answers = newAnswers();
      return seen;
    },
    async stop() {
      isStopped = true;
      await working;
      await dispatcher.destroy();
    },
  };
}
