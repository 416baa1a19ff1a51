import type { ClientHistory, InsightSummary } from '../engine.ts';
import type { Explanation, NextStep } from '../schemas.ts';
import { activityLink, isGoodVerdict, plannedText, waitingText } from '../text/card-lines.ts';
import { checklistItem, escaped, toInline, toPlain } from '../text/markdown.ts';
import type { Person } from '../text/people.ts';
import { ago, type Calendar, counted, dayMs, listed, within } from '../text/wording.ts';
import { type Highlight, isGrave } from './highlights.ts';
import {
  answersOf,
  isOwed,
  type Owed,
  owedAnswer,
  partyOf,
  rhythmOf,
  type Silence,
  silenceOf,
} from './measures.ts';
import type { Entry, Reading } from './reading.ts';
import type { Message, Thread } from './threads.ts';
import {
  type Balance,
  balanceOf,
  balanceText,
  type Point,
  type Step,
  thinnessOf,
  verdictOf,
  weighs,
} from './verdict.ts';

/** The reading of a history and its results, for the card. */
interface Shown {
  readonly reading: Reading;
  readonly threads: readonly Thread[];
  readonly wins: readonly Highlight[];
  readonly frictions: readonly Highlight[];
}

/**
 * The Client Health card, as a markdown checklist and as data: a verdict with its reason, the next step, and further
 * observations; and the figures in it.
 */
export function healthOf(
  { client, upcoming }: ClientHistory,
  { reading, threads, ...highlights }: Shown,
  calendar: Calendar,
): { card: string; summary: InsightSummary } & Omit<Explanation, 'quotes'> {
  const { asOfMs, entries } = reading;
  const silence = silenceOf(reading, calendar);
  const balanceUntil = (untilMs: number) => balanceOf(threads, highlights, asOfMs, untilMs);
  const recent = balanceUntil(asOfMs);
  const owed = owedAnswer(threads, reading, calendar);
  const { waiting, ...answers } = answersOf(threads, reading);
  const [asked] = waiting.filter(({ since }) => asOfMs - (since?.entry.atMs ?? asOfMs) >= patienceMs);
  const toAnswer = gravestOf(highlights.frictions) ?? owed;
  const points = [
    toAnswer && owedPoint(toAnswer),
    silencePoint(silence),
    asked?.since && askedPoint(asked, asked.since),
    balancePoint(recent),
    contactPoint(reading, silence, toAnswer?.message.entry, calendar),
    answersPoint(answers),
    peoplePoint(reading, calendar),
    rhythmPoint(reading),
  ]
    .filter((point) => point !== undefined)
    // Nothing is good news of a client that has gone silent.
    .filter((point) => !(silence?.isUnusual && point.isGood));
  // Our own messages about a silence are not additional frictions.
  const balance = balanceUntil(silence?.isUnusual ? silence.sinceMs : asOfMs);
  const verdict = verdictOf(reading, balance, silence, points, owed?.isLate ?? false);
  const isGood = isGoodVerdict(verdict);
  const thinness = verdict === 'Too little to tell' ? thinnessOf(reading) : undefined;
  const worst = weighs(recent) || recent.isGrave ? highlights.frictions[0] : undefined;
  const isQuiet = silence?.isUnusual || !(isGood || thinness || worst);
  const urgent = points.flatMap(({ step }) => step ?? []);
  const steps = urgent.length > 0 ? urgent : furtherSteps(reading, isQuiet, worst);
  const point =
    (verdict === 'At risk' ? points.find(({ isWeighed }) => isWeighed) : undefined) ??
    points.find((each) => each.isGood === isGood) ??
    points[0];
  const reason = thinness ?? point?.text ?? 'no contact yet';
  const reasonActivityId = thinness ? null : point?.step?.entry.activity.id;
  const observations = points
    .filter((each) => each.step === undefined && (thinness !== undefined || each !== point))
    .map(({ isGood, text }) => ({ isGood, text: `${capitalized(text)}.` }));
  if (upcoming) observations.push({ isGood: true, text: plannedText(upcoming, calendar) });
  const lines = [
    checklistItem(isGood, `**${verdict}**: ${escaped(reason)}.`),
    ...steps.map((step) =>
      checklistItem(
        false,
        `Next step: ${stepText(step, calendar, asOfMs)} — ${activityLink(step.entry.activity, client.id)}`,
      ),
    ),
    ...observations.map((each) => checklistItem(each.isGood, escaped(each.text))),
  ];
  const summary = {
    verdict,
    wins: recent.wins,
    frictions: recent.frictions,
    owedSince: owed?.message.entry.activity.occurredAt ?? null,
    lastContactAt: entries.find(({ isContact }) => isContact)?.activity.occurredAt ?? null,
  };
  return {
    card: lines.join('\n'),
    summary,
    reason,
    reasonActivityId,
    steps: steps.map(toNextStep),
    observations,
  };
}

