import { expect, test } from 'vitest';
import { read } from '../../src/insights/built-in/reading.ts';
import { verdictOf } from '../../src/insights/built-in/verdict.ts';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { type Line, linesOf } from './checklist.ts';
import {
  activity,
  computeCards,
  daysBefore,
  every,
  history,
  jonas,
  mara,
  priya,
  soren,
} from './histories.ts';

const call = { type: 'call', subject: 'Weekly', participants: [mara, priya, soren] } as const;
const ours = { participants: [mara, priya] };

async function health(activities: PastActivity[], given: Partial<ClientHistory> = {}): Promise<Line[]> {
  const cards = await computeCards(history(activities, given));
  return linesOf(cards['client-health']);
}

/** The verdict with its reasons. */
const verdict = async (activities: PastActivity[], given: Partial<ClientHistory> = {}) =>
  (await health(activities, given))[0]?.text ?? '';

/** Reads the line that begins so, with its box; empty when there is none. */
const lineReader =
  (beginning: string) =>
  async (activities: PastActivity[], given: Partial<ClientHistory> = {}): Promise<string> => {
    const line = (await health(activities, given)).find(({ text }) => text.startsWith(beginning));
    return line ? `[${line.checked ? 'x' : ' '}] ${line.text}` : '';
  };

const balance = lineReader('Last 60 days');
const lastContact = lineReader('Last contact');
const owed = lineReader('You owe');
const silence = lineReader('Silent');
const rhythm = lineReader('Rhythm');
const side = lineReader('On their side');
const sole = lineReader('Only');
const quietContact = lineReader('Priya Raman, once');
const responseTime = lineReader('They answer');
const unanswered = lineReader('No answer');
const tone = lineReader('Tone');

test('the verdict comes first and in bold, checked when nothing needs attention', async () => {
  const [good] = await health(every(14, 150, 10, call));
  expect(good).toEqual({ checked: true, text: 'Healthy — last call 10 days ago.', bold: ['Healthy'] });
  const [quiet] = await health(every(7, 150, 59, call));
  expect(quiet).toMatchObject({ checked: false, bold: ['Quiet'] });
});

test('frictions that outweigh wins twice over put a client at risk; fewer need attention; a single one does not', async () => {
  const steady = every(14, 150, 10, call);
  const frictions = [
    'The release is delayed again.',
    'Your invoice is wrong and we dispute it.',
    'The app crashes every day and we are very disappointed.',
    'We are looking at other suppliers now.',
  ].map((content, index) => activity({ content, daysAgo: 5 + index }));
  const wins = Array.from({ length: 11 }, (_, index) =>
    activity({ content: `Contract ${index} is signed and we are delighted.`, daysAgo: 10 + 3 * index }),
  );
  const verdictWith = (...more: PastActivity[]) => verdict([...steady, ...more]);
  expect(await verdictWith(...frictions)).toMatch(/^At risk — no wins and [4-9] frictions in 60 days/);
  expect(await verdictWith(...frictions, ...wins.slice(0, 3))).toMatch(/^Needs attention — 3 wins and/);
  expect(await verdictWith(...frictions.slice(0, 1))).toMatch(/^Healthy/);
  expect(await verdictWith(...wins)).toMatch(/^Healthy/);
  const old = frictions.map((friction) => ({ ...friction, occurredAt: daysBefore(70) }));
  expect(await verdictWith(...old)).toMatch(/^Healthy/);
});

test('a few frictions among very many activities do not affect the verdict', async () => {
  const frictions = [
    'The release is delayed again.',
    'The app crashes every day.',
    'The invoice is wrong again.',
  ];
  const earlier = [...every(7, 150, 60, call), ...frictions.map((content) => activity({ content }))];
  expect(await verdict(earlier)).not.toMatch(/^Healthy/);
  expect(await verdict([...earlier, ...every(0.25, 59, 0.25, { subject: 'Tickets' })])).toMatch(/^Healthy/);
});

