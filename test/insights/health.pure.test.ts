import { expect, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { read } from '../../src/insights/built-in/reading.ts';
import { verdictOf } from '../../src/insights/built-in/verdict.ts';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { type Line, linesOf } from './checklist.ts';
import { activity, computeCards, daysBefore, every, history, mara, priya, soren } from './histories.ts';

const call = { type: 'call', subject: 'Weekly', participants: [mara, priya, soren] } as const;
const ours = { participants: [mara, priya] };

async function health(activities: PastActivity[], given: Partial<ClientHistory> = {}): Promise<Line[]> {
  const cards = await computeCards(history(activities, given));
  return linesOf(cards['client-health']);
}

/** The verdict with its reason. */
const verdict = async (activities: PastActivity[], given: Partial<ClientHistory> = {}) =>
  (await health(activities, given))[0]?.text ?? '';

/** Reads the first line that reads so, or the reason, with its box; empty when there is none. */
const lineReader =
  (reads: RegExp) =>
  async (activities: PastActivity[], given: Partial<ClientHistory> = {}): Promise<string> => {
    const [first, ...others] = await health(activities, given);
    const reason = first?.text.replace(/^[A-Z][a-z ]+: ./, (start) => start.slice(-1).toUpperCase()) ?? '';
    const lines = [{ checked: first?.checked, text: reason }, ...others];
    const line = lines.find(({ text }) => reads.test(text));
    return line ? `[${line.checked ? 'x' : ' '}] ${line.text}` : '';
  };

const lastWord = lineReader(/^Last heard from them/);
const owed = lineReader(/^Next step: answer/);
const askedAgain = lineReader(/^Next step: ask/);
const sole = lineReader(/^Only/);
const side = lineReader(/^Active on their side/);
const quietContact = lineReader(/^Priya Raman, formerly/);
const responseTime = lineReader(/^They usually reply/);
const balance = lineReader(/ in the last 60 days/);
const rhythm = lineReader(/ in the last 30 days/);

/** The next steps, without their introduction. */
const steps = async (...activities: PastActivity[]) =>
  (await health(activities)).flatMap(({ text }) => text.split('Next step: ').slice(1));

const steady = every(14, 150, 10, call);

test('the verdict comes first and in bold, checked when nothing needs attention', async () => {
  const [good] = await health(steady);
  expect(good).toEqual({
    checked: true,
    text: 'Healthy: last heard from them 10 days ago: 10 Nov 2026, call with Priya Raman and Soren Dahl.',
    bold: ['Healthy'],
  });
  const [quiet] = await health(every(7, 150, 59, call));
  expect(quiet).toMatchObject({ checked: false, bold: ['Quiet'] });
});

test('a client with frictions in the last 60 days is at risk, and with some wins beside them needs attention', async () => {
  const frictions = [
    'The release is delayed again.',
    'Your invoice is wrong again.',
    'The app crashes every day and we are very disappointed.',
    'Nobody answers our calls any more.',
  ].map((content, index) => activity({ type: 'note', content, daysAgo: 5 + index }));
  const wins = Array.from({ length: 3 }, (_, index) =>
    activity({ content: `Contract ${index} is signed and we are delighted.`, daysAgo: 10 + 3 * index }),
  );
  const verdictWith = (...more: PastActivity[]) => verdict([...steady, ...more]);
  expect(await verdictWith(...frictions)).toMatch(/^At risk: no wins and 4 frictions in the last 60 days/);
  expect(await verdictWith(...frictions, ...wins)).toMatch(/^Needs attention: 3 wins and/);
  const old = frictions.map((friction) => ({ ...friction, occurredAt: daysBefore(70) }));
  expect(await verdictWith(...old)).toMatch(/^Healthy/);
});

test.each([
  [{ frictions: 1, frictionWeight: 2, winWeight: 0, frictionShare: 1 }, 'Healthy'],
  [{ frictions: 1, frictionWeight: 3, winWeight: 0, frictionShare: 1 }, 'Needs attention'],
  [{ frictions: 2, frictionWeight: 2, winWeight: 0, frictionShare: 1 }, 'Needs attention'],
  [{ frictionWeight: 5, winWeight: 10, frictionShare: 0.1 }, 'Needs attention'],
  [{ frictionWeight: 5, winWeight: 11, frictionShare: 1 }, 'Healthy'],
  [{ frictionWeight: 7, winWeight: 0, frictionShare: 1 }, 'Needs attention'],
  [{ frictionWeight: 8, winWeight: 4, frictionShare: 0.1 }, 'At risk'],
  [{ frictionWeight: 8, winWeight: 5, frictionShare: 1 }, 'Needs attention'],
  [{ frictionWeight: 90, winWeight: 0, frictionShare: 0.09 }, 'Healthy'],
])('a balance of %j is %s', async (balance, name) => {
  const given = { wins: 0, frictions: 0, isGrave: false, threat: undefined, ...balance };
  expect(verdictOf(read(history(steady)), given, undefined, [], false)).toBe(name);
});

test('notes written during a silence do not turn it into a risk; frictions before it do', async () => {
  const frictions = (daysAgo: number) =>
    [
      'We are very disappointed.',
      'The app crashes every day and nobody answers our calls.',
      'We are still waiting for the refund and are very unhappy.',
    ].map((content) => activity({ type: 'note', content, daysAgo }));
  const before = every(7, 180, 40, call);
  expect(await verdict([...before, ...frictions(20)])).toMatch(/^Quiet: silent for 40 days/);
  expect(await verdict([...before, ...frictions(41)])).toMatch(
    /^At risk: no wins and 3 frictions in the last 60 days/,
  );
});

test('mail in which none of our users takes part is too little to tell, however much', async () => {
  expect(await verdict(every(3, 150, 3), { users: [] })).toBe(
    'Too little to tell: none of your users takes part.',
  );
});

test('more frictions than wins are no good news, however few', async () => {
  const friction = activity({ type: 'note', content: 'The release is delayed again.', daysAgo: 5 });
  expect(await balance([...steady, friction])).toBe('[ ] No wins and 1 friction in the last 60 days.');
  const win = activity({ content: 'Both contracts are signed.', daysAgo: 4 });
  expect(await balance([...steady, friction, win])).toBe('[x] 1 win and 1 friction in the last 60 days.');
});

test('a threat puts a client at risk, and is discussed before another answer is given', async () => {
  const threat = [
    activity({ subject: 'Export', content: 'We will cancel the contract.', daysAgo: 8 }),
    activity({ ...ours, subject: 'Re: Export', content: 'We regret that.', daysAgo: 7 }),
  ];
  const asked = activity({ subject: 'Depots', content: 'Can you send the list?', daysAgo: 6 });
  const given = [...steady, ...threat, asked];
  expect(await verdict(given)).toBe('At risk: Priya Raman puts the relationship in question in “Export”.');
  expect((await steps(...given)).slice(0, 2)).toEqual([
    expect.stringMatching(/^talk to them about Export/),
    expect.stringMatching(/^answer Priya Raman about Depots/),
  ]);
});

test('a contact who leaves is grave, but puts no client at risk', async () => {
  const leaving = activity({ subject: 'News', content: 'I am leaving our company, my last day is Friday.' });
  expect(await verdict([...steady, leaving])).toMatch(/^Needs attention/);
});

test('a threat in a thread in which we asked something is a reason, but no further step', async () => {
  const threat = activity({ subject: 'Export', content: 'We will cancel the contract.', daysAgo: 9 });
  const question = activity({ ...ours, subject: 'Re: Export', content: 'Can we talk?', daysAgo: 8 });
  const given = [...steady, threat, question];
  expect(await verdict(given)).toMatch(/^At risk: Priya Raman puts/);
  expect(await steps(...given)).toEqual([expect.stringMatching(/^ask them again about Export/)]);
});

test('a threat that is asked about in vain puts a client at risk, too', async () => {
  const threats = [9, 7].map((daysAgo) =>
    activity({ content: 'We will cancel the contract. When will you send the credit?', daysAgo }),
  );
  expect(await verdict([...steady, ...threats])).toMatch(/^At risk: Priya Raman puts/);
});

test('the worst friction of the last 30 days is a next step after the answers owed, unless it is one of them', async () => {
  const subject = `Export ${'of the depots '.repeat(8)}`;
  const asking = activity({ subject, content: 'Can you send the plan?', daysAgo: 4 });
  const broken = activity({ type: 'note', subject: 'Gate', content: 'Their gate is broken.', daysAgo: 3 });
  expect(await steps(asking, broken)).toEqual([
    expect.stringMatching(/^answer Priya Raman about Export/),
    expect.stringMatching(/^talk to them about Gate/),
  ]);
  expect(await steps(asking, { ...broken, occurredAt: daysBefore(31) })).toHaveLength(1);
  const threat = { content: 'We will cancel the contract.', occurredAt: daysBefore(40) };
  expect(
    await steps(activity({ ...threat, ...call, subject: 'Export' }), activity({ ...call, daysAgo: 3 })),
  ).toEqual([expect.stringMatching(/^talk to them about Export/)]);
  const both = activity({ subject, content: 'The export is broken. Can you send the plan?', daysAgo: 4 });
  expect(await steps(both)).toEqual([expect.stringMatching(/^answer Priya Raman about Export/)]);
});

test('a threat is no good news, and is to be discussed, however many other threads there are', async () => {
  const threat = activity({ type: 'note', subject: 'Call', content: 'They will cancel the contract.' });
  const wins = [3, 4, 5].map((daysAgo) => activity({ content: 'Both contracts are signed.', daysAgo }));
  const given = [...every(4, 150, 10, call), ...wins, threat];
  expect(await balance(given)).toBe('[ ] 1 win and 1 friction in the last 60 days.');
  expect(await steps(...given)).toContainEqual(expect.stringMatching(/^talk to them about Call/));
});

test('silence is no good news: an old last word, no contact in 30 days, and no complaint from who says nothing', async () => {
  const old = [every(7, 250, 80, call), every(7, 250, 45, call)];
  for (const activities of old) {
    const cards = await computeCards(history(activities));
    const lines = Object.values(cards).flatMap(linesOf);
    const checked = lines.filter(({ checked: isChecked }) => isChecked).map(({ text }) => text);
    expect(checked.filter((text) => !text.startsWith('No open frictions'))).toEqual([]);
  }
  const cards = await computeCards(history(every(7, 250, 80, call)));
  expect(linesOf(cards['frictions-and-risks'])[0]).toMatchObject({ checked: false });
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

test('an answer that is owed for more than two working days forbids Healthy and Quiet, and is the reason', async () => {
  const asked = (daysAgo: number) =>
    verdict([...steady, activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo })]);
  expect(await asked(2)).toMatch(/^Healthy/);
  expect(await asked(3)).toBe('Needs attention: Priya Raman is waiting for an answer.');
  const silent = [...every(7, 180, 47, call), activity({ content: 'Can you send the plan?', daysAgo: 40 })];
  expect(await verdict(silent)).toBe('Needs attention: Priya Raman is waiting for an answer.');
});

test('two lines that need attention decide the verdict, one does not', async () => {
  const question = activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo: 1.5 });
  const alone = every(14, 150, 10, { ...call, participants: [mara, priya] });
  expect(await verdict([...steady, question])).toMatch(/^Healthy/);
  expect(await verdict(alone)).toMatch(/^Healthy/);
  expect(await verdict([...alone, question])).toBe('Needs attention: Priya Raman is waiting for an answer.');
});

