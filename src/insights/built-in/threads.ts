import { dayMs } from '../../activities/time-zone.ts';
import type { ThreadState } from '../schemas.ts';
import { asks, expectsAnswer, reminds } from '../text/asks.ts';
import { conversationsOf } from '../text/conversations.ts';
import type { Person } from '../text/people.ts';
import { bareSubject, isReply } from '../text/subject.ts';
import { plainnessOf } from './complaint.ts';
import { followUpsIn, promiseIn, reportedPromisesIn } from './promises.ts';
import {
  type Entry,
  type HeardStatement,
  isCircular,
  isReport,
  type Reading,
  type Sentence,
} from './reading.ts';
import {
  acknowledges,
  announcesTrial,
  confirmsSolution,
  hasThanks,
  settles,
  solvedAlone,
  speaksOfHelp,
  tellsSolved,
  withdraws,
} from './settling.ts';

/** A message in a thread, by one person at one time. Only messages of the client have sentences. */
export interface Message extends HeardStatement {
  readonly entry: Entry;
  readonly person: Person;
}

/** Emails or chats of one conversation; a call, a meeting or a note stands alone. */
export interface Thread {
  /** At least one, oldest first. */
  readonly entries: readonly Entry[];
  /** Oldest first. Empty for calls, meetings and notes. */
  readonly messages: readonly Message[];
  /** Without prefixes; '' if there is none. */
  readonly subject: string;
  readonly state: ThreadState;
  /** The message that brought the state about, or the report that promised something; undefined if there is none. */
  readonly since: Message | undefined;
  /** While open: the client's messages since our last, oldest first. */
  readonly unanswered: readonly Message[];
  /** Our sentence in `since` if the thread is open because that promised something. */
  readonly promise: string | undefined;
  /** While solved: the sentence in `since` that says so; undefined if the client took back what it wrote, or we said so. */
  readonly settling: string | undefined;
  /** The client, or one of us, has said that what it wrote before this time is solved; 0 if nobody did. */
  readonly settledMs: number;
  /** The time since somebody last came back to it. */
  readonly idleMs: number;
}

/** Nobody waits any more after this time without a message. */
export const overMs = 90 * dayMs;
/** A single question without a complaint lapses after this time if the client has since written about something else. */
const lapseMs = 21 * dayMs;

/** Groups the entries of a reading into threads, newest first. */
export function threadsOf({ entries, asOfMs, ourNames }: Reading): Thread[] {
  const oldestFirst = entries.toReversed();
  const metMs = entries.find(({ activity: { type }, isMutual }) => isMutual && isMeeting(type))?.atMs ?? 0;
  const lastHeardMs = entries.find((entry) => entry.isMutual && !isCircular(entry))?.atMs ?? 0;
  const hasFollowUp = followUpsIn(entries);
  return conversationsOf(oldestFirst)
    .map((group) => withPromise(threadOf(group, { asOfMs, metMs, lastHeardMs }), ourNames, hasFollowUp))
    .sort((a, b) => newestOf(b).atMs - newestOf(a).atMs);
}

export const newestOf = ({ entries }: Pick<Thread, 'entries'>): Entry => {
  const newest = entries.at(-1);
  if (newest === undefined) throw new Error('A thread has at least one entry.');
  return newest;
};

const isMeeting = (type: Entry['activity']['type']) => type === 'call' || type === 'meeting';

interface Times {
  readonly asOfMs: number;
  /** When the client was last met; what was asked before was answered there. */
  readonly metMs: number;
  /** The last contact in which the client took part, without mail to many. */
  readonly lastHeardMs: number;
}

function threadOf(entries: readonly Entry[], { asOfMs, metMs, lastHeardMs }: Times): Thread {
  const messages = entries.flatMap(messagesOf);
  const [first] = entries;
  const subject = first ? bareSubject(first.activity.subject, first.activity.participants) : '';
  const { unanswered, ...last } = standOf(messages, metMs);
  const told: Standing = isMerelyThanked(last, messages)
    ? { ...last, state: 'quiet', settling: undefined }
    : last;
  const newestMs = newestOf({ entries }).atMs;
  const idleMs = asOfMs - newestMs;
  const [asked, again] = unanswered;
  const hasLapsed = asked && !again && !hasFriction(asked) && idleMs > lapseMs && lastHeardMs > newestMs;
  const stand = idleMs > overMs || hasLapsed ? quieted(told) : told;
  return {
    entries,
    messages,
    subject,
    ...stand,
    idleMs,
    unanswered: stand.state === 'open' ? unanswered : [],
    promise: undefined,
  };
}

/** A promise is due after this time. */
const promiseMs = 7 * dayMs;