test.each([
  [{ frictionStrength: 5, winStrength: 0, frictionShare: 1 }, 'Healthy'],
  [{ frictionStrength: 6, winStrength: 0, frictionShare: 1 }, 'Needs attention'],
  [{ frictionStrength: 6, winStrength: 12, frictionShare: 0.1 }, 'Needs attention'],
  [{ frictionStrength: 6, winStrength: 13, frictionShare: 1 }, 'Healthy'],
  [{ frictionStrength: 8, winStrength: 0, frictionShare: 1 }, 'Needs attention'],
  [{ frictionStrength: 9, winStrength: 4, frictionShare: 0.1 }, 'At risk'],
  [{ frictionStrength: 9, winStrength: 5, frictionShare: 1 }, 'Needs attention'],
  [{ frictionStrength: 90, winStrength: 0, frictionShare: 0.09 }, 'Healthy'],
])('a balance of %j is %s', async (balance, name) => {
  const given = history(every(14, 150, 10, call));
  const reading = await read(given, new AbortController().signal);
  expect(verdictOf(reading, { wins: 0, frictions: 0, ...balance }, undefined, [])).toBe(name);
});

test('notes written during a silence do not turn it into a risk; frictions before it do', async () => {
  const frictions = (daysAgo: number) =>
    [
      'We are very disappointed.',
      'We are going to cancel the contract.',
      'We are looking at other suppliers now.',
    ].map((content) => activity({ type: 'note', content, daysAgo }));
  const before = every(7, 180, 40, call);
  expect(await verdict([...before, ...frictions(20)])).toMatch(/^Quiet — silent for 40 days/);
  expect(await verdict([...before, ...frictions(41)])).toMatch(
    /^At risk — silent for 40 days where 7 days are usual, no wins and 3 frictions/,
  );
});

test('a discussion of others is too little to tell, however long', async () => {
  const writers = ['a.example', 'b.example', 'c.example', 'd.example'];
  const crowd = every(3, 150, 3).map((mail, index) => ({
    ...mail,
    participants: [`ann@${writers[index % writers.length]}`, 'list@lists.example'],
  }));
  expect(await verdict(crowd, { clientDomains: [], users: [] })).toBe(
    'Too little to tell — none of your users takes part.',
  );
});

test('more frictions than wins are no good news, however few', async () => {
  const friction = activity({ content: 'The release is delayed again.', daysAgo: 5 });
  expect(await balance([friction])).toBe('[ ] Last 60 days: no wins and 1 friction.');
  const win = activity({ content: 'Both contracts are signed.', daysAgo: 4 });
  expect(await balance([friction, win])).toBe('[x] Last 60 days: 1 win and 1 friction.');
});

test('a message of ours that waits for an answer is no good news', async () => {
  const word = activity({ ...call, daysAgo: 20 });
  expect(await lastContact([word, activity({ ...ours, daysAgo: 10 })])).toMatch(/^\[ \]/);
  expect(await lastContact([word])).toMatch(/^\[x\]/);
});

test('an answer is owed after a working day in the time zone of the organization', async () => {
  const asking = (occurredAt: string) =>
    activity({ content: 'Can you send us the new plan?', subject: 'Plan', occurredAt });
  const isOwed = async (occurredAt: string, asOf: string, timezone = 'Europe/Berlin') =>
    (await owed([asking(occurredAt)], { asOf, timezone })) !== '';
  // A Friday evening in Berlin, then the Sunday, the Monday morning, and the Monday evening.
  const friday = '2026-11-13T18:00:00.000Z';
  expect(await isOwed(friday, '2026-11-15T12:00:00.000Z')).toBe(false);
  expect(await isOwed(friday, '2026-11-16T10:00:00.000Z')).toBe(false);
  expect(await isOwed(friday, '2026-11-16T16:00:00.000Z')).toBe(true);
  // In New York it is Friday noon.
  expect(await isOwed(friday, '2026-11-16T18:00:00.000Z', 'America/New_York')).toBe(true);
  expect(await isOwed(friday, '2026-11-16T17:00:00.000Z', 'America/New_York')).toBe(false);
});

test('two lines that need attention decide the verdict, one does not', async () => {
  const question = activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo: 4 });
  const alone = every(14, 150, 10, { ...call, participants: [mara, priya] });
  expect(await verdict([...every(14, 150, 10, call), question])).toMatch(/^Healthy/);
  expect(await verdict(alone)).toMatch(/^Healthy/);
  expect(await verdict([...alone, question])).toBe(
    'Needs attention — they wait for an answer of yours, only Priya Raman carries the contact.',
  );
});

test('a client is new in its first six weeks; later, fewer than three contacts are too little to tell', async () => {
  expect(await verdict(every(7, 41, 6, call))).toBe('New — last call 6 days ago.');
  expect(await verdict(every(7, 48, 6, call))).toMatch(/^Healthy/);
  expect(await verdict([activity({})])).toBe('New — they wrote 10 days ago.');
  expect(await verdict(every(10, 80, 70, call))).toBe('Too little to tell — 2 contacts with them so far.');
  expect(await verdict(every(10, 80, 60, call))).toMatch(/^Healthy/);
  const full = every(0.05, 30, 0.05, call).slice(0, 500);
  expect(await verdict(full)).toMatch(/^Healthy/);
  expect(await verdict(full.slice(1))).toMatch(/^New/);
});