test('the next step is an answer that we owe, and a question of ours to repeat after a week, each with a link', async () => {
  const cards = await computeCards(
    history([
      activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo: 8, id: 'theirs' }),
      activity({ ...ours, content: 'Which depot is the first?', subject: 'Depots', daysAgo: 9, id: 'ours' }),
    ]),
  );
  expect(cards['client-health'].split('\n').filter((line) => line.includes('Next step'))).toEqual([
    '- [ ] Next step: answer Priya Raman about **Plan**; they have waited 8 days: “Can you send us the new plan?” — [email](/v1/clients/client/activities/theirs)',
    '- [ ] Next step: ask them again about **Depots**; no answer for 9 days — [email](/v1/clients/client/activities/ours)',
  ]);
});

test('next steps are up to three answers and promises, answers first', async () => {
  const asking = ['Plan', 'Depots', 'Lamps', 'Gloves'].map((subject, index) =>
    activity({ content: 'Can you send the list?', subject, daysAgo: 4 - index / 4 }),
  );
  const promised = [
    activity({ content: 'Can you see the colours?', subject: 'Colours', daysAgo: 9 }),
    activity({ ...ours, content: 'I’ll test it in yellow light.', subject: 'Re: Colours', daysAgo: 8 }),
  ];
  const stepsOf = async (count: number) =>
    (await steps(...asking.slice(0, count), ...promised)).map((text) => / about (\w+)/.exec(text)?.[1]);
  expect(await stepsOf(2)).toEqual(['Plan', 'Depots', 'Colours']);
  expect(await stepsOf(4)).toEqual(['Plan', 'Depots', 'Lamps']);
});

