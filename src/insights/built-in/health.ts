import { dayMs } from '../../activities/time-zone.ts';
import type { ClientHistory, InsightSummary } from '../engine.ts';
import type { Explanation } from '../schemas.ts';
import { activityLink, isGoodVerdict, plannedText } from '../text/card-lines.ts';
import { checklistItem, escaped, toPlain } from '../text/markdown.ts';
import { ago, type Calendar, counted } from '../text/wording.ts';
import { type Highlight, isGrave } from './highlights.ts';
import { delayOf, isOwed, owedIn, silenceOf, waitingIn } from './measures.ts';
import {
  answersPoint,
  askedPoint,
  balancePoint,
  contactPoint,
  owedPoint,
  owedStep,
  peoplePoint,
  rhythmPoint,
  type Step,
  silencePoint,
  stepFor,
  threatPoint,
} from './points.ts';
import type { Reading } from './reading.ts';
import type { Thread } from './threads.ts';
import { balanceOf, thinnessOf, verdictOf } from './verdict.ts';

/** The most answers and promises among the next steps. */
const mostOwed = 3;

/** Older frictions are not suggested as something to talk about. */
const discussableMs = 30 * dayMs;

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
  shown: Shown,
  calendar: Calendar,
): { card: string; summary: InsightSummary } & Omit<Explanation, 'quotes'> {
  const { reading, threads, ...highlights } = shown;
  const { asOfMs, entries } = reading;
  const silence = silenceOf(reading, calendar);
  const balanceUntil = (untilMs: number) => balanceOf(threads, highlights, asOfMs, untilMs);
  const recent = balanceUntil(asOfMs);
  const { answers, toAnswer, first } = dueIn(shown, calendar);
  const asked = askedPoint(waitingIn(threads), reading);
  const points = [
    toAnswer && owedPoint(toAnswer),
    silencePoint(silence),
    asked,
    recent.threat && threatPoint(recent.threat),
    balancePoint(recent),
    contactPoint(reading, silence, toAnswer?.since.entry, calendar),
    answersPoint(threads, reading),
    peoplePoint(reading, calendar),
    rhythmPoint(reading),
  ]
    .filter((point) => point !== undefined)
    // Nothing is good news of a client that has gone silent.
    .filter((point) => !(silence?.isUnusual && point.isGood));
  // Our own messages about a silence are not additional frictions.
  const balance = balanceUntil(silence?.isUnusual ? silence.sinceMs : asOfMs);
  const verdict = verdictOf(
    reading,
    balance,
    silence,
    points,
    answers.some((thread) => delayOf(thread, reading, calendar).isLate),
  );
  const isGood = isGoodVerdict(verdict);
  const thinness = verdict === 'Too little to tell' ? thinnessOf(reading) : undefined;
  const worst = highlights.frictions.find(({ atMs }) => asOfMs - atMs <= discussableMs);
  const isQuiet = silence?.isUnusual || !(isGood || thinness || highlights.frictions[0]);
  const urgent = [...first.map(owedStep), ...(asked?.step ? [asked.step] : [])];
  const steps =
    urgent.length > 0
      ? withFrictions(urgent, recent.threat, worst)
      : furtherSteps(reading, isQuiet, recent.threat ?? worst);
  const point =
    (verdict === 'At risk' ? points.find(({ isWeighed }) => isWeighed) : undefined) ??
    points.find((each) => each.isGood === isGood) ??
    points[0];
  const reason = thinness ?? point?.text ?? 'no contact yet';
  const reasonActivityId = thinness ? null : point?.step?.activityId;
  const observations = points
    .filter((each) => each.step === undefined && (thinness !== undefined || each !== point))
    .map(({ isGood, text }) => ({ isGood, text: `${capitalized(text)}.` }));
  if (upcoming) observations.push({ isGood: true, text: plannedText(upcoming, calendar) });
  const lines = [
    checklistItem(isGood, `**${verdict}**: ${escaped(reason)}.`),
    ...steps.map((step) => {
      const link = activityLink({ type: step.type, id: step.activityId }, client.id);
      return checklistItem(false, `Next step: ${stepText(step, calendar, asOfMs)} — ${link}`);
    }),
    ...observations.map((each) => checklistItem(each.isGood, escaped(each.text))),
  ];
  const summary = {
    verdict,
    wins: recent.wins,
    frictions: recent.frictions,
    owedSince: answers[0]?.since.entry.activity.occurredAt ?? null,
    lastContactAt: entries.find(({ isContact }) => isContact)?.activity.occurredAt ?? null,
  };
  return {
    card: lines.join('\n'),
    summary,
    reason,
    reasonActivityId,
    steps: steps.map(({ type: _type, quote: _quote, ...step }) => step),
    observations,
  };
}

