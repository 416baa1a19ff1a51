import { asks } from '../text/asks.ts';
import { isProse } from '../text/prose.ts';
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

/** Words that report a promise, in calls, meetings and notes. */
const reported =
  /^promised (?:him|her|them)\b|\b(?:i|we) promised\b|(?:^|\b(?:i|we) )(?:still )?owe (?:them|her|him)\b/i;
/** Words of conditions and of what others say. */
const unmeant = /\b(?:if|whether|afraid)\b|["“”]/i;
/** Verbs for what people promise, or are told, to do. */
const taskVerbs = wordSet(
  'send write do make look sort arrange price quote raise issue credit fix check ask call ring come prepare draft find chase pick share confirm update add set book bring explain order report test change',
);

/**
 * Returns the sentences of a report that promise something or give us a task. English only.
 * @param ourNames the first names of our people, in lower case
 */
export const reportedPromisesIn = (text: string, ourNames: ReadonlySet<string>): string[] =>
  sentencesOf(text).filter(
    (sentence) =>
      isProse(sentence) &&
      !asks(sentence) &&
      !unmeant.test(sentence) &&
      (reported.test(sentence) || hasTask(wordsOf(sentence), ourNames)),
  );

/** True for words such as "I will send", "said I would send", "I am to send", and "Bea to send". */
const hasTask = (words: readonly string[], names: ReadonlySet<string>): boolean =>
  words.some((word, at) => {
    const isOwn = word === 'i' || word === 'we';
    if (!isOwn && !names.has(word)) return false;
    const next = words[at + 1] === 'am' || words[at + 1] === 'are' ? at + 2 : at + 1;
    const auxiliary = words[next];
    const isSure = auxiliary === 'will' || auxiliary === 'to';
    const isReported = auxiliary === 'would' && isOwn && isSaid(words, at);
    return (isSure || isReported) && taskVerbs.has(words[next + 1] ?? '');
  });

/** True shortly after "said" or "told". */
const isSaid = (words: readonly string[], at: number): boolean =>
  words.slice(Math.max(0, at - 3), at).some((word) => word === 'said' || word === 'told');

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
    function isAboutIt(entry: Entry): boolean {
      let left = enough;
      return words.some((word) => wordsIn(entry).has(word) && --left <= 0);
    }
    return entries.some((entry) => entry.atMs > atMs && isAboutIt(entry));
  };
}
