import type { PastActivity } from '../engine.ts';
import { isAttribution, isHeaderBlock, isOriginalMark, isQuote, mayHaveAttribution } from './quoted-text.ts';
import { withoutSignature } from './signature.ts';
import { turnsOf, type Utterance } from './turns.ts';

/** The activity's own words in order: no quoted replies, forwarded text, signatures, footers, legal notices; chats and transcripts split by speaker. */
export function utterancesOf(activity: PastActivity): Utterance[] {
  const content = activity.content.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const utterances =
    activity.type === 'email'
      ? [{ speaker: activity.participants[0] ?? null, text: ownWordsOf(content) }]
      : activity.type === 'note'
        ? [{ speaker: null, text: content.trim() }]
        : turnsOf(content, activity.type === 'chat');
  return utterances.filter(({ text }) => text !== '');
}

/** What the writer of a mail wrote: the text above, between and below what is quoted. */
function ownWordsOf(content: string): string {
  const lines = content.split('\n');
  const attributed = mayHaveAttribution(content);
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isQuote(line)) {
      if (own.at(-1) !== '') own.push('');
      continue;
    }
    if (line.trim() === '') {
      own.push('');
      continue;
    }
    if (/^--\s?$/.test(line) || isOriginalMark(line) || isHeaderBlock(lines, at)) break;
    const attribution = attributed ? isAttribution(lines, at) : 0;
    if (attribution > 0) {
      at += attribution - 1;
      if (!isQuotedNext(lines, at + 1)) break;
      continue;
    }
    own.push(line);
  }
  return withoutSignature(own);
}

/** Whether what is quoted below an attribution is marked, so that own words may follow it. */
function isQuotedNext(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 5).find((line) => line.trim() !== '');
  return next !== undefined && isQuote(next);
}