test('a promise that we have not kept is a step to the one who waits for it, and does not decide the verdict', async () => {
  const alone = every(14, 150, 10, { ...call, participants: [mara, priya] });
  const asked = activity({ content: 'Can you test the colours?', subject: 'Colours', daysAgo: 9 });
  const promise = activity({ ...ours, content: 'I’ll check that.', subject: 'Re: Colours', daysAgo: 8 });
  const cards = await computeCards(history([...alone, asked, promise]));
  expect(cards['client-health']).toMatch(/^- \[x\] \*\*Healthy\*\*/);
  expect(cards['client-health']).toContain(
    '- [ ] Next step: do what you promised Priya Raman about **Colours** 8 days ago: “I’ll check that.” — [email](/v1/',
  );
});

test('a client is new in its first six weeks; later, fewer than three contacts are too little to tell', async () => {
  expect(await verdict(every(7, 41, 6, call))).toMatch(/^New: last heard from them 6 days ago/);
  expect(await verdict(every(7, 48, 6, call))).toMatch(/^Healthy/);
  expect(await verdict([activity({})])).toMatch(/^New: last heard from them 10 days ago/);
  expect(await verdict(every(10, 80, 70, call))).toBe('Too little to tell: 2 contacts with them so far.');
  expect(await verdict(every(10, 80, 60, call))).toMatch(/^Healthy/);
  const full = every(0.05, 30, 0.05, call).slice(0, 500);
  expect(await verdict(full)).toMatch(/^Healthy/);
  expect(await verdict(full.slice(1))).toMatch(/^New/);
});

