import type { ActivityType } from '../../activities/table.ts';
import { dayMs } from '../../activities/time-zone.ts';
import type { NextStep } from '../schemas.ts';
import { waitingText } from '../text/card-lines.ts';
import { toPlain } from '../text/markdown.ts';
import type { Person } from '../text/people.ts';
import { ago, type Calendar, counted, listed, within } from '../text/wording.ts';
import type { Highlight } from './highlights.ts';
import type { OwedThread, Silence } from './measures.ts';
import type { Entry, Reading } from './reading.ts';
import { questionIn, type Thread } from './threads.ts';
import { type Balance, weighs } from './verdict.ts';

/** One observation: a line of the health card, in plain words. */
export interface Point {
  readonly isGood: boolean;
  /** True if the verdict weighs it by itself, so that it does not count among the others. */
  readonly isWeighed?: boolean;
  /** Without the capital and the full stop of a sentence. */
  readonly text: string;
  /** The step to take because of it; the card then has the step in place of the text. */
  readonly step?: Step;
}

/** The next step, the type of the activity that calls for it, and for an answer or a promise what is asked or promised. */
export type Step = NextStep & { readonly type: ActivityType; readonly quote?: string | undefined };

export const stepFor = (
  action: NextStep['action'],
  { id, type, occurredAt }: Entry['activity'],
  subject = '',
  person?: Person,
): Step => ({
  action,
  person: person ? nameOf(person) : null,
  subject: toPlain(subject, 80),
  activityId: id,
  since: occurredAt,
  type,
});

export const owedPoint = (thread: OwedThread): Point => ({
  isGood: false,
  text: waitingText(nameOf(thread.since.person)),
  step: owedStep(thread),
});

/** The step to answer a thread, or to do what we promised in it. */
export function owedStep(thread: OwedThread): Step {
  const { since, subject, promise, messages } = thread;
  if (promise === undefined)
    return {
      ...stepFor('answer', since.entry.activity, subject, since.person),
      quote: questionIn(thread),
    };
  const theirs = messages.findLast(({ person }) => person.side === 'client')?.person ?? since.entry.theirs[0];
  return { ...stepFor('keepPromise', since.entry.activity, subject, theirs), quote: promise };
}

/** We ask again after a week, and not after a month, when the matter has passed. */
const patienceMs = { least: 7 * dayMs, most: 30 * dayMs };

/** @param waiting the threads that wait for the client, oldest first */
export function askedPoint(waiting: readonly Thread[], { asOfMs }: Reading): Point | undefined {
  for (const { since, subject } of waiting) {
    const ageMs = asOfMs - (since?.entry.atMs ?? 0);
    if (since === undefined || ageMs < patienceMs.least || ageMs > patienceMs.most) continue;
    const step = stepFor('askAgain', since.entry.activity, subject);
    return { isGood: false, text: 'they have not answered a question of yours', step };
  }
  return undefined;
}

/** A word that puts the relationship itself in question. */
export const threatPoint = ({ person, thread: { subject } }: Highlight): Point => ({
  isGood: false,
  isWeighed: true,
  text: `${person ? `${nameOf(person)} puts the relationship` : 'the relationship is'} in question${subject === '' ? '' : ` in “${toPlain(subject, 80)}”`}`,
});

export function balancePoint(balance: Balance): Point | undefined {
  const { wins, frictions } = balance;
  if (wins + frictions === 0) return undefined;
  const isGood = !weighs(balance) && !balance.isGrave && wins >= frictions;
  // Those that are solved do not count.
  const told = frictions === 0 ? 'no open frictions' : counted(frictions, 'friction');
  const text = `${counted(wins, 'win')} and ${told} in the last 60 days`;
  return { isGood, isWeighed: true, text };
}

export function silencePoint(silence: Silence | undefined): Point | undefined {
  if (!silence?.isUnusual) return undefined;
  const usual =
    silence.usualDays === undefined ? '' : `; the usual gap is ${counted(silence.usualDays, 'day')}`;
  return { isGood: false, text: `silent for ${counted(silence.days, 'day')}${usual}` };
}

/** An older word of theirs is no good news, unless they usually write that rarely. */
const freshDays = 30;

const isFresh = ({ days, usualDays = 0 }: Silence) => days <= Math.max(freshDays, 2 * usualDays);

/** @param toAnswer the message that the next step is to answer; the step tells its age */
export function contactPoint(
  { entries }: Reading,
  silence: Silence | undefined,
  toAnswer: Entry | undefined,
  calendar: Calendar,
): Point | undefined {
  const dated = (entry: Entry) => `${calendar.date(entry.atMs)}, ${channelOf(entry)}`;
  const last = entries.find(({ isContact }) => isContact);
  if (!last) {
    const [newest] = entries;
    return (
      newest && {
        isGood: false,
        text: `no contact yet; last ${newest.activity.type} on ${calendar.date(newest.atMs)}`,
      }
    );
  }
  const word = entries.find(({ isMutual }) => isMutual);
  if (!word || !silence) return { isGood: false, text: `no word from them yet; last contact ${dated(last)}` };
  const age = silence.isUnusual || word === toAnswer ? 'on' : `${ago(silence.days)}:`;
  const later = last.author?.side === 'ours' ? 'last message from your side' : 'last contact';
  const text = `last heard from them ${age} ${dated(word)}${word === last ? '' : `; ${later}: ${dated(last)}`}`;
  return { isGood: isFresh(silence), text };
}

