import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readActivities } from '../../src/activities/import/read.ts';
import type { ClientHistory, InsightEngine, PastActivity } from '../../src/insights/engine.ts';
import { maxActivities } from '../../src/insights/engine.ts';
import { demoHistories } from './demo-histories.ts';

const file = new URL('judged-quotes.jsonl', import.meta.url);
const kinds = ['win', 'friction'] as const;

/** A quote, or the hash of one whose text must not be kept here, and whether it is rightly shown. */
const judgedSchema = z.union([
  z.object({ client: z.string(), card: z.enum(kinds), quote: z.string(), right: z.boolean() }),
  z.object({
    card: z.enum(kinds),
    hash: z.string(),
    right: z.boolean(),
    borderline: z.literal(true).exactOptional(),
  }),
]);

/** A quote on a card. */
interface Shown {
  readonly label: string;
  readonly hash: string;
}

export interface JudgedQuotes {
  readonly right: number;
  readonly wrong: readonly string[];
  /** Quotes that nobody has judged, with the hash to judge them by. */
  readonly unjudged: readonly string[];
}

/** Identifies a quote without keeping its text. */
const hashOf = (card: string, quote: string) =>
  createHash('sha256').update(`${card}: ${quote}`).digest('hex').slice(0, 16);

const quotesIn = (card: string) =>
  [...card.matchAll(/^- \[.\] .*?“(.*)” — /gm)].map(([, quote = '']) => quote.replaceAll(/\u200b|\\/g, ''));

/** Compares the quotes on the cards of some clients with the judgements in `judged-quotes.jsonl`; each counts once. */
export async function judgeQuotes(
  engine: InsightEngine,
  histories: readonly ClientHistory[] = demoHistories(),
): Promise<JudgedQuotes> {
  const judged = new Map(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => judgedSchema.parse(JSON.parse(line)))
      .map((one) => ['hash' in one ? one.hash : hashOf(one.card, one.quote), one.right]),
  );
  const shown = new Map<string, Shown>();
  for (const history of histories) {
    const { cards } = await engine.compute(history, new AbortController().signal);
    const ofCard = { win: cards['wins-and-traction'], friction: cards['frictions-and-risks'] };
    for (const kind of kinds) {
      for (const quote of quotesIn(ofCard[kind])) {
        const hash = hashOf(kind, quote);
        shown.set(hash, { hash, label: `${history.client.name}, ${kind}: ${quote}` });
      }
    }
  }
  const quotes = [...shown.values()];
  return {
    right: quotes.filter(({ hash }) => judged.get(hash) === true).length,
    wrong: quotes.filter(({ hash }) => judged.get(hash) === false).map(({ label }) => label),
    unjudged: quotes.filter(({ hash }) => !judged.has(hash)).map(({ hash, label }) => `${hash} ${label}`),
  };
}

/**
 * Reads the mail of a file as the activities of one client, whose domain is the most frequent one.
 * @returns its history as of each first day of a quarter that the mail covers, and of the first day after it
 * @throws Error when the file holds no mail
 */
export async function historiesOf(path: string): Promise<ClientHistory[]> {
  const activities: PastActivity[] = [];
  for await (const item of readActivities(path, undefined, new Date())) {
    if (!item.ok) continue;
    const { sourceId, archivedAt: _, ...activity } = item.activity;
    activities.push({ id: sourceId, ...activity });
  }
  activities.sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1));
  const [newest] = activities;
  const oldest = activities.at(-1);
  if (newest === undefined || oldest === undefined) throw new Error(`${path} holds no activities`);
  const domain = mostFrequent(
    activities.flatMap(({ participants }) =>
      participants.map((each) => each.slice(each.lastIndexOf('@') + 1)),
    ),
  );
  return quartersBetween(oldest.occurredAt, newest.occurredAt).map((asOf) => ({
    client: { id: 'client', name: path },
    clientDomains: domain === undefined ? [] : [domain],
    users: [],
    timezone: 'UTC',
    asOf,
    activities: activities.filter(({ occurredAt }) => occurredAt <= asOf).slice(0, maxActivities),
    upcoming: undefined,
  }));
}

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The first moments of the quarters that begin after `first`, up to the one that begins after `last`. */
function quartersBetween(first: string, last: string): string[] {
  const from = new Date(first);
  const quarters: string[] = [];
  for (let month = from.getUTCMonth() - (from.getUTCMonth() % 3) + 3; ; month += 3) {
    const start = new Date(Date.UTC(from.getUTCFullYear(), month)).toISOString();
    quarters.push(start);
    if (start > last) return quarters;
  }
}
