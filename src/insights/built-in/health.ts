import type { ClientHistory, InsightSummary } from '../engine.ts';
import { described, isGoodVerdict, plannedItem } from '../text/card-lines.ts';
import { checklistItem, toInline } from '../text/markdown.ts';
import type { Person } from '../text/people.ts';
import { ago, type Calendar, counted, dayMs, listed, within } from '../text/wording.ts';
import { answersOf, owedAnswer, partyOf, rhythmOf, type Silence, silenceOf, theirTone } from './measures.ts';
import type { Entry, Finding, Reading } from './reading.ts';
import {
  type Balance,
  balanceOf,
  balanceText,
  type Point,
  thinnessOf,
  verdictOf,
  weighs,
} from './verdict.ts';

/** The Client Health card, as a markdown checklist: a verdict and the observations behind it; and the figures in it. */
export function healthOf(
  { upcoming }: ClientHistory,
  reading: Reading,
  findings: { wins: readonly Finding[]; frictions: readonly Finding[] },
  calendar: Calendar,
): { card: string; summary: InsightSummary } {
  const silence = silenceOf(reading, calendar);
  const balanceUntil = (untilMs: number) => balanceOf(reading, findings.wins, findings.frictions, untilMs);
  const recent = balanceUntil(reading.asOfMs);
  const owed = owedAnswer(reading, calendar);
  const points = [
    silencePoint(silence),
    balancePoint(recent),
    contactPoint(reading, calendar),
    tonePoint(reading),
    answersPoint(reading, calendar),
    owedPoint(owed, calendar),
    peoplePoint(reading, calendar),
    rhythmPoint(reading),
  ].filter((point) => point !== undefined);
  // Our own messages about a silence are not additional frictions.
  const balance = balanceUntil(silence?.isUnusual ? silence.sinceMs : reading.asOfMs);
  const verdict = verdictOf(reading, balance, silence, points);
  const isGood = isGoodVerdict(verdict);
  const reasons = points.flatMap((point) => (point.isGood === isGood ? (point.gist ?? []) : []));
  const gists = verdict === 'Too little to tell' ? [thinnessOf(reading) ?? ''] : reasons.slice(0, 3);
  const lines = [
    checklistItem(isGood, `**${verdict}**${gists.length > 0 ? ` — ${gists.join(', ')}` : ''}.`),
    ...points.map((point) => checklistItem(point.isGood, point.text)),
  ];
  if (upcoming) lines.push(plannedItem(upcoming, calendar));
  const summary = {
    verdict,
    wins: recent.wins,
    frictions: recent.frictions,
    owedSince: owed?.entry.activity.occurredAt ?? null,
    lastContactAt: reading.entries.find(({ isContact }) => isContact)?.activity.occurredAt ?? null,
  };
  return { card: lines.join('\n'), summary };
}

function balancePoint(balance: Balance): Point | undefined {
  if (balance.wins + balance.frictions === 0) return undefined;
  const isGood = !weighs(balance) && balance.wins >= balance.frictions;
  const gist = isGood ? undefined : `${balanceText(balance)} in 60 days`;
  return { isGood, isWeighed: true, text: `Last 60 days: ${balanceText(balance)}.`, gist };
}

function silencePoint(silence: Silence | undefined): Point | undefined {
  if (!silence?.isUnusual) return undefined;
  const days = counted(silence.days, 'day');
  if (silence.usualDays === undefined) {
    return { isGood: false, text: `Silent for ${days}.`, gist: `silent for ${days}` };
  }
  const usual = counted(silence.usualDays, 'day');
  return {
    isGood: false,
    text: `Silent for ${days}; the usual gap is ${usual}.`,
    gist: `silent for ${days} where ${usual} ${silence.usualDays === 1 ? 'is' : 'are'} usual`,
  };
}

function contactPoint({ entries, asOfMs }: Reading, calendar: Calendar): Point | undefined {
  const dated = (entry: Entry) => `${calendar.date(entry.atMs)}, ${channelOf(entry)}`;
  const last = entries.find(({ isContact }) => isContact);
  if (!last) {
    const [newest] = entries;
    return (
      newest && {
        isGood: true,
        text: `No contact yet; last ${newest.activity.type} on ${calendar.date(newest.atMs)}.`,
      }
    );
  }
  const word = entries.find(({ isMutual }) => isMutual);
  if (!word) {
    return {
      isGood: false,
      text: `Last contact: ${dated(last)}. No word from them yet.`,
      gist: 'no word from them yet',
    };
  }
  const days = calendar.days(word.atMs, asOfMs);
  const verb =
    word.activity.type === 'email' || word.activity.type === 'chat'
      ? 'they wrote'
      : `last ${word.activity.type}`;
  // A message of ours that waits for an answer is no good news.
  const isAnswered = word === last || last.author?.side !== 'ours' || days <= 14;
  return {
    isGood: isAnswered,
    text: `Last contact: ${dated(last)}.${word === last ? '' : ` Last word from them: ${dated(word)}.`}`,
    gist: isAnswered ? `${verb} ${ago(days)}` : undefined,
  };
}