/** Describes a contact: `email from Priya Raman`, `call with Søren Dahl and Priya Raman`. */
function channelOf({ activity, author, theirs }: Entry): string {
  if (author) return `${activity.type} from ${nameOf(author)}`;
  return theirs.length > 0 ? `${activity.type} with ${listed(theirs, nameOf)}` : activity.type;
}

/** Tells how long the client takes to answer in writing: the median of the last 90 days, compared with that before. */
export function answersPoint(threads: readonly Thread[], { asOfMs }: Reading): Point | undefined {
  const answers = threads.flatMap(answersIn);
  const isRecent = ({ atMs }: Answer) => asOfMs - atMs <= 90 * dayMs;
  const recent = answers.filter(isRecent);
  const medianMs = median(recent);
  const earlierMs = median(answers.filter((answer) => !isRecent(answer)));
  if (medianMs === undefined) return undefined;
  const isSlower =
    medianMs > 3 * dayMs && (earlierMs === undefined ? medianMs > 14 * dayMs : medianMs > 2 * earlierMs);
  const basis = recent.length === 1 ? 'one reply' : `median of ${counted(recent.length, 'reply', 'replies')}`;
  const before = isSlower && earlierMs !== undefined ? `; before that, ${within(earlierMs)}` : '';
  const text = `they usually reply ${within(medianMs)} (${basis} in the last 90 days)${before}`;
  return { isGood: !isSlower, text };
}

interface Answer {
  readonly atMs: number;
  readonly tookMs: number;
}

/** The client's answers in a thread, each timed from the oldest of our messages that it answers. */
function answersIn({ messages }: Thread): Answer[] {
  const answers: Answer[] = [];
  let askedMs: number | undefined;
  for (const { entry, person } of messages) {
    if (person.side === 'ours') askedMs ??= entry.atMs;
    else if (person.side === 'client' && askedMs !== undefined) {
      answers.push({ atMs: entry.atMs, tookMs: entry.atMs - askedMs });
      askedMs = undefined;
    }
  }
  return answers;
}

/** The value in the middle, or the mean of the two there; undefined of none. */
function median(answers: readonly Answer[]): number | undefined {
  const sorted = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return sorted.length === 0 ? undefined : middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/**
 * Tells who takes part on the client's side: that the main contact of the last year has been quiet for 60 days while others
 * are active, that only one person is active, or who is.
 */
export function peoplePoint({ entries, asOfMs }: Reading, calendar: Calendar): Point | undefined {
  const contacts = entries.filter(({ isMutual, theirs }) => isMutual && theirs.length > 0);
  const inLast = (days: number) => contacts.filter(({ atMs }) => asOfMs - atMs <= days * dayMs);
  const peopleIn = (some: readonly Entry[]) => [...new Set(some.flatMap(({ theirs }) => theirs))];
  const active = peopleIn(inLast(90));
  const recent = inLast(60);
  const earlier = inLast(365).slice(recent.length);
  const counts = new Map<Person, number>();
  for (const person of earlier.flatMap(({ theirs }) => theirs))
    counts.set(person, (counts.get(person) ?? 0) + 1);
  const [[main, most] = [undefined, 0], [, second] = [undefined, 0]] = [...counts].sort(
    ([, a], [, b]) => b - a,
  );
  const last = earlier.find(({ theirs }) => main && theirs.includes(main));
  const wasMain = most >= 3 && most > second;
  if (main && last && wasMain && recent.length >= 2 && !peopleIn(recent).includes(main)) {
    const others = active.filter((person) => person !== main);
    const text = `${nameOf(main)}, formerly the main contact, has been quiet since ${calendar.date(last.atMs)}; now active: ${listed(others, nameOf)}`;
    return { isGood: false, text };
  }
  const [only, another] = active;
  if (only && another)
    return { isGood: true, text: `active on their side in the last 90 days: ${listed(active, nameOf)}` };
  // Of one person, less than three contacts tell nothing.
  if (!only || inLast(90).length < 3) return undefined;
  return { isGood: false, text: `only ${nameOf(only)} has been active on their side in the last 90 days` };
}

const monthMs = 30 * dayMs;

/** Tells of the contacts of the last 30 days, compared with the up to five months before if there are two. */
export function rhythmPoint({ entries, asOfMs }: Reading): Point | undefined {
  const mutual = entries.filter(({ isMutual }) => isMutual);
  if (mutual.length === 0) return undefined;
  const recentFromMs = asOfMs - monthMs;
  const fromMs = Math.max(entries.at(-1)?.atMs ?? asOfMs, recentFromMs - 5 * monthMs);
  const months = (recentFromMs - fromMs) / monthMs;
  const now = mutual.filter(({ atMs }) => atMs > recentFromMs).length;
  const recent = `${now === 0 ? 'no word from' : `${counted(now, 'contact')} with`} them in the last 30 days`;
  if (months < 2) return { isGood: now > 0, isWeighed: true, text: recent };
  const before = (mutual.filter(({ atMs }) => atMs >= fromMs).length - now) / months;
  const isGood = now > 0 && (now >= before / 2 || before - now < 2);
  const monthly = Math.round(before);
  if (now === 0 && monthly === 0) return undefined;
  const usual = `about ${now === 0 ? counted(monthly, 'contact') : monthly} a month`;
  return { isGood, text: `${recent}; before that, ${monthly === 0 ? 'hardly any' : usual}` };
}

const nameOf = (person: Person): string => toPlain(person.name, 60);
