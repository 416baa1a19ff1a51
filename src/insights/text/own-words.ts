import type { PastActivity } from '../engine.ts';
import { isAttribution, isHeaderBlock, isOriginalMark, isQuote } from './quoted-text.ts';
import { withoutSignature } from './signature.ts';
import { turnsOf, type Utterance } from './turns.ts';

/** Further lines of an activity are ignored. Ordinary text has less than one line per twenty characters. */
const maxLines = 500;

/** Returns the text that the participants wrote or said, in order: no quoted replies, forwarded text, signatures, footers or legal notices. Chats and transcripts are split by speaker. */
export function utterancesOf(activity: PastActivity): Utterance[] {
  const lines = activity.content.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n', maxLines);
  const [first = null] = activity.participants;
  return textsOf(activity.type, lines)
    .map(({ speaker, text }, _, { length }) => {
      // A chat of one message without a name is by the first participant, as an email is.
      const isBySender = activity.type === 'email' || (activity.type === 'chat' && length === 1);
      return { speaker: speaker ?? (isBySender ? first : null), text };
    })
    .filter(({ text }) => text !== '');
}

function textsOf(type: PastActivity['type'], lines: readonly string[]): Utterance[] {
  if (type === 'email') return [{ speaker: null, text: ownWordsOf(lines) }];
  if (type === 'note') return [{ speaker: null, text: lines.join('\n').trim() }];
  return turnsOf(lines, type === 'chat');
}

/** The first or last line of a block of code in Markdown. */
const isFence = (line: string) => /^\s{0,3}```/.test(line);

/** The author's own text in an email: above, between and below the quotes. */
function ownWordsOf(lines: readonly string[]): string {
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isFence(line)) {
      const end = lines.findIndex((other, index) => index > at && isFence(other));
      at = end < 0 ? at : end;
      own.push('');
      continue;
    }
    if (isQuote(line) || line.trim() === '') {
      own.push('');
      continue;
    }
    if (/^--\s?$/.test(line) || isOriginalMark(line) || isHeaderBlock(lines, at)) break;
    const attribution = isAttribution(lines, at);
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
