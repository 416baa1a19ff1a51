import { z } from 'zod';
import type { ClientHistory, Insights, PastActivity } from '../engine.ts';
import { verdicts } from '../table.ts';
import { described, isGoodVerdict, plannedItem, quoteItem } from '../text/card-lines.ts';
import { checklistItem, toInline } from '../text/markdown.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Statement } from '../text/statements.ts';
import { type Calendar, calendarOf, dayMs, listed } from '../text/wording.ts';

export const maxPoints = 7;
export const maxQuotes = 7;

/** Further entries of a list are ignored; a server could send thousands. */
const maxEntries = 20;
/** Maximum lengths in UTF-16 units: of a displayed sentence, and of a quote to search for. */
const maxShown = 200;
const maxQuoteLength = 300;

const statement = z.object({ text: z.string(), activities: z.array(z.string()) });
const quotes = z.array(z.object({ quote: z.string(), activity: z.string() }));

/** The schema of the model's answer. It has no bounds, since some servers reject them in a schema; `cardsOf` enforces them. */
export const answerForm = z.object({
  health: z.object({
    verdict: z.enum(verdicts),
    reason: statement,
    points: z.array(statement.extend({ good: z.boolean() })),
  }),
  wins: quotes,
  frictions: quotes,
});

type ModelAnswer = z.output<typeof answerForm>;

/** An activity that was sent, with its text by speaker. */
export interface SentActivity {
  readonly activity: PastActivity;
  readonly statements: readonly Statement[];
}

/** The sent activities by reference, newest first. */
export type SentActivities = ReadonlyMap<string, SentActivity>;

/** Parses the answer from a text that may wrap it, for example in a code fence; undefined when there is none. */
export function readAnswer(text: string): ModelAnswer | undefined {
  try {
    return answerForm.safeParse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).data;
  } catch {
    return undefined;
  }
}

/**
 * Makes insights from the parts of an answer that the sent activities support: a statement about health must reference
 * at least one of them and no others, and a quote must occur in the text or subject of the activity it references. Quotes,
 * dates, names and subjects are shown as stored, not as the model wrote them.
 * @returns undefined when nothing is left of the health card
 */
export function insightsOf(
  answer: ModelAnswer,
  sent: SentActivities,
  { client, timezone, upcoming, activities, asOf }: ClientHistory,
): Insights | undefined {
  const calendar = calendarOf(timezone);
  const health = healthCard(answer.health, sent, calendar);
  if (health === undefined) return undefined;
  const where = sent.size === 1 ? 'the newest activity' : `the ${sent.size} newest activities`;
  const wins = quotesOf(answer.wins, sent);
  const frictions = quotesOf(answer.frictions, sent);
  const lines = (kind: 'win' | 'friction', quotes: readonly Quote[]) =>
    [...new Set(quotes.map((quote) => quoteItem(kind, quote, client.id, calendar)))]
      .slice(0, maxQuotes)
      .join('\n');
  const isRecent = ({ activity }: Quote) => Date.parse(asOf) - Date.parse(activity.occurredAt) <= 60 * dayMs;
  return {
    cards: {
      'client-health': upcoming ? `${health}\n${plannedItem(upcoming, calendar)}` : health,
      'wins-and-traction': lines('win', wins) || checklistItem(false, `No wins found in ${where}.`),
      'frictions-and-risks':
        lines('friction', frictions) || checklistItem(true, `No frictions or risks found in ${where}.`),
    },
    summary: {
      verdict: answer.health.verdict,
      wins: wins.filter(isRecent).length,
      frictions: frictions.filter(isRecent).length,
      owedSince: null,
      lastContactAt: activities.find(({ type }) => type !== 'note')?.occurredAt ?? null,
    },
    threads: [],
  };
}

function healthCard(
  { verdict, reason, points }: ModelAnswer['health'],
  sent: SentActivities,
  calendar: Calendar,
): string | undefined {
  const grounds = toInline(reason.text);
  if (grounds === '' || citedBy(reason, sent).length === 0) return undefined;
  const write = ({ activity }: SentActivity) =>
    `${calendar.date(Date.parse(activity.occurredAt))}, ${described(activity)}`;
  const lines = points.slice(0, maxEntries).flatMap((point) => {
    const text = toInline(point.text);
    const sources = citedBy(point, sent);
    if (text === '' || sources.length === 0) return [];
    return [checklistItem(point.good, `${text} — ${listed(sources, write, 1)}`)];
  });
  if (lines.length === 0) return undefined;
  return [
    checklistItem(isGoodVerdict(verdict), `**${verdict}** — ${grounds}`),
    ...lines.slice(0, maxPoints),
  ].join('\n');
}

/** The activities that a statement references, newest first; empty if it references one that was not sent. */
function citedBy({ activities }: ModelAnswer['health']['reason'], sent: SentActivities): SentActivity[] {
  const references = new Set(activities);
  const cited = [...sent].filter(([reference]) => references.has(reference));
  return cited.length === references.size ? cited.map(([, activity]) => activity) : [];
}

type Quote = Parameters<typeof quoteItem>[1];

/** The valid quotes: those that occur in the activity they reference. */
const quotesOf = (given: ModelAnswer['wins'], sent: SentActivities): Quote[] =>
  given.slice(0, maxEntries).flatMap(({ quote, activity }) => {
    const source = sent.get(activity);
    const found = source && find(quote, source);
    return found ? { ...found, activity: source.activity } : [];
  });

/** The speaker and the whole sentence of a quote; the quote alone could leave out a "not". */
function find(
  quote: string,
  { activity, statements }: SentActivity,
): { sentence: string; speaker: string | undefined } | undefined {
  const pattern = patternOf(quote);
  if (pattern === undefined) return undefined;
  for (const { person, text } of statements) {
    const literal = pattern.exec(text)?.[0];
    if (literal === undefined) continue;
    const sentence = sentencesOf(text).find((each) => each.length <= maxShown && pattern.test(each));
    return { sentence: sentence ?? literal, speaker: person?.name };
  }
  return pattern.test(activity.subject) ? { sentence: activity.subject, speaker: undefined } : undefined;
}

/** A pattern for a quote that ignores whitespace, case and the style of quotation marks; undefined for an unusable quote. */
function patternOf(quote: string): RegExp | undefined {
  const words = quote.trim();
  if (words === '' || words.length > maxQuoteLength) return undefined;
  const pattern = words
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(/['‘’‚‛′]/g, "['‘’‚‛′]")
    .replaceAll(/["“”„‟″«»]/g, '["“”„‟″«»]')
    .replaceAll(/\s+/g, '\\s+');
  return new RegExp(pattern, 'iu');
}
