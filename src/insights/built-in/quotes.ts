import { quoteItem } from '../text/card-lines.ts';
import { checklistItem } from '../text/markdown.ts';
import { type Calendar, counted, dayMs } from '../text/wording.ts';
import { type Finding, type Reading, yearMs } from './reading.ts';
import type { Signal } from './signals.ts';

const maxQuotes = 7;
const maxQuotesPerActivity = 2;
const halfLifeMs = 60 * dayMs;
/** Above the strengths of other findings, which are 1 to 3. */
const graveWeight = 6;

/**
 * The Wins & Traction card, as a markdown checklist.
 * @param wins best first; surplus ones are left out
 */
export function winsCard(
  reading: Reading,
  wins: readonly Finding[],
  clientId: string,
  calendar: Calendar,
): string {
  if (wins.length === 0) return checklistItem(false, `No wins found${inTheLastYear(reading)}.`);
  return quoteItems(wins, clientId, calendar);
}

/**
 * The Frictions & Risks card, as a markdown checklist.
 * @param frictions best first; surplus ones are left out
 */
export function frictionsCard(
  reading: Reading,
  frictions: readonly Finding[],
  clientId: string,
  calendar: Calendar,
): string {
  if (frictions.length === 0)
    return checklistItem(true, `No frictions or risks found${inTheLastYear(reading)}.`);
  return quoteItems(frictions, clientId, calendar);
}

/**
 * Ranks the findings of one kind, best first: what concerns the relationship itself comes before all else of its age,
 * and weight halves every 60 days. A repeated sentence counts where it first occurred, and an activity contributes at
 * most two.
 */
export function rankedFindings(reading: Reading, kind: Signal['kind']): Finding[] {
  const first = new Map<string, Finding>();
  // From the newest to the oldest, so that the oldest occurrence remains.
  for (const { findings } of reading.entries) {
    for (const finding of findings.toReversed()) {
      if (finding.signal.kind === kind) first.set(folded(finding.sentence), finding);
    }
  }
  const score = ({ signal, atMs }: Finding) =>
    (signal.isGrave ? graveWeight : signal.strength) * 0.5 ** ((reading.asOfMs - atMs) / halfLifeMs);
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

/** Selects what is quoted. A bare courtesy ("Perfect.") is quoted only where there is nothing else, and once. */
function worthQuoting(findings: readonly Finding[]): readonly Finding[] {
  const telling = findings.filter((finding) => !isBare(finding));
  return telling.length > 0 ? telling.slice(0, maxQuotes) : findings.slice(0, 1);
}

function isBare({ sentence, signal }: Finding): boolean {
  return signal.basis === 'feeling' && (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 3;
}

function quoteItems(findings: readonly Finding[], clientId: string, calendar: Calendar): string {
  return worthQuoting(findings)
    .map(({ sentence, signal, person, activity }) =>
      quoteItem(
        signal.kind,
        { sentence: unwrapped(sentence), speaker: person?.name, activity },
        clientId,
        calendar,
      ),
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

/** A key to compare sentences by. No Unicode normalization, which can turn one character into eighteen. */
function folded(sentence: string): string {
  const letters = sentence
    .slice(0, longestCompared)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? sentence.trim() : letters;
}

/** Removes a list marker, and quotation marks around the whole sentence. */
function unwrapped(sentence: string): string {
  const item = sentence.trim().replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/u, '');
  const enclosed = /^[“"]([^“”"]+)[”"]$/u.exec(item);
  return enclosed?.[1] ?? item;
}