/** Opens a thread that we left with a promise to the client, if it is due and nobody has come back to it. */
function withPromise(
  thread: Thread,
  ourNames: ReadonlySet<string>,
  hasFollowUp: ReturnType<typeof followUpsIn>,
): Thread {
  const { idleMs, subject } = thread;
  const found = idleMs < promiseMs || idleMs > overMs ? undefined : promisesOf(thread, ourNames);
  const promise = found?.promises.find((each) => !hasFollowUp(`${subject} ${each}`, found.since.entry));
  return found && promise !== undefined ? { ...thread, state: 'open', since: found.since, promise } : thread;
}

/** Returns our promises in the last message of a thread, or in a call, meeting or note, and what contains them. */
function promisesOf({ entries: [entry], state, since, messages }: Thread, ourNames: ReadonlySet<string>) {
  if (entry && isReport(entry.activity)) {
    const { ours, theirs, activity, statements } = entry;
    const isOwn = activity.type !== 'meeting' || activity.participants[0]?.toLowerCase() === ours?.key;
    if (!ours || !isOwn || (theirs.length === 0 && activity.type !== 'note')) return undefined;
    const told = statements.filter(({ person }) => person === undefined || person.side === 'ours');
    const text = told.map((each) => each.text).join('\n');
    return {
      since: { entry, person: ours, text, sentences: [] },
      promises: reportedPromisesIn(text, ourNames),
    };
  }
  if (state !== 'quiet' || since === undefined || since !== messages.at(-1)) return undefined;
  const isToClient =
    (since.entry.addressee?.side ?? 'client') === 'client' &&
    messages.some((each) => each.person.side === 'client');
  const promise = since.person.side === 'ours' && isToClient ? promiseIn(since.text) : undefined;
  return promise === undefined ? undefined : { since, promises: [promise] };
}

/** An email is one message, a chat one for each turn of a known speaker. */
function messagesOf(entry: Entry): Message[] {
  const { activity, author, statements, isContact } = entry;
  if (!isContact || isMeeting(activity.type)) return [];
  if (activity.type !== 'email')
    return statements.flatMap(({ person, ...said }) => (person ? [{ ...said, entry, person }] : []));
  const [written = { text: '', sentences: [] }] = statements;
  return author ? [{ ...written, entry, person: author }] : [];
}

type Standing = Pick<Thread, 'state' | 'since' | 'settling' | 'settledMs'>;

/** True if a client that has complained has since only thanked, which does not tell that it is solved. */
const isMerelyThanked = ({ state, settledMs, since }: Standing, messages: readonly Message[]): boolean =>
  state === 'solved' && settledMs <= (since?.entry.atMs ?? 0) && messages.some(hasFriction);

const hasFriction = ({ sentences }: Message) => sentences.some(({ signal }) => signal?.kind === 'friction');

/** Nobody waits any more. */
const quieted = (stand: Standing): Standing =>
  stand.state === 'solved' ? stand : { ...stand, state: 'quiet' };

function standOf(messages: readonly Message[], metMs: number): Standing & Pick<Thread, 'unanswered'> {
  let stand: Standing = { state: 'quiet', since: undefined, settling: undefined, settledMs: 0 };
  let unanswered: Message[] = [];
  let isAnswered = false;
  const isMet = () => stand.since !== undefined && stand.since.entry.atMs <= metMs;
  for (const message of messages) {
    if (message.entry.atMs > metMs && isMet()) stand = quieted(stand);
    const { side } = message.person;
    const before = stand.state;
    // An answer that we do not hold, such as from a mailbox that is not connected.
    if (side === 'client' && before === 'open' && acknowledges(openingOf(message))) {
      stand = quieted(stand);
      isAnswered = true;
    }
    if (side === 'client') stand = afterTheirs(stand, message, isAnswered, message === messages[0]);
    else isAnswered = true;
    // What others write, as on a mailing list, is no answer of ours, and may be one to us.
    if (side === 'ours') stand = afterOurs(stand, message);
    else if (side === 'other' && before === 'waiting') stand = quieted(stand);
    const isConfirmed = side === 'ours' && before !== 'solved' && confirmsSolution(message.text);
    if (isConfirmed && promiseIn(message.text) === undefined)
      stand = { state: 'solved', since: message, settling: undefined, settledMs: message.entry.atMs + 1 };
    if (stand.since === message) unanswered = [];
    if (stand.state === 'open' && side === 'client') unanswered.push(message);
  }
  return { ...(isMet() ? quieted(stand) : stand), unanswered };
}

