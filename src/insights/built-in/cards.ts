import { dayMs } from '../../activities/time-zone.ts';
import type { CardQuote } from '../schemas.ts';
import { quoteItem } from '../text/card-lines.ts';
import { checklistItem, toPlain } from '../text/markdown.ts';
import { type Calendar, counted } from '../text/wording.ts';
import type { Highlight } from './highlights.ts';
import { type Reading, yearMs } from './reading.ts';
import { asksThem, type Thread } from './threads.ts';

export const maxLines = 7;
const heardMs = 60 * dayMs;

/** A highlight for a card. `about` replaces the subject of its thread, unless it is ''. */
export type Shown = Omit<Highlight, 'atMs' | 'weight' | 'isThreat'> & { readonly about?: string };

/** The quotes for a card. @param highlights most telling first; surplus ones are left out */
export const quotesOf = (highlights: readonly Shown[], calendar: Calendar): CardQuote[] =>
  highlights
    .slice(0, maxLines)
    .map(({ kind, thread, sentence, person, entry: { activity }, deadline, about }) => {
      const state = kind === 'friction' ? stateOf(thread, calendar) : undefined;
      const standing = [state, deadline && `deadline: ${deadline}`].filter((text) => text !== undefined);
      return {
        kind,
        subject: toPlain(about || thread.subject, 80),
        standing: standing.join(', '),
        text: toPlain(sentence),
        author: person ? toPlain(person.name, 60) : null,
        activityId: activity.id,
        type: activity.type,
        occurredAt: activity.occurredAt,
      };
    });

/** The card of wins or frictions, as a markdown checklist. */
export function quotesCard(
  kind: Highlight['kind'],
  reading: Reading,
  quotes: readonly CardQuote[],
  clientId: string,
  calendar: Calendar,
): string {
  if (quotes.length > 0) return quotes.map((quote) => quoteItem(quote, clientId, calendar)).join('\n');
  const isWin = kind === 'win';
  // Of a client that says nothing, no complaint is no good news.
  const isHeard = reading.entries.some(({ isMutual, atMs }) => isMutual && reading.asOfMs - atMs <= heardMs);
  const nothing = `No ${isWin ? 'wins found' : 'open frictions or risks'}${inTheLastYear(reading)}.`;
  return checklistItem(isHeard && !isWin, nothing);
}

/** Tells where a thread of messages stands: `open since 17 Mar 2022, 3 messages unanswered`. */
function stateOf({ state, since, unanswered, messages }: Thread, calendar: Calendar): string | undefined {
  const newest = messages.at(-1) ?? since;
  if (newest === undefined) return undefined;
  const date = calendar.date((since ?? newest).entry.atMs);
  if (state === 'open')
    return `open since ${date}${unanswered.length > 1 ? `, ${unanswered.length} messages unanswered` : ''}`;
  if (state === 'waiting') return `waiting for them since ${date}`;
  if (state === 'solved') return `solved on ${date}`;
  if (since?.person.side === 'ours' && !asksThem(since)) return `answered on ${date}`;
  return `quiet since ${calendar.date(newest.entry.atMs)}`;
}

function inTheLastYear({ entries, asOfMs }: Reading): string {
  const { length } = entries.filter(({ atMs }) => asOfMs - atMs <= yearMs);
  return length === 0
    ? ': nothing took place in the last year'
    : ` in the ${length === 1 ? 'one activity' : counted(length, 'activity', 'activities')} of the last year`;
}
