import type { StoredPick } from '../schemas.ts';
import { toPlain } from '../text/markdown.ts';
import { maxLines, type Shown } from './cards.ts';
import { deadlineOf, type Highlight, unwrapped } from './highlights.ts';
import type { Entry } from './reading.ts';
import type { Thread } from './threads.ts';

/** A pick that holds, as it is stored and as a card shows it. */
interface HeldPick extends Shown {
  readonly pick: StoredPick;
}

/** Maximum lengths in UTF-16 units. */
const maxQuote = 300;
const maxAbout = 80;

/**
 * Keeps the picks that hold, one for each thread: their quote occurs in a sentence of the activity that they name, by
 * somebody who is heard. The whole sentence is shown, since the quote alone could leave out a "not".
 */
export function heldPicks(
  kind: Highlight['kind'],
  picks: readonly StoredPick[] = [],
  threads: readonly Thread[],
): HeldPick[] {
  const held = new Map<Thread, HeldPick>();
  for (const { activityId, quote, about } of picks) {
    const isPicked = ({ activity }: Entry) => activity.id === activityId;
    const thread = threads.find(({ entries }) => entries.some(isPicked));
    const entry = thread?.entries.find(isPicked);
    if (thread === undefined || entry === undefined || held.has(thread) || held.size === maxLines) continue;
    const found = find(quote, entry);
    if (found === undefined) continue;
    const wording = isGrounded(about, thread) ? about : '';
    if (isRisky(wording || thread.subject)) continue;
    held.set(thread, {
      kind,
      thread,
      ...found,
      entry,
      deadline: kind === 'friction' ? deadlineOf(thread, found.sentence) : undefined,
      about: wording,
      pick: { activityId, quote, about: wording },
    });
  }
  return [...held.values()];
}

/** The sentence around a quote, and its speaker. */
function find(quote: string, { statements }: Entry): Pick<Shown, 'sentence' | 'person'> | undefined {
  const words = comparable(quote);
  if (words === '' || quote.length > maxQuote) return undefined;
  for (const { person, sentences } of statements) {
    const found = sentences.find(({ text }) => comparable(text).includes(words) && !isRisky(text));
    if (found !== undefined) return { sentence: unwrapped(found.text), person };
  }
  return undefined;
}

/** A text without differences in whitespace, case and the style of quotation marks. */
const comparable = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/['‘’‚‛′]/g, "'")
    .replaceAll(/["“”„‟″«»]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** True if a wording is made of the thread's own words; short ones without digits and combining marks are free. */
function isGrounded(about: string, { subject, entries }: Thread): boolean {
  if (about === '' || about.length > maxAbout || isRisky(about)) return false;
  const telling = new Set(wordsIn(toPlain(about)).filter((word) => /[\p{N}\p{M}]|\p{L}{4}/u.test(word)));
  const texts = entries.flatMap(({ statements }) => statements.map(({ text }) => text));
  for (const text of [subject, ...texts]) {
    if (telling.size === 0) return true;
    for (const word of wordsIn(text)) telling.delete(word);
  }
  return telling.size === 0;
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The digits of an account number, a web address, and an email address. */
const risks = /\p{N}{8}|\p{N}(?:[^\p{L}\p{N}]?\p{N}){9}|\(link\)|[@＠﹫]/u;

/** True for a text that could make a reader pay, or write, to a place that a hostile mail names. */
const isRisky = (text: string) => risks.test(text) || risks.test(toPlain(text));
