import { z } from 'zod';
import type { Cards, ClientHistory, PastActivity } from '../engine.ts';
import { described, isGoodVerdict, plannedItem, quoteItem, type VerdictName } from '../text/card-lines.ts';
import { checklistItem, toInline } from '../text/markdown.ts';
import type { Said } from '../text/said.ts';
import { sentencesOf } from '../text/sentences.ts';
import { type Calendar, calendarOf, listed } from '../text/wording.ts';

/** Those of the built-in engine, so that a card reads alike whichever computed it. */
export const verdicts = [
  'New',
  'Healthy',
  'Needs attention',
  'At risk',
  'Quiet',
] as const satisfies VerdictName[];
export const maxPoints = 7;
export const maxQuotes = 7;

/** How many entries of a list are looked at; a server could send thousands. */
const maxEntries = 20;
/** In UTF-16 units: of the sentence that is shown, and of a quote that is looked for. */
const maxShown = 200;
const maxQuoteLength = 300;

const statement = z.object({ text: z.string(), activities: z.array(z.string()) });
const quotes = z.array(z.object({ quote: z.string(), activity: z.string() }));

/** What the model is to answer. Without bounds: not every server takes them in a schema; `cardsOf` holds them. */
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

/** An activity that was sent, and what its people say in it. */
export interface SentActivity {
  readonly activity: PastActivity;
  readonly said: readonly Said[];
}

/** By reference, newest first. */
export type SentActivities = ReadonlyMap<string, SentActivity>;

/** The answer in a text that may hold something around it, such as a code fence; undefined when there is none. */
export function readAnswer(text: string): ModelAnswer | undefined {
  try {
    return answerForm.safeParse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).data;
  } catch {
    return undefined;
  }
}

/**
 * The cards of an answer, from what of it rests on activities that were sent: a statement about health must name some,
 * a quote must occur in the one that it names. Quotes, dates, names and subjects are shown as they are in our data.
 * @returns undefined when nothing remains of the health card
 */
export function cardsOf(
  answer: ModelAnswer,
  sent: SentActivities,
  { timezone, upcoming }: ClientHistory,
): Cards | undefined {
  const calendar = calendarOf(timezone);
  const health = healthCard(answer.health, sent, calendar);
  if (health === undefined) return undefined;
  const where = sent.size === 1 ? 'the newest activity' : `the ${sent.size} newest activities`;
  const wins = quoteLines('win', answer.wins, sent, calendar);
  const frictions = quoteLines('friction', answer.frictions, sent, calendar);
  return {
    'client-health': upcoming ? `${health}\n${plannedItem(upcoming, calendar)}` : health,
    'wins-and-traction': wins || checklistItem(false, `No wins found in ${where}.`),
    'frictions-and-risks': frictions || checklistItem(true, `No frictions or risks found in ${where}.`),
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

/** The activities that a statement names, newest first; none when it names any that were not sent. */
function citedBy({ activities }: ModelAnswer['health']['reason'], sent: SentActivities): SentActivity[] {
  const references = new Set(activities);
  const cited = [...sent].filter(([reference]) => references.has(reference));
  return cited.length === references.size ? cited.map(([, activity]) => activity) : [];
}

/** Empty when no quote occurs where it is said to. */
function quoteLines(
  kind: 'win' | 'friction',
  given: ModelAnswer['wins'],
  sent: SentActivities,
  calendar: Calendar,
): string {
  const lines = new Set<string>();
  for (const { quote, activity } of given.slice(0, maxEntries)) {
    const source = sent.get(activity);
    const found = source && find(quote, source);
    if (found) lines.add(quoteItem(kind, { ...found, activity: source.activity }, calendar));
  }
  return [...lines].slice(0, maxQuotes).join('\n');
}

/** The sentence that holds a quote, which by itself could leave out a "not", and who said it. */
function find(
  quote: string,
  { activity, said }: SentActivity,
): { sentence: string; speaker: string | undefined } | undefined {
  const pattern = patternOf(quote);
  if (pattern === undefined) return undefined;
  for (const { person, text } of said) {
    const literal = pattern.exec(text)?.[0];
    if (literal === undefined) continue;
    const sentence = sentencesOf(text).find((each) => each.length <= maxShown && pattern.test(each));
    return { sentence: sentence ?? literal, speaker: person?.name };
  }
  return pattern.test(activity.subject) ? { sentence: activity.subject, speaker: undefined } : undefined;
}

/** Finds a quote whatever its whitespace, case and form of quotation marks; undefined for none worth showing. */
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