test('the last heard from them has its date, channel and people, and our last contact if that came later', async () => {
  const earlier = activity({ content: 'Both contracts are signed.', daysAgo: 50 });
  expect(await lastWord([activity({ daysAgo: 8 }), earlier])).toBe(
    '[x] Last heard from them 8 days ago: 12 Nov 2026, email from Priya Raman.',
  );
  const sent = activity({ ...ours, daysAgo: 1 });
  expect(await lastWord([sent, activity({ ...call, daysAgo: 3 }), earlier])).toBe(
    '[x] Last heard from them 3 days ago: 17 Nov 2026, call with Priya Raman and Soren Dahl; last message from your side: 19 Nov 2026, email from Mara Lindqvist.',
  );
  expect(await verdict([sent])).toBe(
    'New: no word from them yet; last contact 19 Nov 2026, email from Mara Lindqvist.',
  );
});

test('dates are in the time zone', async () => {
  const late = activity({ occurredAt: '2026-11-11T23:30:00.000Z' });
  expect(await verdict([late])).toContain(' 12 Nov 2026,');
  expect(await verdict([late], { timezone: 'America/New_York' })).toContain(' 11 Nov 2026,');
  const night = activity({ occurredAt: '2026-11-20T00:30:00.000Z' });
  expect(await verdict([night])).toContain('from them today');
  expect(await verdict([night], { timezone: 'America/New_York' })).toContain('from them yesterday');
});