test('last contact names date, channel and people, and their last message if that was a different one', async () => {
  expect(await lastContact([activity({ daysAgo: 8 })])).toBe(
    '[x] Last contact: 12 Nov 2026, email from Priya Raman.',
  );
  const sent = activity({ ...ours, daysAgo: 1 });
  expect(await lastContact([sent, activity({ ...call, daysAgo: 3 })])).toBe(
    '[x] Last contact: 19 Nov 2026, email from Mara Lindqvist. Last word from them: 17 Nov 2026, call with Priya Raman and Soren Dahl.',
  );
  expect(await lastContact([sent])).toBe(
    '[ ] Last contact: 19 Nov 2026, email from Mara Lindqvist. No word from them yet.',
  );
});

test('dates are in the time zone', async () => {
  const late = activity({ occurredAt: '2026-11-11T23:30:00.000Z' });
  expect(await lastContact([late])).toContain(' 12 Nov 2026,');
  expect(await lastContact([late], { timezone: 'America/New_York' })).toContain(' 11 Nov 2026,');
  const night = activity({ occurredAt: '2026-11-20T00:30:00.000Z' });
  expect(await verdict([night])).toContain('they wrote today');
  expect(await verdict([night], { timezone: 'America/New_York' })).toContain('they wrote yesterday');
});

test('notes, automatic replies and cancelled meetings do not count as contact', async () => {
  const silent = [
    activity({ type: 'note', daysAgo: 1 }),
    activity({ subject: 'Automatic reply: Renewal', daysAgo: 2 }),
    activity({ ...call, type: 'meeting', subject: 'Cancelled: Weekly', daysAgo: 3 }),
  ];
  expect(await lastContact([...silent, activity({ ...call, daysAgo: 9 })])).toContain('11 Nov 2026, call');
  expect(await health(silent.slice(0, 1))).toEqual([
    { checked: true, text: 'New.', bold: ['New'] },
    { checked: true, text: 'No contact yet; last note on 19 Nov 2026.', bold: [] },
  ]);
});

test('a chat in which only we write does not count as a message from them', async () => {
  const chat = activity({ type: 'chat', subject: '#globex', participants: [mara, priya], daysAgo: 2 });
  const last = (content: string) => lastContact([{ ...chat, content }, activity({})]);
  expect(await last('Mara: hello?\nMara: anybody there?')).toContain('Last word from them: 10 Nov 2026');
  expect(await last('Mara: hello?\nPriya: yes!')).toBe(
    '[x] Last contact: 18 Nov 2026, chat with Priya Raman.',
  );
});

test('silence counts as unusual only against the gaps of this client', async () => {
  expect(await silence(every(7, 180, 40, call))).toBe('[ ] Silent for 40 days; the usual gap is 7 days.');
  expect(await silence(every(30, 190, 40, call))).toBe('');
  expect(await silence(every(1, 30, 6, call))).toBe('');
  const irregular = [22, 29, 36, 76, 83, 123, 130].map((daysAgo) => activity({ ...call, daysAgo }));
  expect(await silence(irregular)).toBe('');
  expect(await silence(irregular.slice(0, 3))).toBe('');
  expect(await silence([activity({ daysAgo: 89 })])).toBe('');
  expect(await silence([activity({ daysAgo: 91 })])).toBe('[ ] Silent for 91 days.');
  expect(await verdict([91, 95, 99].map((daysAgo) => activity({ daysAgo })))).toBe(
    'Quiet — silent for 91 days.',
  );
});

test('our own emails do not end a silence', async () => {
  const chasers = every(7, 33, 5, { ...ours, subject: 'Still there?' });
  const lines = await health([...every(7, 180, 40, call), ...chasers]);
  expect(lines[0]?.text).toBe(
    'Quiet — silent for 40 days where 7 days are usual, no answer to 5 messages, less contact than before.',
  );
  expect(lines.map(({ text }) => text)).toContain('No answer to 5 messages of yours since 18 Oct 2026.');
});

