import { dayMs } from '../../activities/time-zone.ts';
import { asks, expectsAnswer } from '../text/asks.ts';
import { isAnswer } from '../text/conversations.ts';
import { deadlineIn } from '../text/deadline.ts';
import type { Person } from '../text/people.ts';
import { addressesUs, admits, concernsUs, explains, reportsOwnExperience } from './complaint.ts';
import { informersIn } from './informers.ts';
import {
  type Entry,
  type HeardStatement,
  isCircular,
  isReport,
  type Reading,
  type Sentence,
} from './reading.ts';
import {
  hasThanks,
  isCourtesy,
  isPointed,
  needsSolution,
  solvedAlone,
  tellsSolved,
  thanksForHelp,
  withdraws,
} from './settling.ts';
import type { Signal } from './signals.ts';
import { tellingOf, topicOf } from './telling.ts';
import { asksOrComplains, type Message, newestOf, overMs, type Thread } from './threads.ts';
import { countWords } from './words.ts';

/** The win or friction that a thread shows, with the sentence that shows it best. */
export interface Highlight {
  readonly kind: 'win' | 'friction';
  readonly thread: Thread;
  readonly sentence: string;
  readonly person: Person | undefined;
  readonly entry: Entry;
  /** The time of its strongest sentence, which may not be the one shown. */
  readonly atMs: number;
  /** 1 slight … 3 strong; 6 concerns the relationship itself; 7 was asked again and again without an answer. */
  readonly weight: number;
  /** True if it puts the relationship itself in question. */
  readonly isThreat: boolean;
  /** As the client wrote it: `by 15 March`. */
  readonly deadline: string | undefined;
}

/** True if it concerns the relationship itself, or was asked again and again. */
export const isGrave = ({ weight }: Pick<Highlight, 'weight'>): boolean => weight >= graveWeight;

type Candidate = Pick<Highlight, 'sentence' | 'person' | 'entry' | 'atMs' | 'weight' | 'isThreat'>;

/** A sentence that shows a win or a friction. */
type Finding = Pick<Highlight, 'sentence' | 'person' | 'entry'> & { readonly signal: Signal };

const graveWeight = 6;
/** Grave frictions are remembered longer. */
const graveOverMs = 2 * overMs;
const repeatedWeight = 7;
/** The weight of thanks for a solution, and of a fault that we admit. */
const toldWeight = 2;
const fewestRepeated = 3;
/** In words. */
const fewestAsked = 2;
/** In words. */
const fewestTold = 3;
const halfLifeMs = 60 * dayMs;

/** The wins of the last year and the frictions that still matter, one of each kind for a thread, best or worst first. */
export function highlightsOf(
  threads: readonly Thread[],
  { asOfMs }: Reading,
): { wins: Highlight[]; frictions: Highlight[] } {
  const score = ({ weight, atMs }: Candidate) => weight * 0.5 ** ((asOfMs - atMs) / halfLifeMs);
  const ranked = (kind: Highlight['kind'], candidatesOf: (thread: Thread) => readonly Candidate[]) =>
    withoutCopies(
      threads.flatMap((thread) => {
        const [strongest] = candidatesOf(thread).toSorted((a, b) => score(b) - score(a));
        return strongest ? { thread, strongest } : [];
      }),
    )
      .map(({ thread, strongest }): Highlight => {
        const shown = kind === 'friction' ? mostTelling(thread, strongest) : strongest;
        const deadline = kind === 'friction' ? deadlineOf(thread, shown.sentence) : undefined;
        return { ...shown, sentence: unwrapped(shown.sentence), kind, thread, deadline };
      })
      .sort((a, b) => score(b) - score(a) || b.atMs - a.atMs);
  const informers = informersIn(threads);
  const findingsFor = (thread: Thread, kind: Highlight['kind']) =>
    findingsOf(thread, kind).filter(
      ({ sentence, person, entry }) =>
        addressesUs(sentence) || !(isCircular(entry) || informers.has(person?.key ?? '')),
    );
  const found = new Map(
    threads.map((thread) => {
      const told = findingsFor(thread, 'friction');
      const frictions = frictionsIn(thread, told);
      const isShown = thread.messages.length > 0 && frictions.length > 0;
      return [thread, { frictions, wins: isShown ? [] : winsIn(thread, findingsFor(thread, 'win'), told) }];
    }),
  );
  return {
    wins: ranked('win', (thread) => found.get(thread)?.wins ?? []),
    frictions: ranked('friction', (thread) => found.get(thread)?.frictions ?? []),
  };
}