/** The answers that are due; the one to give first, to the gravest friction if it waits; and the first of all that we owe. */
function dueIn({ reading, threads, frictions }: Shown, calendar: Calendar) {
  const isAnswer = ({ promise }: Thread) => promise === undefined;
  const owed = owedIn(threads).filter((thread) => delayOf(thread, reading, calendar).isDue);
  const answers = owed.filter(isAnswer);
  const grave = frictions.filter(isGrave).map(({ thread }) => thread);
  const toAnswer = grave.filter(isOwed).find(isAnswer) ?? answers[0];
  const first = [...new Set(toAnswer ? [toAnswer, ...owed] : owed)].slice(0, mostOwed);
  return { answers, toAnswer, first };
}

/** The urgent steps, with talks about a threat before and the worst friction after them, unless they are about the same. */
function withFrictions(
  urgent: readonly Step[],
  threat: Highlight | undefined,
  worst: Highlight | undefined,
): readonly Step[] {
  const discuss = (friction: Highlight | undefined) =>
    (friction ? [discussStep(friction)] : []).filter(
      (step) => step.subject === '' || urgent.every(({ subject }) => subject !== step.subject),
    );
  return [...discuss(threat), ...urgent, ...discuss(worst === threat ? undefined : worst)];
}

const capitalized = (text: string) => `${text.charAt(0).toLocaleUpperCase('en')}${text.slice(1)}`;

/** The most characters that are shown of what is asked or promised. */
const maxQuote = 160;

/** Words for a step, as inline markdown. */
function stepText(
  { action, person, subject, since, quote }: Step,
  calendar: Calendar,
  asOfMs: number,
): string {
  const about = subject === '' ? '' : ` about **${escaped(subject)}**`;
  const who = escaped(person ?? 'them');
  const days = calendar.days(Date.parse(since), asOfMs);
  const said = quote === undefined ? '' : `: “${escaped(toPlain(quote, maxQuote))}”`;
  if (action === 'getInTouch') return `get in touch with ${who}`;
  if (action === 'discuss') return `talk to them${about}`;
  if (action === 'keepPromise') return `do what you promised ${who}${about} ${ago(days)}${said}`;
  if (action === 'askAgain') return `ask them again${about}; no answer for ${counted(days, 'day')}`;
  const wait = days === 0 ? 'they wrote today' : `they have waited ${counted(days, 'day')}`;
  return `answer ${who}${about}; ${wait}${said}`;
}

/** The step where nobody waits for an answer, if there is one: to get in touch, or to take up the worst friction. */
function furtherSteps({ entries }: Reading, isQuiet: boolean, worst: Highlight | undefined): Step[] {
  const word = isQuiet ? entries.find(({ isMutual }) => isMutual) : undefined;
  if (word) return [stepFor('getInTouch', word.activity, '', word.theirs[0])];
  return worst ? [discussStep(worst)] : [];
}

const discussStep = ({ entry, thread }: Highlight) => stepFor('discuss', entry.activity, thread.subject);