function tonePoint(reading: Reading): Point | undefined {
  const { now, before } = theirTone(reading);
  if (now === undefined) return undefined;
  const [tone, earlier] = [toneName(now), before === undefined ? undefined : toneName(before)];
  const hasCooled = before !== undefined && before - now >= 0.2;
  const hasWarmed = before !== undefined && now - before >= 0.2;
  const change = earlier === undefined ? '' : tone === earlier ? ', as before' : `, ${earlier} before`;
  return {
    isGood: now > -0.1 && !hasCooled,
    text: `Tone of their words: ${tone}${change}.`,
    gist: hasCooled ? 'their tone has cooled' : hasWarmed ? 'their tone is warmer' : `their tone is ${tone}`,
  };
}

function answersPoint(reading: Reading, calendar: Calendar): Point | undefined {
  const { medianMs, count, earlierMs, unanswered } = answersOf(reading);
  const [oldest] = unanswered;
  if (oldest && reading.asOfMs - oldest.atMs >= 7 * dayMs) {
    const messages = counted(unanswered.length, 'message');
    return {
      isGood: false,
      text: `No answer to ${messages} of yours since ${calendar.date(oldest.atMs)}.`,
      gist: `no answer to ${messages}`,
    };
  }
  if (medianMs === undefined) return undefined;
  const isSlower =
    medianMs > 3 * dayMs && (earlierMs === undefined ? medianMs > 14 * dayMs : medianMs > 2 * earlierMs);
  const basis = count === 1 ? 'one answer' : `median of ${counted(count, 'answer')}`;
  return {
    isGood: !isSlower,
    text: `They answer ${within(medianMs)} (${basis} in the last 90 days)${isSlower && earlierMs !== undefined ? `; before that, ${within(earlierMs)}` : ''}.`,
    gist: isSlower
      ? `answers ${earlierMs === undefined ? 'are' : 'have become'} slow`
      : `answers come ${within(medianMs)}`,
  };
}

function owedPoint(owed: ReturnType<typeof owedAnswer>, calendar: Calendar): Point | undefined {
  if (!owed) return undefined;
  return {
    isGood: false,
    text: `You owe ${nameOf(owed.person)} an answer since ${calendar.date(owed.entry.atMs)}: ${described(owed.entry.activity)}.`,
    gist: 'they wait for an answer of yours',
  };
}

function peoplePoint(reading: Reading, calendar: Calendar): Point | undefined {
  const { active, alone, goneQuiet } = partyOf(reading);
  if (goneQuiet) {
    const name = nameOf(goneQuiet.person);
    return {
      isGood: false,
      text: `${name}, once the main contact, is quiet since ${calendar.date(goneQuiet.lastMs)}; taking part now: ${listed(
        active.filter((person) => person !== goneQuiet.person),
        nameOf,
      )}.`,
      gist: `${name} has gone quiet`,
    };
  }
  if (alone) {
    const name = nameOf(alone);
    return {
      isGood: false,
      text: `Only ${name} has taken part on their side in the last 90 days.`,
      gist: `only ${name} carries the contact`,
    };
  }
  if (active.length === 0) return undefined;
  return { isGood: true, text: `On their side in the last 90 days: ${listed(active, nameOf)}.` };
}

function rhythmPoint(reading: Reading): Point | undefined {
  if (!reading.entries.some(({ isMutual }) => isMutual)) return undefined;
  const { now, before } = rhythmOf(reading);
  const recent = `${counted(now, 'contact')} with them in the last 30 days`;
  if (before === undefined)
    return { isGood: true, text: `Rhythm: ${recent}; too little history to compare.` };
  const isGood = now >= before / 2 || before - now < 2;
  const monthly = Math.round(before * 10) / 10;
  return {
    isGood,
    text: `Rhythm: ${recent}, ${monthly === 0 ? 'hardly any' : monthly} a month before.`,
    gist: isGood ? undefined : 'less contact than before',
  };
}

/** Describes a contact: `email from Priya Raman`, `call with Søren Dahl and Priya Raman`. */
function channelOf({ activity, author, theirs }: Entry): string {
  if (author) return `${activity.type} from ${nameOf(author)}`;
  return theirs.length > 0 ? `${activity.type} with ${listed(theirs, nameOf)}` : activity.type;
}

function nameOf(person: Person): string {
  return toInline(person.name, 60);
}

function toneName(tone: number): string {
  if (tone >= 0.3) return 'warm';
  if (tone >= 0.1) return 'friendly';
  if (tone > -0.1) return 'neutral';
  return tone > -0.3 ? 'cool' : 'cold';
}
