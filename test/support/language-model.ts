import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { Cards, ClientHistory, InsightEngine, PastActivity } from '../../src/insights/engine.ts';
import {
  createLanguageModelEngine,
  type LanguageModelLimits,
} from '../../src/insights/language-model/engine.ts';
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
  content: 'Sam: Good morning!\nPriya: The export has been broken since Monday.\nSam: We are on it.',
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

const reason = { text: 'They renewed', activities: ['a1'] };
export const point = { text: 'The export was broken', good: false, activities: ['a2'] };
export const answer = {
  health: { verdict: 'Healthy', reason, points: [point] },
  wins: [{ quote: 'We signed the renewal for two years.', activity: 'a1' }],
  frictions: [{ quote: 'The export has been broken since Monday.', activity: 'a2' }],
};

/** The link from a quote to the activity it comes from. */
export const linkTo = ({ id }: PastActivity, text: string) =>
  `[${text}](/v1/clients/${history.client.id}/activities/${id})`;

export const cards: Cards = {
  'client-health': [
    '- [x] **Healthy** — They renewed',
    '- [ ] The export was broken — 2 Oct 2026, chat “Exports”',
  ].join('\n'),
  'wins-and-traction': `- [x] “We signed the renewal for two years.” — Priya Raman, 12 Nov 2026, ${linkTo(renewal, 'email “Renewal”')}`,
  'frictions-and-risks': `- [ ] “The export has been broken since Monday.” — Priya Raman, 2 Oct 2026, ${linkTo(outage, 'chat “Exports”')}`,
};

export const otherCards: Cards = {
  'client-health': '- [x] **New**',
  'wins-and-traction': '- [ ] No wins',
  'frictions-and-risks': '- [x] No frictions',
};
export const fallback: InsightEngine = {
  compute: async () => ({
    cards: otherCards,
    summary: { verdict: 'New', wins: 0, frictions: 0, owedSince: null, lastContactAt: null },
    threads: [],
  }),
};

/** A request that arrived at the model server. */
interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  body: {
    model: string;
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

/** Creates a language model engine with short waits between retries, and collects its log lines. */
export function engineOn(
  url: string,
  limits: Partial<LanguageModelLimits> = {},
  ownKey: string | undefined = key,
) {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
  const engine = createLanguageModelEngine({ url, model: 'a-model', key: ownKey }, log, fallback, {
    firstWaitMs: 1,
    ...limits,
  });
  const compute = async (of = history) => (await engine.compute(of, new AbortController().signal)).cards;
  return { compute, engine, lines };
}

/** Asserts that the log holds one warning with the reason for the fallback, and no other fields. */
export function expectReason(lines: readonly string[], reasonText: string) {
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 40,
      time: expect.any(String),
      client: history.client.id,
      reason: reasonText,
      msg: 'the language model returned no usable cards; the built-in engine computes them',
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
export const text = (content: unknown): Reply =>
  status(200, {}, JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));

export const json = (value: unknown) => text(JSON.stringify(value));