test('notes, automatic replies and cancelled meetings do not count as contact', async () => {
  const silent = [
    activity({ type: 'note', daysAgo: 1 }),
    activity({ subject: 'Automatic reply: Renewal', daysAgo: 2 }),
    activity({ ...call, type: 'meeting', subject: 'Cancelled: Weekly', daysAgo: 3 }),
  ];
  expect(await verdict([...silent, activity({ ...call, daysAgo: 9 })])).toContain('11 Nov 2026, call');
  const [first, second] = await health(silent.slice(0, 1));
  expect(first).toMatchObject({ checked: false, text: 'Too little to tell: no contacts with them so far.' });
  expect(second).toMatchObject({ checked: false, text: 'No contact yet; last note on 19 Nov 2026.' });
});

test('a chat in which only we write does not count as a message from them', async () => {
  const chat = activity({ type: 'chat', subject: '#globex', participants: [mara, priya], daysAgo: 2 });
  const last = (content: string) => verdict([{ ...chat, content }, activity({})]);
  expect(await last('Mara: hello?\nMara: anybody there?')).toContain('10 days ago: 10 Nov 2026');
  expect(await last('Mara: hello?\nPriya: yes!')).toContain(
    '2 days ago: 18 Nov 2026, chat with Priya Raman.',
  );
});

test('silence counts as unusual only against a rhythm of eight weeks', async () => {
  const silence = async (activities: PastActivity[]) =>
    (await health(activities)).map(({ text }) => text).find((text) => /silent for/i.test(text)) ?? '';
  expect(await silence(every(7, 180, 40, call))).toBe('Quiet: silent for 40 days; the usual gap is 7 days.');
  expect(await silence(every(30, 190, 40, call))).toBe('');
  expect(await silence(every(1, 30, 6, call))).toBe('');
  expect(await silence(every(7, 95, 40, call))).toBe('');
  expect(await silence(every(7, 96, 40, call))).toMatch(/^Quiet/);
  const irregular = [22, 29, 36, 76, 83, 123, 130].map((daysAgo) => activity({ ...call, daysAgo }));
  expect(await silence(irregular)).toBe('');
  expect(await silence(irregular.slice(0, 3))).toBe('');
  expect(await silence([activity({ daysAgo: 89 })])).toBe('');
  expect(await silence([activity({ daysAgo: 91 })])).toBe('Silent for 91 days.');
  expect(await verdict([91, 95, 99].map((daysAgo) => activity({ daysAgo })))).toBe(
    'Quiet: silent for 91 days.',
  );
});

test('the answer to the gravest friction comes first, and is due at once', async () => {
  const question = activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo: 9 });
  const content = 'We are going to cancel the contract.';
  const threat = (daysAgo: number) => activity({ content, subject: 'Contract', daysAgo });
  const answer = 'answer Priya Raman about Contract; they';
  expect((await steps(question, threat(4)))[0]).toContain(`${answer} have waited 4 days`);
  expect((await steps(...steady, threat(0.1)))[0]).toContain(`${answer} wrote today`);
});

test('a verdict that is not good has a next step', async () => {
  const old = [45, 50, 55, 60].map((daysAgo) => activity({ daysAgo }));
  const lines = (await health(old)).map(({ text }) => text);
  expect(lines[0]).toMatch(/^Needs attention: last heard from them 45 days ago/);
  expect(lines[1]).toBe('Next step: get in touch with Priya Raman — email');
});

test('the age of their last word is told once', async () => {
  const isTold = '[ ] Last heard from them on 11 Oct 2026, call with Priya Raman and Soren Dahl.';
  expect(await lastWord(every(7, 180, 40, call))).toBe(isTold);
  const question = activity({ content: 'Can you send us the new plan?', daysAgo: 10 });
  expect(await lastWord([question, ...every(14, 150, 20, call)])).toBe(
    '[x] Last heard from them on 10 Nov 2026, email from Priya Raman.',
  );
  const thanks = activity({ subject: 'Depots', content: 'The depots are in the list.', daysAgo: 9 });
  expect(await lastWord([thanks, question])).toContain('9 days ago');
});

test('our own emails do not end a silence', async () => {
  const chasers = every(7, 33, 5, { ...ours, subject: 'Still there?' });
  const lines = (await health([...every(7, 180, 40, call), ...chasers])).map(({ text }) => text);
  expect(lines[0]).toBe('Quiet: silent for 40 days; the usual gap is 7 days.');
  expect(lines[1]).toBe('Next step: ask them again about Still there?; no answer for 26 days — email');
});