/** We ask again after a week. */
const patienceMs = 7 * dayMs;

const capitalized = (text: string) => `${text.charAt(0).toLocaleUpperCase('en')}${text.slice(1)}`;

const toNextStep = ({ action, person, subject, entry: { activity } }: Step): NextStep => ({
  action,
  person: person ? nameOf(person) : null,
  subject: toPlain(subject, maxSubject),
  activityId: activity.id,
  since: activity.occurredAt,
});

const maxSubject = 80;

/** Words for a step, as inline markdown. */
function stepText({ action, person, subject, entry }: Step, calendar: Calendar, asOfMs: number): string {
  const shown = toInline(subject, maxSubject);
  const about = shown === '' ? '' : ` about **${shown}**`;
  const who = person ? escaped(nameOf(person)) : 'them';
  const days = calendar.days(entry.atMs, asOfMs);
  if (action === 'getInTouch') return `get in touch with ${who}`;
  if (action === 'discuss') return `talk to them${about}`;
  if (action === 'askAgain') return `ask them again${about}; no answer for ${counted(days, 'day')}`;
  return `answer ${who}${about}; ${days === 0 ? 'they wrote today' : `they have waited ${counted(days, 'day')}`}`;
}

function balancePoint(balance: Balance): Point | undefined {
  if (balance.wins + balance.frictions === 0) return undefined;
  const isGood = !weighs(balance) && !balance.isGrave && balance.wins >= balance.frictions;
  return { isGood, isWeighed: true, text: `${balanceText(balance)} in the last 60 days` };
}

function silencePoint(silence: Silence | undefined): Point | undefined {
  if (!silence?.isUnusual) return undefined;
  const usual =
    silence.usualDays === undefined ? '' : `; the usual gap is ${counted(silence.usualDays, 'day')}`;
  return { isGood: false, text: `silent for ${counted(silence.days, 'day')}${usual}` };
}

/** An older word of theirs is no good news, unless they usually write that rarely. */
const freshDays = 30;

const isFresh = ({ days, usualDays = 0 }: Silence) => days <= Math.max(freshDays, 2 * usualDays);

/** @param toAnswer the message that the next step is to answer; the step tells its age */
function contactPoint(
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
  const isAgeTold = silence.isUnusual || word === toAnswer;
  return {
    isGood: isFresh(silence),
    text: `last heard from them ${isAgeTold ? 'on' : `${ago(silence.days)}:`} ${dated(word)}${word === last ? '' : `; ${last.author?.side === 'ours' ? 'last message from your side' : 'last contact'}: ${dated(last)}`}`,
  };
}

const askedPoint = ({ subject }: Thread, { entry }: Message): Point => ({
  isGood: false,
  text: 'they have not answered a question of yours',
  step: { action: 'askAgain', subject, entry },
});

