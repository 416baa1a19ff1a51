import fc, { type Arbitrary } from 'fast-check';
import { activityTypes } from '../../src/activities/table.ts';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { lengthUpTo, nearMatch, run, speakers, stuffed, text, value } from './texts.ts';

/** The maximum content of an activity that is read, in characters. */
export const maxContent = 10_240;
const asOf = '2026-11-20T12:00:00.000Z';

const participant = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'priya.raman@globex.example',
        'mara@northwind.example',
        'Pat Lee',
        'x@evil.com',
      ),
    },
    run(40).map((name) => `${name}@globex.example`),
    fc.nat(200_000).map((number) => `p${number % 40}.${number.toString(36)}@globex.example`),
    nearMatch(300),
    run(320),
  )
  .map((any) => any.slice(0, 320));

function within(participants: readonly string[]): string[] {
  let bytes = 0;
  return participants.filter((each) => {
    bytes += Buffer.byteLength(each);
    return bytes <= 4_096;
  });
}

const activityWith = (content: Arbitrary<string>): Arbitrary<PastActivity> =>
  fc.record({
    id: fc.nat().map((number) => `activity-${number}`),
    type: fc.constantFrom(...activityTypes),
    subject: value(['Renewal', 'Re: Renewal', ''], 998).map((any) => any.slice(0, 998)),
    content: content.map((any) => any.slice(0, maxContent).toWellFormed()),
    occurredAt: fc.nat(500 * 24).map((hours) => new Date(Date.parse(asOf) - hours * 3_600_000).toISOString()),
    participants: fc
      .oneof(
        { weight: 4, arbitrary: fc.array(participant, { maxLength: 5 }) },
        fc.array(participant, { minLength: 100, maxLength: 100 }),
      )
      .map(within),
  });

/** The content of an activity as long as it may be: one thing again and again. */
const full = fc
  .oneof(nearMatch(2_000), run(20_000), stuffed(1_000), speakers)
  .map((unit) => (unit === '' ? '' : unit.repeat(Math.ceil(maxContent / unit.length))));

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

const some = fc.array(activityWith(lengthUpTo(maxContent).chain(text)), { minLength: 1, maxLength: 12 });
/** Five hundred, whose texts are as long as they may be. */
const most = full.chain((content) =>
  fc
    .array(activityWith(fc.oneof({ weight: 9, arbitrary: fc.constant(content) }, full)), {
      minLength: 1,
      maxLength: 10,
    })
    .map((activities) =>
      Array.from(
        { length: 500 },
        (_, at) => ({ ...activities[at % activities.length], id: `activity-${at}` }) as PastActivity,
      ),
    ),
);

/** A history of some activities, or now and then of as many as are read. */
export const history: Arbitrary<ClientHistory> = fc
  .tuple(fc.oneof({ weight: 200, arbitrary: some }, most), value(['Globex', 'evil.com/login'], 200))
  .map(([activities, name]) => historyOf(activities, name.slice(0, 255)));