test('the rhythm compares 30 days with the five months before, if there is enough to compare', async () => {
  expect(await rhythm(every(10, 180, 0, call))).toBe(
    '[x] 3 contacts with them in the last 30 days; before that, about 3 a month.',
  );
  expect(await rhythm([...every(5, 180, 35, call), activity({ ...call, daysAgo: 20 })])).toBe(
    '[ ] 1 contact with them in the last 30 days; before that, about 6 a month.',
  );
  expect(await rhythm([...every(2, 180, 32, call), ...every(3, 25, 1, call)])).toBe(
    '[x] 9 contacts with them in the last 30 days; before that, about 15 a month.',
  );
  expect(await rhythm([...every(1, 400, 182, call), ...every(30, 155, 5, call)])).toBe(
    '[x] 1 contact with them in the last 30 days; before that, about 1 a month.',
  );
  const unanswered = activity({ participants: [mara, priya], daysAgo: 14 });
  expect(await rhythm([...every(15, 180, 35, call), unanswered])).toBe(
    '[ ] No word from them in the last 30 days; before that, about 2 contacts a month.',
  );
  expect(await rhythm(every(10, 65, 5, call))).toBe('[x] 3 contacts with them in the last 30 days.');
  expect(await rhythm([activity({ ...call, daysAgo: 40 }), activity({ ...call, daysAgo: 180 })])).toBe('');
});

test('participants are named, newest first, up to a limit', async () => {
  const people = ['ann.bell', 'cy.dorn', 'eva.falk', 'gus.hart', 'ida.jung', 'kim.lund'];
  const mails = people.map((name, index) =>
    activity({ participants: [`${name}@globex.example`, mara], daysAgo: index + 1 }),
  );
  expect(await side(mails)).toBe(
    '[x] Active on their side in the last 90 days: Ann Bell, Cy Dorn, Eva Falk and 3 others.',
  );
  expect(await side(mails.slice(0, 4))).toContain('Ann Bell, Cy Dorn, Eva Falk and 1 other.');
  expect(await side(mails.slice(0, 2))).toContain('Ann Bell and Cy Dorn.');
});

test('a sole contact is pointed out', async () => {
  expect(await sole(every(20, 80, 10))).toBe(
    '[ ] Only Priya Raman has been active on their side in the last 90 days.',
  );
  expect(await sole(every(20, 30, 10))).toBe('');
  expect(await side(every(20, 30, 10))).toBe('');
});

test('a main contact who went quiet while others continue is pointed out', async () => {
  const before = every(10, 150, 70);
  const others = every(15, 20, 5, { participants: [soren, mara] });
  expect(await quietContact([...before, ...others])).toBe(
    '[ ] Priya Raman, formerly the main contact, has been quiet since 11 Sept 2026; now active: Soren Dahl.',
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
    '[x] They usually reply within 3 days (median of 3 replies in the last 90 days).',
  );
  expect(await responseTime(threads.slice(2))).toContain('within 6 days (median of 2 replies');
  expect(await responseTime(thread('Plan', 40, 0.02))).toBe(
    '[x] They usually reply within an hour (one reply in the last 90 days).',
  );
  expect(await responseTime(thread('Plan', 40, 0.9))).toContain('within a day');
  expect(await responseTime(thread('Plan', 40, 1.1))).toContain('within 2 days');
  const slow = thread('Plan', 60, 20);
  expect(await responseTime([...thread('Old', 200, 2), ...slow])).toBe(
    '[ ] They usually reply in about 3 weeks (one reply in the last 90 days); before that, within 2 days.',
  );
  expect(await responseTime([...thread('Old', 200, 20), ...slow])).toMatch(/^\[x\]/);
});

