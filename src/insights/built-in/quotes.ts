import { quoteItem } from '../text/card-lines.ts';
import { checklistItem } from '../text/markdown.ts';
import { type Calendar, counted, dayMs } from '../text/wording.ts';
import { type Finding, type Reading, yearMs } from './reading.ts';
import type { Signal } from './signals.ts';

const maxQuotes = 7;
const maxQuotesPerActivity = 2;
const halfLifeMs = 60 * dayMs;

/** @param wins best first; of them as many as are shown, as a markdown checklist */
export function winsCard(reading: Reading, wins: readonly Finding[], calendar: Calendar): string {
  if (wins.length === 0) return checklistItem(false, `No wins found${inTheLastYear(reading)}.`);
  return quoteItems(wins, calendar);
}

/** @param frictions best first; of them as many as are shown, as a markdown checklist */
export function frictionsCard(reading: Reading, frictions: readonly Finding[], calendar: Calendar): string {
  if (frictions.length === 0)
    return checklistItem(true, `No frictions or risks found${inTheLastYear(reading)}.`);
  return quoteItems(frictions, calendar);
}

/**
 * The findings of one kind that are worth showing, best first: the strength halves every 60 days. A sentence told
 * several times counts where it was told first, and one activity gives at most two.
 */
export function rankedFindings(reading: Reading, kind: Signal['kind']): Finding[] {
  const first = new Map<string, Finding>();
  // From the newest to the oldest, so that the oldest telling stays.
  for (const { findings } of reading.entries) {
    for (const finding of findings.toReversed()) {
      if (finding.signal.kind === kind) first.set(folded(finding.sentence), finding);
    }
  }
  const score = ({ signal, atMs }: Finding) =>
    signal.strength * 0.5 ** ((reading.asOfMs - atMs) / halfLifeMs);
  const ranked = [...first.values()]
    .map((finding) => ({ finding, score: score(finding) }))
    .sort((a, b) => b.score - a.score || b.finding.atMs - a.finding.atMs);
  const perActivity = new Map<string, number>();
  const best: Finding[] = [];
  for (const { finding } of ranked) {
    const already = perActivity.get(finding.activity.id) ?? 0;
    if (already === maxQuotesPerActivity) continue;
    perActivity.set(finding.activity.id, already + 1);
    best.push(finding);
  }
  return best;
}

function quoteItems(findings: readonly Finding[], calendar: Calendar): string {
  return findings
    .slice(0, maxQuotes)
    .map(({ sentence, signal, person, activity }) =>
      quoteItem(signal.kind, { sentence: unwrapped(sentence), speaker: person?.name, activity }, calendar),
    )
    .join('\n');
}

function inTheLastYear({ entries, asOfMs }: Reading): string {
  const { length } = entries.filter(({ atMs }) => asOfMs - atMs <= yearMs);
  return length === 0
    ? ': there were no activities in the last year'
    : ` in the ${length === 1 ? 'one activity' : counted(length, 'activity', 'activities')} of the last year`;
}

/** In UTF-16 units. */
const longestCompared = 600;

/** For telling whether two sentences are the same. Not normalized: a character may become eighteen by that. */
function folded(sentence: string): string {
  const letters = sentence
    .slice(0, longestCompared)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? sentence.trim() : letters;
}

/** Without the marker of a list item, and without quotation marks that enclose all of it. */
function unwrapped(sentence: string): string {
  const item = sentence.trim().replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/u, '');
  const enclosed = /^[“"]([^“”"]+)[”"]$/u.exec(item);
  return enclosed?.[1] ?? item;
}