test('the rhythm compares 30 days with the five months before, or says that there is too little to compare', async () => {
  expect(await rhythm(every(10, 180, 0, call))).toBe(
    '[x] Rhythm: 3 contacts with them in the last 30 days, 3.2 a month before.',
  );
  expect(await rhythm([...every(5, 180, 35, call), activity({ ...call, daysAgo: 20 })])).toBe(
    '[ ] Rhythm: 1 contact with them in the last 30 days, 6 a month before.',
  );
  expect(await rhythm([...every(2, 180, 32, call), ...every(3, 25, 1, call)])).toBe(
    '[x] Rhythm: 9 contacts with them in the last 30 days, 15 a month before.',
  );
  expect(await rhythm([...every(1, 400, 182, call), ...every(30, 175, 25, call)])).toBe(
    '[x] Rhythm: 1 contact with them in the last 30 days, 1 a month before.',
  );
  expect(await rhythm(every(10, 65, 5, call))).toBe(
    '[x] Rhythm: 3 contacts with them in the last 30 days; too little history to compare.',
  );
});

test('participants are named, newest first, up to a limit', async () => {
  const people = ['ann.bell', 'cy.dorn', 'eva.falk', 'gus.hart', 'ida.jung', 'kim.lund'];
  const mails = people.map((name, index) =>
    activity({ participants: [`${name}@globex.example`, mara], daysAgo: index + 1 }),
  );
  expect(await side(mails)).toBe(
    '[x] On their side in the last 90 days: Ann Bell, Cy Dorn, Eva Falk and 3 others.',
  );
  expect(await side(mails.slice(0, 4))).toContain('Ann Bell, Cy Dorn, Eva Falk and 1 other.');
  expect(await side(mails.slice(0, 2))).toContain('Ann Bell and Cy Dorn.');
});

test('a sole contact is pointed out', async () => {
  expect(await sole(every(20, 80, 10))).toBe(
    '[ ] Only Priya Raman has taken part on their side in the last 90 days.',
  );
  expect(await sole(every(20, 30, 10))).toBe('');
});

test('a main contact who went quiet while others continue is pointed out', async () => {
  const before = every(10, 150, 70);
  const others = every(15, 20, 5, { participants: [soren, mara] });
  expect(await quietContact([...before, ...others])).toBe(
    '[ ] Priya Raman, once the main contact, is quiet since 11 Sept 2026; taking part now: Soren Dahl.',
  );
  expect(await quietContact([...before, ...others, activity({ daysAgo: 50 })])).toBe('');
  expect(await quietContact(before)).toBe('');
  expect(await quietContact([...before.slice(0, 2), ...others])).toBe('');
  const equal = every(10, 155, 75, { participants: [soren, mara] });
  expect(await quietContact([...before, ...equal, ...others])).toBe('');
});

test('the response time is the median over the threads of 90 days', async () => {
  const thread = (subject: string, daysAgo: number, answerDays: number) => [
    activity({ ...ours, subject, daysAgo }),
    activity({ subject: `Re: ${subject}`, daysAgo: daysAgo - answerDays }),
  ];
  const threads = [...thread('Plan', 60, 1), ...thread('Price', 50, 3), ...thread('Depots', 40, 9)];
  expect(await responseTime(threads)).toBe(
    '[x] They answer within 3 days (median of 3 answers in the last 90 days).',
  );
  expect(await responseTime(thread('Plan', 40, 0.02))).toBe(
    '[x] They answer within an hour (one answer in the last 90 days).',
  );
  expect(await responseTime(thread('Plan', 40, 0.9))).toContain('within a day');
  expect(await responseTime(thread('Plan', 40, 1.1))).toContain('within 2 days');
  const slow = thread('Plan', 60, 20);
  expect(await responseTime([...thread('Old', 200, 2), ...slow])).toBe(
    '[ ] They answer in about 3 weeks (one answer in the last 90 days); before that, within 2 days.',
  );
  expect(await responseTime([...thread('Old', 200, 20), ...slow])).toMatch(/^\[x\]/);
});

test('an email that asks nothing needs no answer', async () => {
  const sent = { ...ours, subject: 'Report', daysAgo: 20 };
  const statement = activity({ ...sent, content: 'The report is attached.' });
  const question = activity({ ...sent, content: 'Which depot is the first?' });
  expect(await unanswered([statement, activity({ daysAgo: 40 })])).toBe('');
  expect(await unanswered([question, activity({ daysAgo: 40 })])).toBe(
    '[ ] No answer to 1 message of yours since 31 Oct 2026.',
  );
  const fresh = { ...question, occurredAt: daysBefore(6) };
  expect(await unanswered([fresh, activity({ daysAgo: 40 })])).toBe('');
  const other = activity({ subject: 'Else', daysAgo: 10 });
  expect(await responseTime([statement, other])).toBe('');
  expect(await responseTime([question, other])).toContain('within 10 days');
  expect(await responseTime([question, activity({ ...call, daysAgo: 19 }), other])).toBe('');
});

