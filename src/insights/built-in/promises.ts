import { asks } from '../text/asks.ts';
import { sentencesOf } from '../text/sentences.ts';
import { dayMs } from '../text/wording.ts';
import type { Entry } from './reading.ts';
import { topicOf } from './telling.ts';

/** Words by which we promise to send, find out or do something. */
const promise =
  /\b(?:(?:i|we)(?:['’]ll| will)|let me(?! have\b))(?: (?:also|then|just|now|try (?:and|to)))? (?:send|draft|write|(?:come|get|be|go) back|check|ask|let you|confirm|forward|chase|find out|look (?:into|at)|price|put together|prepare|raise|get (?:you|an?|the|it|them|this|that|some(?:one|body))|have (?:it|them|the|an?|something|numbers|th[ai]t|this|your)|share|arrange|report|issue|test|see what|update|work out|pull|e-?mail|sort)\b/i;

/** Promises that depend on others, such as "If you send it, I will check". */
const conditional = /\bif\b/i;

/** The sentence of a message of ours that promises something; undefined if none does. English only. */
export const promiseIn = (text: string): string | undefined =>
  sentencesOf(text).find(
    (sentence) => promise.test(sentence) && !conditional.test(sentence) && !asks(sentence),
  );

/** Before that, nobody expects it. */
const leastMs = 7 * dayMs;

/** A later activity that shares half of the words of what was promised, or so many, is about it. */
const enoughShared = 3;

/** Returns a function that tells if somebody has come back to a promise, in a later activity, or had less than a week to do so. */
export function keptIn(entries: readonly Entry[], asOfMs: number) {
  const topics = new Map<Entry, ReadonlySet<string>>();
  function topicIn(entry: Entry): ReadonlySet<string> {
    const known = topics.get(entry);
    if (known) return known;
    const texts = entry.statements.map(({ text }) => text);
    const topic = topicOf([entry.activity.subject, ...texts].join(' '));
    topics.set(entry, topic);
    return topic;
  }
  return (promised: string, subject: string, { atMs }: Entry): boolean => {
    const words = [...topicOf(`${subject} ${promised}`)];
    const enough = Math.min(enoughShared, words.length / 2);
    const isAboutIt = (entry: Entry) => words.filter((word) => topicIn(entry).has(word)).length >= enough;
    return asOfMs - atMs < leastMs || entries.some((entry) => entry.atMs > atMs && isAboutIt(entry));
  };
}