test('a question of ours is to be repeated after a week, a statement is not', async () => {
  const sent = { ...ours, subject: 'Report', daysAgo: 20 };
  const statement = activity({ ...sent, content: 'The report is attached.' });
  const question = activity({ ...sent, content: 'Which depot is the first?' });
  expect(await askedAgain([statement])).toBe('');
  expect(await askedAgain([question])).toContain('Report; no answer for 20 days');
  expect(await askedAgain([question, activity({ subject: 'Re: Report', daysAgo: 1 })])).toBe('');
  expect(await askedAgain([question, activity({ ...call, daysAgo: 19 })])).toBe('');
  expect(await askedAgain([{ ...question, occurredAt: daysBefore(6) }])).toBe('');
});

test('an answer that we owe is a step whatever we note, but not at once, and not if it is to somebody else', async () => {
  const question = activity({ content: 'Can you send us the new plan?', subject: 'Plan', daysAgo: 4 });
  const line =
    '[ ] Next step: answer Priya Raman about Plan; they have waited 4 days: “Can you send us the new plan?” — email';
  expect(await owed([question, activity({ type: 'note', daysAgo: 2, subject: 'Re: Plan' })])).toBe(line);
  expect(await owed([{ ...question, participants: [priya, soren] }])).toBe('');
  expect(await owed([activity({ content: 'Any news?', daysAgo: 0.1 })])).toBe('');
});

test('a question in the subject needs an answer, unless the subject is that of a reply', async () => {
  const asked = (subject: string) => owed([activity({ subject, content: 'See above.' })]);
  expect(await asked('Shall we meet?')).toContain('answer Priya Raman');
  expect(await asked('Re: Shall we meet?')).toBe('');
});

test('a chat that ends in a question of theirs needs an answer', async () => {
  const chat = (content: string) =>
    owed([activity({ type: 'chat', subject: '#globex', content, daysAgo: 3 })]);
  expect(await chat('Mara: done\nPriya: and the second depot?')).toContain(
    '#globex; they have waited 3 days: “and the second depot?” — chat',
  );
  expect(await chat('Priya: and the second depot?\nMara: done too')).toBe('');
});

test('planned activities come last', async () => {
  const upcoming = { type: 'meeting', subject: '*Review*', occurredAt: '2026-11-25T09:00:00.000Z' } as const;
  const next = { checked: true, text: 'Next: meeting “*Review*” on 25 Nov 2026.', bold: [] };
  expect((await health([activity({})], { upcoming })).at(-1)).toEqual(next);
  const nothing = 'Too little to tell: no contacts with them so far.';
  expect(await health([], { upcoming })).toMatchObject([{ checked: false, text: nothing }, next]);
});

test('for a client without a domain, everyone who is not ours counts as their side', async () => {
  const calls = (...participants: string[]) => every(14, 150, 10, { ...call, participants });
  expect(await side(calls(mara, 'pat@else.example', 'Ana'), { clientDomains: [] })).toBe(
    '[x] Active on their side in the last 90 days: pat (else.example) and Ana.',
  );
  expect(await verdict(calls(), { clientDomains: [], users: [] })).toMatch(
    /^Healthy: last heard from them 10 /,
  );
});

test('the card is stored as data: the reason, the steps, and what else there is to say', async () => {
  const question = { subject: 'Dates *soon*', content: 'Which day suits you?', daysAgo: 4 };
  const activities = [activity(question), ...every(14, 150, 24, call)];
  const upcoming = { type: 'meeting', subject: 'Review', occurredAt: daysBefore(-5) } as const;
  const given = history(activities, { upcoming });
  const { explanation } = await builtInEngine.compute(given);
  const [first, second, ...others] = await health(activities, { upcoming });
  expect(first?.text).toBe(`Needs attention: ${explanation.reason}.`);
  expect(second?.text).toContain('Next step: answer Priya Raman about Dates *soon*');
  expect(explanation.reasonActivityId).toBe(activities[0]?.id);
  expect(explanation.steps).toEqual([
    {
      action: 'answer',
      person: 'Priya Raman',
      subject: 'Dates *soon*',
      activityId: activities[0]?.id,
      since: activities[0]?.occurredAt,
    },
  ]);
  expect(explanation.observations).toEqual(others.map(({ checked, text }) => ({ isGood: checked, text })));
  expect(explanation.observations.at(-1)).toEqual({
    isGood: true,
    text: 'Next: meeting “Review” on 25 Nov 2026.',
  });
});