/** The maximum number of findings of one kind in an activity. */
const maxFindings = 50;

const findingsOf = ({ entries }: Thread, kind: Highlight['kind']): Finding[] =>
  entries.flatMap((entry) =>
    entry.statements
      .flatMap(({ person, sentences }) =>
        sentences.flatMap(({ text: sentence, signal }) =>
          signal?.kind === kind ? [{ sentence, signal, person, entry }] : [],
        ),
      )
      .slice(0, maxFindings),
  );

/** A subject by which people call a thread solved: "[Solved] Labels", "Labels: RESOLVED"; not "STILL NOT RESOLVED". */
const solvedSubject =
  /\[(?:re)?solved\]|^(?:re)?solved: |(?::| [–-]) (?:(?:re)?solved|sorted|fixed)[.! ]{0,3}$/i;

/** Words that refuse a payment. Its reasons may be settled; a plan to leave remains. */
const refusedPayment =
  /\b(?:disput(?:e[sd]?|ing)|contest(?:s|ed|ing)?|withh(?:old(?:s|ing)?|eld)|(?:not|refuse[sd]?|refusing|unwilling)(?: to)?(?: be)? pay(?:ing)?)\b|n['’]t pay\b/i;

/** Frictions of a thread. Once it is over, only grave ones remain. */
function frictionsIn(thread: Thread, findings: readonly Finding[]): Candidate[] {
  if (thread.idleMs > graveOverMs) return [];
  const admitted = admittedIn(thread).flatMap((message) => {
    const [best] = ratedIn(thread, [message], tells);
    return best ? [{ ...sourceOf(message), sentence: best.quote.sentence, weight: toldWeight }] : [];
  });
  const found = findings
    .filter((finding) => threatens(finding) || tellsFault(finding))
    .map(toCandidate)
    .concat(admitted)
    .filter((each) => (isGrave(each) ? !isTakenBack(thread, each) : each.atMs >= thread.settledMs));
  const isSolved = thread.state === 'solved' || solvedSubject.test(thread.subject);
  if (isSolved || isLeftAtThat(thread)) return found.filter(isGrave);
  const told = found.filter(
    ({ sentence, entry }) => !mayAnswerOthers(thread, entry) || reportsOwnExperience(sentence),
  );
  if (!isAskedAgain(thread)) return told;
  const unanswered = new Set(thread.unanswered.map(({ entry }) => entry));
  const recent = told.filter(({ entry }) => unanswered.has(entry));
  const best = recent.toSorted((a, b) => b.weight - a.weight || b.atMs - a.atMs)[0] ?? firstQuestion(thread);
  return best ? [{ ...best, weight: repeatedWeight }] : told;
}

/** The silence after which a thread is over, by its last word: theirs, ours or a call, our question, a meeting or note. */
const overAfterMs = { theirs: 10 * dayMs, ours: 20 * dayMs, question: 30 * dayMs, meeting: 60 * dayMs };

/** True if nobody has come back for so long to a thread that does not wait for us that it is over. */
function isLeftAtThat(thread: Thread): boolean {
  const { messages, state, idleMs } = thread;
  const { type } = newestOf(thread).activity;
  // A promise opens a call, too; its frictions are over after a time.
  if (state === 'open' && messages.length > 0) return false;
  if (state === 'waiting') return idleMs > overAfterMs.question;
  if (type === 'meeting' || type === 'note') return idleMs > overAfterMs.meeting;
  return idleMs > overAfterMs[messages.at(-1)?.person.side === 'client' ? 'theirs' : 'ours'];
}

/** True for a threat after which the client has signed, ordered or stayed, or has called a disputed payment solved. */
const isTakenBack = ({ messages, settling, settledMs }: Thread, { sentence, atMs }: Candidate): boolean =>
  (atMs < settledMs && refusedPayment.test(sentence) && tellsSolved(settling ?? '')) ||
  messages.some(
    ({ entry, sentences }) =>
      entry.atMs > atMs &&
      sentences.some(
        ({ signal }) => signal?.kind === 'win' && signal.basis === 'event' && signal.strength === 3,
      ),
  );

/** The messages of the client that told of a fault which we admit, without those that praise. */
const admittedIn = ({ messages }: Thread): Message[] =>
  messages.flatMap(({ person, text }, at) => {
    if (person.side !== 'ours' || !admits(text)) return [];
    const told = messages.slice(0, at).findLast((each) => each.person.side === 'client');
    return told === undefined || praises(told.entry) ? [] : [told];
  });

/** Wins of a thread: what says that something is solved, and in messages what was written after the last friction. */
function winsIn(thread: Thread, findings: readonly Finding[], frictions: readonly Finding[]): Candidate[] {
  const { settling, since, state, messages } = thread;
  const lastMs = messages.length > 0 ? (frictions.at(-1)?.entry.atMs ?? 0) : 0;
  const isWin = (sentence: string, isStrong: boolean) =>
    countWords(sentence) >= fewestTold &&
    !isCourtesy(sentence, isStrong) &&
    !solvedAlone(sentence) &&
    !withdraws(sentence) &&
    !expectsAnswer(sentence);
  const found = findings
    .filter(({ sentence, signal }) => isWin(sentence, signal.strength === 3))
    .filter((finding) => isReport(finding.entry.activity) || isEvident(thread, finding))
    .filter(({ sentence, entry }) => entry.atMs > lastMs || tellsSolved(sentence))
    .map(toCandidate);
  if (state !== 'solved' || since === undefined || settling === undefined || !isWin(settling, false))
    return found;
  return [...found, { ...sourceOf(since), sentence: settling, weight: toldWeight }];
}

/**
 * True for a win in a message that is no mere narration: in mail, what works must be the client's last word in the
 * thread, and praise that others read must address us.
 */
function isEvident(thread: Thread, { sentence, signal, entry }: Finding): boolean {
  const isMail = entry.activity.type === 'email';
  const needsEnd = needsSolution(sentence);
  if (!isPointed(sentence, isMail) || (needsEnd && thread.state !== 'solved')) return false;
  if (!isMail || thanksForHelp(sentence)) return true;
  const isSlight = signal.basis === 'event' && signal.strength < 3;
  if (needsEnd || isSlight) {
    const last = thread.messages.findLast(({ person }) => person.side === 'client');
    return entry === last?.entry && tellsSolved(sentence);
  }
  return signal.basis === 'event' || !isReadByOthers(entry) || addressesUs(sentence);
}

/** The strongest friction of a thread, with the sentence that shows it best; a threat speaks for itself. */
function mostTelling(thread: Thread, strongest: Candidate): Candidate {
  if (strongest.isThreat) return strongest;
  const passages = passagesOf(thread).filter(({ entry }) => entry.atMs >= thread.settledMs);
  const [best] = ratedIn(
    thread,
    passages,
    (sentence, { entry }) =>
      tells(sentence) &&
      (sentence.signal?.kind === 'friction' || !isReport(entry.activity)) &&
      (!mayAnswerOthers(thread, entry) || reportsOwnExperience(sentence.text)),
  );
  return { ...strongest, ...best?.quote };
}

/** False for praise, thanks without a complaint, reports of a solution, and mere signs. */
const tells = ({ text, signal }: Sentence): boolean =>
  /\p{L}/u.test(text) &&
  !tellsSolved(text) &&
  (signal?.kind === 'friction' || !(signal?.kind === 'win' || hasThanks(text)));

/** The words of one person in an entry. */
type Passage = HeardStatement & { readonly entry: Entry };

const passagesOf = ({ messages, entries }: Thread): readonly Passage[] =>
  messages.length > 0
    ? messages
    : entries.flatMap((entry) => entry.statements.map((statement) => ({ ...statement, entry })));

/** The sentences of some passages of a thread that may be quoted, the most telling first. */
function ratedIn(
  thread: Thread,
  passages: readonly Passage[],
  isQuotable: (sentence: Sentence, passage: Passage) => boolean,
) {
  const topic = topicOf(thread.subject);
  const [opening] = thread.messages;
  return passages
    .flatMap((passage) =>
      passage.sentences
        .filter((sentence) => isQuotable(sentence, passage))
        .map(({ text, signal }) => ({
          quote: { sentence: text, person: passage.person, entry: passage.entry },
          rating: tellingOf(text, signal, topic, passage === opening),
        })),
    )
    .sort((a, b) => b.rating - a.rating);
}

/**
 * True for mail that others read, too, by somebody who did not begin the thread, or whose beginning we do not hold: it may
 * answer them, unless we began it.
 */
function mayAnswerOthers({ messages: [first] }: Thread, entry: Entry): boolean {
  if (first === undefined || first.person.side === 'ours') return false;
  return isReadByOthers(entry) && (isAnswer(first.entry.activity) || entry.author !== first.person);
}

const isReadByOthers = ({ activity: { type }, isToOthers, ours }: Entry) =>
  type === 'email' && (isToOthers || ours === undefined);

const praises = ({ statements }: Entry): boolean =>
  statements.some(({ sentences }) => sentences.some(({ signal }) => signal?.kind === 'win'));

/** False for a sentence that tells nothing, and for one of a mail that explains or supposes. */
const tellsFault = ({ sentence, signal, entry }: Finding): boolean =>
  tells({ text: sentence, signal }) && (entry.activity.type !== 'email' || !explains(sentence));

const threatens = ({ signal, sentence, entry }: Finding): boolean =>
  signal.isGrave && (isReport(entry.activity) || concernsUs(sentence));

/** Words for a person who leaves: that is grave, but no plan of the client. */
const departure =
  /\blast (?:day|week)\b|\b(?:i['’]m|i am|he is|she is|sponsor is) leaving\b|\bleaving (?:the|our) \w|\bnotice in\b|\b(?:maternity|parental|retirement|pension)\b/i;

const toCandidate = (finding: Finding): Candidate => {
  const { signal, ...told } = finding;
  const weight = threatens(finding) ? graveWeight : signal.strength;
  const isThreat = weight === graveWeight && !departure.test(told.sentence);
  return { ...told, atMs: told.entry.atMs, weight, isThreat };
};

const sourceOf = ({ entry, person }: Message) => ({ entry, atMs: entry.atMs, person, isThreat: false });

/**
 * True if the client asked or complained three times on different days without an answer of anybody, or asked the same
 * twice.
 */
function isAskedAgain(thread: Thread): boolean {
  const { unanswered, messages } = thread;
  const since = unanswered[0]?.entry.atMs ?? 0;
  if (messages.some(({ person, entry }) => person.side === 'other' && entry.atMs > since)) return false;
  const asking = unanswered.filter(
    (message) =>
      asksOrComplains(message, message === messages[0]) &&
      !isCircular(message.entry) &&
      !mayAnswerOthers(thread, message.entry),
  );
  const days = new Set(asking.map(({ entry: { activity } }) => activity.occurredAt.slice(0, 10)));
  if (asking.length >= fewestRepeated && days.size > 1) return true;
  const questions = asking.flatMap((message) => [...new Set(questionsIn(message).map(folded))]);
  return new Set(questions).size < questions.length;
}

/** False for a mere "2012?". */
const isQuestion = (sentence: string) => asks(sentence) && countWords(sentence) >= fewestAsked;
const questionsIn = ({ sentences }: Message) => sentences.map(({ text }) => text).filter(isQuestion);

function firstQuestion({ unanswered }: Thread): Candidate | undefined {
  for (const message of unanswered) {
    const [sentence] = questionsIn(message);
    if (sentence !== undefined) return { ...sourceOf(message), sentence, weight: 1 };
  }
  return undefined;
}

/** The deadline in the quote, or else in a message that waits for an answer. */
export const deadlineOf = ({ unanswered }: Thread, sentence = '') =>
  [sentence, ...unanswered.map(({ text }) => text)].map(deadlineIn).find((text) => text !== undefined);

/** Removes quotation marks around a whole sentence. */
export const unwrapped = (sentence: string) => /^[“"]([^“”"]+)[”"]$/.exec(sentence)?.[1] ?? sentence;

/** Keeps the newest of threads whose strongest sentence is the same. */
function withoutCopies<T extends { readonly strongest: Candidate }>(found: readonly T[]): T[] {
  const newest = new Map<string, T>();
  for (const each of found.toSorted((a, b) => a.strongest.atMs - b.strongest.atMs))
    newest.set(folded(each.strongest.sentence), each);
  return [...newest.values()];
}

/** A key to compare sentences by. No Unicode normalization, which can turn one character into eighteen. */
function folded(sentence: string): string {
  const letters = sentence.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? sentence.trim() : letters;
}
