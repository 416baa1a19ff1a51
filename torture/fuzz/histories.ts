import { activityTypes } from '../../src/activities/table.ts';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import type { Random } from '../bad-input/random.ts';
import { lengthUpTo, nearMatch, run, speakers, stuffed, text, value } from './texts.ts';

/** The maximum content of an activity that is read, in characters. */
const maxContent = 10_240;
const asOf = '2026-11-20T12:00:00.000Z';
const dayMs = 86_400_000;

const people = [
  'priya.raman@globex.example',
  'soren@globex.example',
  'mara@northwind.example',
  'Pat Lee',
  'evil.com',
  'x@evil.com',
];

function participant(random: Random, at: number): string {
  if (random.chance(0.6)) return random.of(people);
  const written = random.of([
    () => `${at}${run(random, lengthUpTo(random, 40))}@globex.example`,
    () => nearMatch(random, lengthUpTo(random, 300)),
    () => `p${random.below(40)}.${random.below(5_000).toString(36)}@globex.example`,
    () => run(random, lengthUpTo(random, 320)),
  ])();
  return written.slice(0, 320);
}

function within(participants: string[]): string[] {
  let bytes = 0;
  return participants.filter((each) => {
    bytes += Buffer.byteLength(each);
    return bytes <= 4_096;
  });
}

function activity(random: Random, at: number, content: string): PastActivity {
  const count = random.chance(0.2) ? 100 : random.below(5);
  return {
    id: `activity-${at}`,
    type: random.of(activityTypes),
    subject: value(random, ['Renewal', 'Re: Renewal', ''], 998).slice(0, 998),
    content: content.slice(0, maxContent).toWellFormed(),
    occurredAt: new Date(Date.parse(asOf) - at * 3_600_000 - random.below(300) * dayMs * 0.1).toISOString(),
    participants: within(Array.from({ length: count }, (_, index) => participant(random, index))),
  };
}

export function historyOf(activities: readonly PastActivity[], name = 'Globex'): ClientHistory {
  return {
    client: { id: 'client', name },
    clientDomains: ['globex.example'],
    users: [{ email: 'mara@northwind.example', firstName: name, lastName: 'Lindqvist' }],
    timezone: 'Europe/Berlin',
    asOf,
    activities: activities
      .filter(({ occurredAt }) => occurredAt <= asOf)
      .toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))
      .slice(0, 500),
    upcoming: { type: 'meeting', subject: name, occurredAt: '2026-12-01T10:00:00.000Z' },
  };
}

/** The content of an activity as long as it may be: one thing again and again. */
function full(random: Random): string {
  const unit = random.of([
    () => text(random, lengthUpTo(random, 2_000)),
    () => nearMatch(random, lengthUpTo(random, 2_000)),
    () => run(random, lengthUpTo(random, 20_000)),
    () => stuffed(random, 1_000),
    () => speakers(random, 2_000),
  ])();
  return unit === '' ? '' : unit.repeat(Math.ceil(maxContent / unit.length));
}

/** A history of some activities, or, now and then, of 500 whose texts are as long as they may be. */
export function history(random: Random, isLarge: boolean): ClientHistory {
  const count = isLarge ? 500 : 1 + random.below(12);
  const shared = full(random);
  const activities = Array.from({ length: count }, (_, at) => {
    const content = isLarge
      ? random.chance(0.9)
        ? shared
        : full(random)
      : text(random, lengthUpTo(random, maxContent));
    return activity(random, at, content);
  });
  return historyOf(activities, value(random, ['Globex', 'evil.com/login'], 200).slice(0, 255));
}
