import type { PastActivity } from '../engine.ts';
import { isAttribution, isHeaderBlock, isOriginalMark, isQuote, mayHaveAttribution } from './quoted-text.ts';
import { withoutSignature } from './signature.ts';
import { turnsOf, type Utterance } from './turns.ts';

/** Further lines of an activity are ignored. Ordinary text has less than one line per twenty characters. */
const maxLines = 500;

/** Returns the text that the participants wrote or said, in order: no quoted replies, forwarded text, signatures, footers or legal notices. Chats and transcripts are split by speaker. */
export function utterancesOf(activity: PastActivity): Utterance[] {
  const lines = activity.content.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n', maxLines);
  const utterances =
    activity.type === 'email'
      ? [{ speaker: activity.participants[0] ?? null, text: ownWordsOf(lines) }]
      : activity.type === 'note'
        ? [{ speaker: null, text: lines.join('\n').trim() }]
        : turnsOf(lines, activity.type === 'chat');
  return utterances.filter(({ text }) => text !== '');
}

/** The author's own text in an email: above, between and below the quotes. */
function ownWordsOf(lines: readonly string[]): string {
  const attributed = mayHaveAttribution(lines.join('\n'));
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

/** True if the quote below an attribution is marked with `>` or `|`, so that the author's own text may follow it. */
function isQuotedNext(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 5).find((line) => line.trim() !== '');
  return next !== undefined && isQuote(next);
}
