import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { defaultLanguageModel } from '../../src/core/settings.ts';
import { neverAborted } from '../../src/core/timeouts.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import type { Cards, ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { createLanguageModelEngine } from '../../src/insights/language-model/engine.ts';
import type { TokenUsage } from '../../src/insights/language-model/usage.ts';
import { createLog } from '../../src/log.ts';
import { startHttpServer } from './http-server.ts';

export const key = 'key-that-stays-secret';

export const renewal: PastActivity = {
  id: '0199a8a0-0000-7000-8000-000000000001',
  type: 'email',
  subject: 'Renewal',
  content: 'Hi Sam,\n\nWe signed the renewal for two\nyears. It’s not cheap, but worth it.\n\nPriya',
  occurredAt: '2026-11-12T10:00:00.000Z',
  participants: ['priya.raman@globex.example', 'sam@acme.example'],
};

export const outage: PastActivity = {
  id: '0199a8a0-0000-7000-8000-000000000002',
  type: 'chat',
  subject: 'Exports',
  content: 'Sam: Good morning!\nPriya: The export has been broken since Monday.\nSam: I’ll look into it.',
  occurredAt: '2026-10-02T08:30:00.000Z',
  participants: ['sam@acme.example', 'priya.raman@globex.example'],
};

export const history: ClientHistory = {
  client: { id: '0199a8a0-0000-7000-8000-00000000000c', name: 'Globex' },
  clientDomains: ['globex.example'],
  users: [{ email: 'sam@acme.example', firstName: 'Sam', lastName: 'Okafor' }],
  timezone: 'UTC',
  asOf: '2026-11-20T12:00:00.000Z',
  activities: [renewal, outage],
  upcoming: undefined,
};

const signed = 'We signed the renewal for two years.';
const broken = 'The export has been broken since Monday.';
export const answer = {
  wins: [{ activity: 'a1', quote: signed, about: 'Signed for two years' }],
  frictions: [{ activity: 'a2', quote: broken, about: 'Export broken' }],
};

/** The link from a quote to the activity it comes from. */
export const linkTo = ({ id, type }: PastActivity) =>
  `[${type}](/v1/clients/${history.client.id}/activities/${id})`;

/** The cards of the built-in engine alone. */
export const { cards: ownCards } = await builtInEngine.compute(history);

/** The cards with the picks of `answer`. */
export const cards: Cards = {
  'client-health': ownCards['client-health'],
  'wins-and-traction': `- [x] **Signed for two years**: “${signed}” — Priya Raman, 12 Nov 2026, ${linkTo(renewal)}`,
  'frictions-and-risks': `- [ ] **Export broken** (open since 2 Oct 2026): “${broken}” — Priya Raman, 2 Oct 2026, ${linkTo(outage)}`,
};

/** A usage that is counted in memory. */
function countedUsage(): TokenUsage & { readonly added: number[] } {
  const added: number[] = [];
  return {
    added,
    today: async () => added.reduce((sum, tokens) => sum + tokens, 0),
    add: async (tokens) => void added.push(tokens),
  };
}

/** A request that arrived at the model server. */
interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  body: {
    model: string;
    temperature: number;
    max_tokens: number;
    messages: { role: string; content: string }[];
    response_format?: { type: string; json_schema: { strict: boolean; schema: object } };
  };
}

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a model server that gives each reply once, in order, and repeats the last one. */
export async function startModel(...replies: [Reply, ...Reply[]]) {
  const received: Received[] = [];
  const { url } = await startHttpServer(({ path, headers, body }, response) => {
    const reply = replies[Math.min(received.length, replies.length - 1)] ?? replies[0];
    received.push({ url: path, headers, body: JSON.parse(body) });
    reply(response, response.req);
  });
  return { url: `${url}/v1`, received };
}

/** Creates a language model engine, by default with `key`, and collects its log lines. */
export function engineOn(url: string, given: { key?: string | undefined } = {}) {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
  const settings = { url, model: 'a-model', key, ...defaultLanguageModel, ...given };
  const engine = createLanguageModelEngine(settings, log, builtInEngine);
  const usage = countedUsage();
  const insights = (of = history, signal = neverAborted) => engine.compute(of, signal, usage);
  const compute = async (of = history) => (await insights(of)).cards;
  return { compute, insights, engine, usage, lines };
}

/** Asserts that the log holds one warning with the reason why there are no picks, and no other fields. */
export function expectReason(lines: readonly string[], reasonText: string) {
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 40,
      time: expect.any(String),
      client: history.client.id,
      reason: reasonText,
      msg: 'got no picks from the language model; its earlier ones stay as far as they hold',
    },
  ]);
}

/** Replies with a status. The default body quotes an activity, as the errors of some servers do. */
export const status =
  (
    code: number,
    headers: Record<string, string> = {},
    text = '{"error":{"message":"We signed the renewal"}}',
  ): Reply =>
  (response) =>
    response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(text);

/** Replies with a completion that has this content. */
export const text = (content: unknown, usage?: object): Reply =>
  status(200, {}, JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage }));

export const json = (value: unknown, usage?: object) => text(JSON.stringify(value), usage);