function afterTheirs(stand: Standing, message: Message, isAnswered: boolean, opens: boolean): Standing {
  const { sentences } = message;
  const own = sentences.map(({ text }) => text);
  const isTrying = own.some(announcesTrial);
  const reports = own.filter(
    (sentence) =>
      settles(sentence, isAnswered) && (opens ? solvedAlone(sentence) : !isTrying || tellsSolved(sentence)),
  );
  const settling = reports.find(tellsSolved) ?? reports[0];
  const isWithdrawn = settling === undefined && own.some(withdraws);
  const isSolved = settling !== undefined && tellsSolved(settling);
  const isOver = (sentence: string) => withdraws(sentence) || (isSolved && past.test(sentence));
  const complaints = sentences
    .filter((sentence) => complains(sentence, opens))
    .map(({ text }) => text)
    .filter((text) => text !== settling && !isOver(text));
  // What is said first is the news; elsewhere it may be what works in spite of a problem.
  const isNews =
    settling !== undefined &&
    isSolved &&
    (complaints.length === 0 || settling === openingOf(message) || solvedAlone(settling));
  const isComplaining = isNews ? complaints.some((each) => turnsAround.test(each)) : complaints.length > 0;
  const isPending = isSolved
    ? isComplaining || sentences.some(({ text }) => asks(text)) || subjectAsks(message.entry)
    : asksOrComplains(message, opens);
  const isHelped = settling !== undefined && !isPending && hasThanks(settling) && speaksOfHelp(settling);
  const isSettled = isWithdrawn || isNews || isHelped;
  const settledMs = message.entry.atMs + (isComplaining ? 0 : 1);
  const told = isSettled ? { ...stand, settledMs } : stand;
  const changed = { ...told, since: message };
  if (stand.state !== 'solved' && isWithdrawn && !isComplaining && !own.some(asks))
    return { ...changed, state: 'solved', settling: undefined };
  if (settling !== undefined && !isPending) return { ...changed, state: 'solved', settling };
  if (stand.state === 'open') return told;
  if (isPending) return { ...changed, state: 'open', settling: undefined };
  return stand.state === 'waiting' ? { ...changed, state: 'quiet' } : told;
}

const afterOurs = (stand: Standing, message: Message): Standing =>
  stand.state === 'solved'
    ? stand
    : {
        ...stand,
        // A question to somebody else is none to the client.
        state: asksThem(message) && message.entry.addressee?.side !== 'other' ? 'waiting' : 'quiet',
        since: message,
        settling: undefined,
      };

/** The beginning of a sentence that takes back the one before. */
const turnsAround = /^(?:but|however|unfortunately|yet|still|only)\b/i;

/** Words by which a sentence tells of the past. */
const past = /\b(?:was|were|had|did)\b/i;

/** The first sentence behind a greeting; '' if there is none. */
const openingOf = ({ sentences }: Message) =>
  sentences.find(({ text }) => acknowledges(text) || !greeting.test(text))?.text ?? '';
const greeting = /,$|^(?:hi|hello|hey|dear|good (?:morning|day))\b[^.!?]{0,30}$/i;

/** True for a message of ours that asks something. */
export const asksThem = ({ text, entry }: Message): boolean => asks(text) || subjectAsks(entry);

/** True if an email asks something in its own subject; the subject of a reply repeats an old question. */
const subjectAsks = ({ activity: { type, subject, participants } }: Entry) =>
  type === 'email' && !isReply(subject, participants) && asks(subject);

/** True for a question or a reminder; a request in a reply is mostly an order that needs no answer. */
const awaits = (sentence: string, opens: boolean) =>
  opens ? expectsAnswer(sentence) : asks(sentence) || reminds(sentence);

/** The first question or request that waits for an answer; undefined if the client only complains. */
export const questionIn = ({ unanswered, messages }: Thread): string | undefined =>
  unanswered
    .flatMap((message) => message.sentences.filter(({ text }) => awaits(text, message === messages[0])))
    .find(({ text }) => !smallTalk.test(text))?.text;

const smallTalk =
  /^(?:guess what|how are you(?: doing| all| today)?|how have you been|how(?:['’]?s| is) it going|did you have a (?:good|great|nice|lovely) (?:weekend|holiday|vacation|trip|break|time))\W{0,3}$/i;

/** True if a message of the client waits for an answer. */
export const asksOrComplains = ({ entry, sentences }: Message, opens: boolean): boolean =>
  subjectAsks(entry) ||
  sentences.some((sentence) => awaits(sentence.text, opens) || complains(sentence, opens));

const complains = ({ text, signal }: Sentence, opens: boolean) =>
  signal?.kind === 'friction' && (opens || (signal.basis !== 'wording' && plainnessOf(text) > 0));
