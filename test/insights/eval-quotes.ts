import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { toThread } from '../../src/activities/import/imported-activity.ts';
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
  readonly borderline: readonly string[];
  readonly wrong: readonly string[];
  /** Quotes that nobody has judged, with the hash to judge them by. */
  readonly unjudged: readonly string[];
}

const verdictOf = (one: z.output<typeof judgedSchema>) => {
  if (one.right) return 'right';
  return 'hash' in one && one.borderline ? 'borderline' : 'wrong';
};

/** Identifies a quote without keeping its text. */
const hashOf = (card: string, quote: string) =>
  createHash('sha256').update(`${card}: ${quote}`).digest('hex').slice(0, 16);

const quotesIn = (card: string) =>
  [...card.matchAll(/^- \[.\] .*?“(.*)” — /gm)].map(([, quote = '']) => quote.replaceAll(/\u200b|\\/g, ''));

/** Compares the quotes on the cards of some clients with the judgements in `judged-quotes.jsonl`; each counts once. */
export async function judgeQuotes(
  engine: InsightEngine,
  histories?: readonly ClientHistory[],
): Promise<JudgedQuotes> {
  const judged = new Map(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => judgedSchema.parse(JSON.parse(line)))
      .map((one) => ['hash' in one ? one.hash : hashOf(one.card, one.quote), verdictOf(one)]),
  );
  const shown = new Map<string, Shown>();
  for (const history of histories ?? (await demoHistories())) {
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
    right: quotes.filter(({ hash }) => judged.get(hash) === 'right').length,
    borderline: quotes.filter(({ hash }) => judged.get(hash) === 'borderline').map(({ label }) => label),
    wrong: quotes.filter(({ hash }) => judged.get(hash) === 'wrong').map(({ label }) => label),
    unjudged: quotes.filter(({ hash }) => !judged.has(hash)).map(({ hash, label }) => `${hash} ${label}`),
  };
}

/** Reads the activities of a file, newest first. */
export async function activitiesIn(path: string): Promise<PastActivity[]> {
  const activities: PastActivity[] = [];
  for await (const item of readActivities(path, undefined, new Date())) {
    if (!item.ok) continue;
    const { sourceId, archivedAt: _, ...activity } = item.activity;
    activities.push({ id: sourceId, ...activity, ownThread: toThread(sourceId) });
  }
  return activities.sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1));
}

/** Whose activities a file holds, and when its cards are looked at. */
export interface Setting {
  /** The domain of each client; by default the most frequent one. */
  readonly clients: readonly string[];
  /** The addresses of our users. */
  readonly ours: readonly string[];
  /** The as-of dates; by default the first day of each quarter that a client's activities cover. */
  readonly dates: readonly string[];
}

/**
 * Reads the activities of a file as those of its clients, each activity as of the first client with a participant.
 * @returns the history of each client as of each date on which it has activities
 * @throws Error when the file holds no activities
 */
export async function historiesOf(path: string, setting: Setting): Promise<ClientHistory[]> {
  const activities = await activitiesIn(path);
  const domains = activities.flatMap(({ participants }) => participants.map(domainOf));
  const clients = setting.clients.length > 0 ? setting.clients : mostFrequent(domains);
  if (clients.length === 0) throw new Error(`${path} holds no activities`);
  const clientOf = ({ participants }: PastActivity) =>
    clients.find((domain) => participants.some((participant) => domainOf(participant) === domain));
  return clients.flatMap((domain) =>
    historiesOfClient(
      domain,
      activities.filter((activity) => clientOf(activity) === domain),
      setting,
    ),
  );
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function historiesOfClient(
  domain: string,
  activities: readonly PastActivity[],
  { ours, dates }: Setting,
): ClientHistory[] {
  const [newest] = activities;
  const oldest = activities.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const asked =
    dates.length > 0
      ? dates.map((date) => new Date(date).toISOString())
      : quartersBetween(oldest.occurredAt, newest.occurredAt);
  return asked
    .filter((asOf) => asOf >= oldest.occurredAt)
    .map((asOf) => ({
      client: { id: 'client', name: domain },
      clientDomains: [domain],
      users: ours.map((email) => ({ email, firstName: '', lastName: '' })),
      timezone: 'UTC',
      asOf,
      activities: activities.filter(({ occurredAt }) => occurredAt <= asOf).slice(0, maxActivities),
      upcoming: undefined,
    }));
}

function mostFrequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 1)
    .map(([word]) => word);
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
