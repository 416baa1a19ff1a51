import { asks } from '../text/asks.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Entry } from './reading.ts';
import { topicOf } from './telling.ts';
import { wordSet, wordsOf } from './words.ts';

/** The beginning of a promise. */
const commitment = /\b(?:(?:i|we)(?:['’]ll| will| shall)|let me|(?:i['’]m|i am|we['’]re|we are) going to)\b/i;
/** The rest of a promise: to send, find out or put right something. */
const delivery =
  /^(?: (?:also|then|just|now|try (?:and|to)))? (?:send|draft|write|(?:come|be|go) back|get back to you\b|(?:double[- ])?check(?! in\b)|ask|let you (?:know|have)|confirm|forward|chase|find out|look (?:into|at)|price|put together|prepare|raise|get (?:you|an?|the|it|them|this|that|some(?:one|body))|have (?:it|them|the|an?|our|something|numbers|th[ai]t|this|your)|share|arrange|report|re-?(?:issue|send)|issue|test|see what|update|work out|pull|e-?mail|sort|correct|investigate|clarify|talk to)\b|\band (?:will )?(?:then )?(?:send|(?:get|come|report) back|let you know|confirm|share|re-?send|e-?mail)\b/i;

/** Conditions that the readers have to meet. "I will check if it fits" has none. */
const ifYou = /\bif you\b/i;

function isPromise(sentence: string): boolean {
  const found = commitment.exec(sentence);
  if (found === null || asks(sentence)) return false;
  const rest = sentence.slice(found.index + found[0].length);
  return delivery.test(rest) && !/\bif\b/i.test(sentence.slice(0, found.index)) && !ifYou.test(rest);
}

/** The sentence of a message of ours that promises something; undefined if none does. English only. */
export const promiseIn = (text: string): string | undefined =>
  commitment.test(text) ? sentencesOf(text).find(isPromise) : undefined;

/** Promises and tasks as they are reported of a call or a meeting. */
const reported =
  /^promised\b|\b(?:i|we) promised\b|^(?:to[- ]?do|actions?|next steps?) ?:|\bowe (?:them|her|him)\b/i;
/** What people are to do, or will do. */
const tasks = wordSet(
  'send write do make look sort arrange price quote raise issue credit fix check ask get call ring come prepare draft find chase pick share confirm update add set book bring explain order report test change',
);

/**
 * The sentence of a call, a meeting or a note that tells what we promised; undefined if none does. English only.
 * @param ourNames the first names of our people, in lower case
 */
export const reportedPromiseIn = (text: string, ourNames: ReadonlySet<string>): string | undefined =>
  sentencesOf(text).find(
    (sentence) =>
      !asks(sentence) &&
      !/:\s*["“]/.test(sentence) &&
      (reported.test(sentence) || hasTask(wordsOf(sentence), ourNames)),
  );

const auxiliaries = wordSet('will would to');

/** True for words such as "I would send", "I am to send", and "Bea to send". */
const hasTask = (words: readonly string[], names: ReadonlySet<string>): boolean =>
  words.some((word, at) => {
    const [first, second = ''] = words
      .slice(at + 1, at + 4)
      .filter((next) => next !== 'am' && next !== 'are');
    return (
      (word === 'i' || word === 'we' || names.has(word)) && auxiliaries.has(first ?? '') && tasks.has(second)
    );
  });

/** Words that tell nothing of what was promised. */
const common = wordSet(
  'will with them come back they know this that have week next send check about from your what when then than there their would could should which just soon also more some into over today tomorrow going been were here make very want need please thanks hello',
);

/** The length of the beginning of a later activity that is compared, in characters. */
const longestCompared = 2_000;
/** A later activity is about a promise if it shares two of its words, or half of fewer. */
const enoughShared = 2;

/** Returns a function that tells if an activity after an entry is about what we promised there. */
export function followUpsIn(entries: readonly Entry[]) {
  const known = new Map<Entry, ReadonlySet<string>>();
  function wordsIn(entry: Entry): ReadonlySet<string> {
    const found = known.get(entry);
    if (found) return found;
    const text = [entry.activity.subject, ...entry.statements.map((each) => each.text)].join(' ');
    const words = topicOf(text.slice(0, longestCompared), common);
    known.set(entry, words);
    return words;
  }
  return (promised: string, { atMs }: Entry): boolean => {
    const words = [...topicOf(promised, common)];
    const enough = Math.max(1, Math.min(enoughShared, words.length / 2));
    const isAboutIt = (entry: Entry) => words.filter((word) => wordsIn(entry).has(word)).length >= enough;
    return entries.some((entry) => entry.atMs > atMs && isAboutIt(entry));
  };
}