/** The answer that we owe to the gravest friction; it comes first, and is due at once. */
function gravestOf(frictions: readonly Highlight[]): Pick<Owed, 'message' | 'thread'> | undefined {
  const grave = frictions.find((each) => isOwed(each.thread) && isGrave(each));
  return grave?.thread.since && { thread: grave.thread, message: grave.thread.since };
}

/** The step where nobody waits for an answer, if there is one: to get in touch, or to take up the worst friction. */
function furtherSteps({ entries }: Reading, isQuiet: boolean, worst: Highlight | undefined): Step[] {
  const word = isQuiet ? entries.find(({ isMutual }) => isMutual) : undefined;
  if (word) return [{ action: 'getInTouch', person: word.theirs[0], subject: '', entry: word }];
  if (!worst) return [];
  const { thread, activity } = worst;
  const entry = { activity, atMs: Date.parse(activity.occurredAt) };
  return [{ action: 'discuss', subject: thread.subject, entry }];
}

function answersPoint({
  medianMs,
  count,
  earlierMs,
}: Pick<ReturnType<typeof answersOf>, 'medianMs' | 'count' | 'earlierMs'>): Point | undefined {
  if (medianMs === undefined) return undefined;
  const isSlower =
    medianMs > 3 * dayMs && (earlierMs === undefined ? medianMs > 14 * dayMs : medianMs > 2 * earlierMs);
  const basis = count === 1 ? 'one reply' : `median of ${counted(count, 'reply', 'replies')}`;
  return {
    isGood: !isSlower,
    text: `they usually reply ${within(medianMs)} (${basis} in the last 90 days)${isSlower && earlierMs !== undefined ? `; before that, ${within(earlierMs)}` : ''}`,
  };
}

const owedPoint = ({ message: { entry, person }, thread }: Pick<Owed, 'message' | 'thread'>): Point => ({
  isGood: false,
  text: waitingText(nameOf(person)),
  step: { action: 'answer', person, subject: thread.subject, entry },
});

function peoplePoint(reading: Reading, calendar: Calendar): Point | undefined {
  const { active, alone, goneQuiet } = partyOf(reading);
  if (goneQuiet) {
    const name = nameOf(goneQuiet.person);
    return {
      isGood: false,
      text: `${name}, formerly the main contact, has been quiet since ${calendar.date(goneQuiet.lastMs)}; now active: ${listed(
        active.filter((person) => person !== goneQuiet.person),
        nameOf,
      )}`,
    };
  }
  if (alone) {
    const name = nameOf(alone);
    return {
      isGood: false,
      text: `only ${name} has been active on their side in the last 90 days`,
    };
  }
  // Of one person, less than three contacts tell nothing.
  if (active.length < 2) return undefined;
  return { isGood: true, text: `active on their side in the last 90 days: ${listed(active, nameOf)}` };
}

function rhythmPoint(reading: Reading): Point | undefined {
  if (!reading.entries.some(({ isMutual }) => isMutual)) return undefined;
  const { now, before } = rhythmOf(reading);
  const recent = `${now === 0 ? 'no word from' : `${counted(now, 'contact')} with`} them in the last 30 days`;
  if (before === undefined) return { isGood: now > 0, isWeighed: true, text: recent };
  const isGood = now > 0 && (now >= before / 2 || before - now < 2);
  const monthly = Math.round(before);
  if (now === 0 && monthly === 0) return undefined;
  return {
    isGood,
    text: `${recent}; before that, ${monthly === 0 ? 'hardly any' : `about ${now === 0 ? counted(monthly, 'contact') : monthly} a month`}`,
  };
}

/** Describes a contact: `email from Priya Raman`, `call with Søren Dahl and Priya Raman`. */
function channelOf({ activity, author, theirs }: Entry): string {
  if (author) return `${activity.type} from ${nameOf(author)}`;
  return theirs.length > 0 ? `${activity.type} with ${listed(theirs, nameOf)}` : activity.type;
}

function nameOf(person: Person): string {
  return toPlain(person.name, 60);
}