test('an answer that we owe is shown with its date until we write or speak', async () => {
  const question = activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo: 4 });
  const line = '[ ] You owe Priya Raman an answer since 16 Nov 2026: email “Plan”.';
  const after = (given: Partial<PastActivity>) => [question, activity({ daysAgo: 2, ...given })];
  expect(await owed([question])).toBe(line);
  expect(await owed(after({ content: 'The list is attached.' }))).toBe(line);
  expect(await owed(after({ participants: [jonas, priya] }))).toBe('');
  expect(await owed(after(call))).toBe('');
  expect(await owed(after({ type: 'note' }))).toBe(line);
  expect(await owed([activity({ daysAgo: 4 })])).toBe('');
  expect(await owed([{ ...question, participants: [priya, soren] }])).toBe('');
  expect(await owed([activity({ content: 'Any news?', daysAgo: 0.1 })])).toBe('');
});

test('a question in the subject needs an answer, unless the subject is that of a reply', async () => {
  const asked = (subject: string) => owed([activity({ subject, content: 'See above.' })]);
  expect(await asked('Shall we meet?')).toContain('You owe Priya Raman');
  expect(await asked('Re: Shall we meet?')).toBe('');
});

test('no answer is owed after 90 days, after a reply without text, or after a chat', async () => {
  const question = activity({ content: 'Any news?', daysAgo: 89 });
  expect(await owed([question])).toContain('You owe');
  expect(await owed([{ ...question, occurredAt: daysBefore(91) }])).toBe('');
  expect(await owed([question, activity({ ...ours, content: '' })])).toBe('');
  const chat = activity({ type: 'chat', content: 'Priya: hello\nMara: we are at it' });
  expect(await owed([question, chat])).toBe('');
});

test('a chat that ends in a question of theirs needs an answer', async () => {
  const chat = (content: string) =>
    owed([activity({ type: 'chat', subject: '#globex', content, daysAgo: 3 })]);
  expect(await chat('Mara: done\nPriya: and the second depot?')).toContain('chat “#globex”');
  expect(await chat('Priya: and the second depot?\nMara: done too')).toBe('');
});

test('the tone of their messages is compared with earlier ones, and ours does not count', async () => {
  const warm = 'Thank you so much, this is wonderful, we love it and we are very happy.';
  const cold = 'This is terrible, awful and disappointing, and we are very angry and unhappy.';
  const neutral = 'The list of the depots is attached.';
  const mails = (now: string, before: string) => [
    ...every(10, 50, 10, { content: now }),
    ...every(20, 200, 80, { content: before }),
  ];
  expect(await tone(mails(cold, warm))).toMatch(/^\[ \] [\w ]+: (?:cool|cold), (?:warm|friendly) before/);
  expect(await tone(mails(warm, warm))).toMatch(/^\[x\] [\w ]+: (?:warm|friendly), as before/);
  expect(await tone(mails(neutral, warm))).toMatch(/^\[ \] [\w ]+: neutral, \w+ before/);
  const loud = every(5, 50, 5, { ...ours, content: cold });
  expect(await tone([...mails(neutral, neutral), ...loud])).toBe(
    '[x] Tone of their words: neutral, as before.',
  );
});

test('planned activities come last', async () => {
  const upcoming = { type: 'meeting', subject: '*Review*', occurredAt: '2026-11-25T09:00:00.000Z' } as const;
  const next = { checked: true, text: 'Next: meeting “*Review*” on 25 Nov 2026.', bold: [] };
  expect((await health([activity({})], { upcoming })).at(-1)).toEqual(next);
});

test('for a client without a domain, everyone who is not ours counts as their side', async () => {
  const calls = (...participants: string[]) => every(14, 150, 10, { ...call, participants });
  expect(await side(calls(mara, 'pat@else.example', 'Ana'), { clientDomains: [] })).toBe(
    '[x] On their side in the last 90 days: pat (else.example) and Ana.',
  );
  expect(await verdict(calls(), { clientDomains: [], users: [] })).toBe('Healthy — last call 10 days ago.');
});
