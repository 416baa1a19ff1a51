import { expect, test } from 'vitest';
import { activityTypes } from '../../src/activities/table.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { threadedEngine } from '../../src/insights/built-in/threaded.ts';
import type { ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { peopleOf } from '../../src/insights/text/people.ts';
import { createLog } from '../../src/log.ts';
import { createEngines } from '../../src/runtime.ts';
import { linesOf } from './checklist.ts';
import { activity, computeCards, every, history, jonas, mara, priya, soren } from './histories.ts';
import { historyFullOf } from './hostile.ts';

test('the same history gives the same cards, and is not modified', async () => {
  const given = history([
    ...every(9, 200, 3, { content: 'The contract is signed. But the invoice was wrong again!' }),
    ...every(30, 200, 3, { type: 'call', participants: [mara, soren] }),
  ]);
  const before = structuredClone(given);
  const cards = await computeCards(given);
  expect(await computeCards(structuredClone(given))).toEqual(cards);
  expect(given).toEqual(before);
});

test.each(activityTypes)('one %s without text makes three cards', async (type) => {
  const empty = activity({ type, content: '', subject: '', participants: [] });
  for (const given of [{}, { clientDomains: [], users: [] }]) {
    for (const card of Object.values(await computeCards(history([empty], given)))) {
      expect(linesOf(card)).toHaveLength(card.split('\n').length);
      expect(card).not.toMatch(/undefined|NaN|null/);
    }
  }
});

test.each(['![image](https://evil.example/pixel.png)', '***all*** `code`', 'x\n\n# heading'])(
  '%j in every text of a history is shown as text',
  async (text) => {
    for (const card of Object.values(await computeCards(historyFullOf(text)))) {
      const lines = linesOf(card);
      expect(lines).toHaveLength(card.split('\n').length);
      for (const { bold } of lines) expect(bold.length).toBeLessThanOrEqual(1);
    }
  },
);

const letters = (...codes: number[]) => String.fromCharCode(...codes.map((code) => 97 + (code % 26)));
const namesakes = (index: number) =>
  Array.from({ length: 100 }, (_, at) => `pa.x${letters(index, at, index * 7 + at)}@globex.example`);
const crowd = Array.from({ length: 1_000 }, (_, at) => `P${letters(at % 10)}${at}: hi`).join('\n');

test.each<[string, (index: number) => Partial<PastActivity>]>([
  [
    '1,700 lines of a chat by somebody with thousands of namesakes',
    (index) => ({ type: 'chat', content: 'Pa: x\n'.repeat(1_700), participants: namesakes(index) }),
  ],
  [
    'hundreds of questions in one chat after the other',
    () => ({
      type: 'chat',
      subject: 'Help',
      content: 'P: a?\n'.repeat(500),
      participants: ['p@globex.example', mara],
    }),
  ],
  ['thousands of speakers', () => ({ type: 'chat', content: crowd })],
  ['900 letters below a closing', () => ({ content: `We love it.\nBest regards,\n${'a'.repeat(900)}!` })],
  ['a line that is nearly a name', () => ({ content: `It is.\n\nBest regards,\n${'A'.repeat(9_000)}!` })],
  ['a line of names without spaces', () => ({ content: `It is.\n\nBest,\n${'Mc'.repeat(4_500)}!` })],
  [
    'letters that normalization makes eighteen of',
    () => ({ content: `We love ${'\ufdfa'.repeat(10_000)}.` }),
  ],
  ['marks that pile up on one letter', () => ({ content: `We love it a${'\u0301\u0323'.repeat(5_000)}` })],
])('%s are computed like any other text, without backtracking', async (_what, fields) => {
  const activities = Array.from({ length: 8 }, (_, index) => activity({ ...fields(index), daysAgo: index }));
  for (const card of Object.values(await computeCards(history(activities))))
    expect(linesOf(card).length).toBeGreaterThan(0);
});

test('text beyond the newest million and a half characters is not read, and still counts as contact', async () => {
  const content = 'We talked about the depots and the carts for a good while. '.repeat(174);
  const old = activity({ content: 'The contract is signed.', daysAgo: 200, subject: 'Old' });
  const winsOf = async (count: number) => {
    const newer = Array.from({ length: count }, (_, index) =>
      activity({ content, daysAgo: 1 + index / 4, subject: 'Re: Depots' }),
    );
    return (await computeCards(history([old, ...newer])))['wins-and-traction'];
  };
  expect(await winsOf(100)).toContain('signed');
  expect(await winsOf(200)).toMatch(/No wins found in the 201 activities of the last year/);
});

function person(participant: string, given: Partial<ClientHistory> = {}): string {
  const { name, side } = peopleOf(history([activity({})], given)).of(participant);
  return `${name}, ${side}`;
}

test("users and domains decide who is ours, the client's or other", () => {
  expect(person('ann.bell@globex.example')).toBe('Ann Bell, client');
  expect(person('ann.bell@de.globex.example')).toBe('Ann Bell, client');
  expect(person('ann.bell@notglobex.example')).toBe('Ann Bell, other');
  expect(person('ann.bell@globex.example.evil.example')).toBe('Ann Bell, other');
  expect(person(mara)).toBe('Mara Lindqvist, ours');
  expect(person('MARA@Northwind.example')).toBe('Mara Lindqvist, ours');
  expect(person('leonie.fuchs@northwind.example')).toBe('Leonie Fuchs, ours');
  expect(person('Jonas Albrecht')).toBe('Jonas Albrecht, ours');
  expect(person('Ann Bell')).toBe('Ann Bell, other');
});

test('a free-mail domain or the domain of the client makes nobody a colleague', () => {
  const user = (email: string) => ({ users: [{ email, firstName: 'Mo', lastName: 'Diaz' }] });
  expect(person('mo@gmail.com', user('mo@gmail.com'))).toBe('Mo Diaz, ours');
  expect(person('ann.bell@gmail.com', user('mo@gmail.com'))).toBe('Ann Bell, other');
  expect(person('mo@globex.example', user('mo@globex.example'))).toBe('Mo Diaz, ours');
  expect(person('ann.bell@globex.example', user('mo@globex.example'))).toBe('Ann Bell, client');
});

test('an address is shown as a name where it looks like one', () => {
  for (const part of ['ann.bell', 'ann_bell', 'ann-bell', 'ann.bell2', 'ann.bell+news'])
    expect(person(`${part}@else.example`)).toBe('Ann Bell, other');
  expect(person('jan.van.dijk@else.example')).toBe('Jan Van Dijk, other');
  expect(person('łucja.żak@else.example')).toBe('Łucja Żak, other');
  expect(person('élodie.o’brien@else.example')).toBe('Élodie O’brien, other');
  for (const part of ['ann', 'no-reply', 'customer.care', 'a.b.c.d', '.ann.', '42'])
    expect(person(`${part}@else.example`)).toBe(`${part} (else.example), other`);
});

test('a speaker is recognized by first or full name, whatever the case and diacritics', () => {
  const joerg = 'joerg.weiss@globex.example';
  const people = peopleOf(history([activity({}), activity({ participants: [soren, joerg, jonas] })]));
  const speaking = (speaker: string) => people.speaking(speaker, [priya, soren, jonas]).key;
  expect(speaking('Søren')).toBe(soren);
  expect(speaking('SOREN DAHL')).toBe(soren);
  expect(speaking('Priya')).toBe(priya);
  expect(speaking('Jonas')).toBe(jonas);
  expect(speaking('Jörg Weiß')).toBe(joerg);
  expect(speaking('Mara Lindqvist')).toBe(mara);
  expect(people.speaking('Petra', [priya])).toMatchObject({ name: 'Petra', side: 'other' });
});

test('a person is called by the newest name in their mail, our users by that of their profile', () => {
  const imre = 'ivarga@globex.example';
  const named = (daysAgo: number, ...names: string[]) =>
    activity({ daysAgo, participants: [imre, mara], participantNames: names });
  const people = peopleOf(
    history([named(1, '', 'M. L.'), named(2, 'Imre Várga', ''), named(3, 'I. Varga', '')]),
  );
  expect(people.of(imre)).toMatchObject({ key: imre, name: 'Imre Várga', side: 'client' });
  expect(people.of(mara)).toMatchObject({ name: 'Mara Lindqvist', side: 'ours' });
  expect(people.speaking('imre varga', [imre]).key).toBe(imre);
});

test('nobody becomes one of us, or of the client, by writing under the name of somebody', () => {
  for (const [address, name, side] of [
    [mara, 'Mara Lindqvist', 'ours'],
    [priya, 'Priya Raman', 'client'],
  ] as const) {
    const participants = ['eve@gmail.com', address];
    const people = peopleOf(history([activity({ participants, participantNames: [name, name] })]));
    expect(people.of('eve@gmail.com')).toMatchObject({ key: 'eve@gmail.com', side: 'other' });
    expect(people.of(address)).toMatchObject({ key: address, side });
  }
});

test('the name of a deleted user is not shown, and still tells the side', () => {
  const user = { email: 'a.o@home.example', firstName: 'Annabel', lastName: 'Okafor' };
  const peopleWith = (isDeleted: boolean) => peopleOf(history([], { users: [{ ...user, isDeleted }] }));
  const of = { name: 'Annabel Okafor', side: 'ours' };
  expect(peopleWith(false).of(user.email)).toMatchObject(of);
  const people = peopleWith(true);
  const deleted = people.of(user.email);
  expect(deleted).toMatchObject({ name: expect.not.stringContaining('Annabel'), side: 'ours' });
  expect(people.of(of.name)).toBe(deleted);
});

test('a name that two people share is resolved among those present, and otherwise left as written', () => {
  const others = ['priya.shah@globex.example', 'priya.nair@agency.example'];
  const people = peopleOf(history([activity({ participants: [priya, ...others, mara] })]));
  expect(people.speaking('Priya', [priya, mara]).key).toBe(priya);
  expect(people.speaking('Priya', [mara])).toMatchObject({ name: 'Priya', side: 'other' });
  expect(people.speaking('Priya', [priya, ...others])).toMatchObject({ name: 'Priya', side: 'other' });
});

test('the summary contains the figures that the health card shows', async () => {
  const asked = activity({ daysAgo: 3, subject: 'Plan', content: 'Could you send the plan?' });
  const signed = activity({ daysAgo: 20, content: 'The contract is signed.' });
  const note = activity({ type: 'note', daysAgo: 1, content: 'Looking forward to it.' });
  const given = history([asked, signed, note, ...every(14, 200, 30, { subject: 'Re: Depots' })]);
  const { cards, summary } = await builtInEngine.compute(given);
  const [first] = linesOf(cards['client-health']);
  expect(first?.bold).toEqual([summary.verdict]);
  expect(cards['client-health']).toContain('1 win and no open frictions in the last 60 days');
  expect(summary).toMatchObject({ wins: 1, frictions: 0 });
  expect(cards['client-health']).toContain('answer Priya Raman about **Plan**; they have waited 3 days');
  expect(summary).toMatchObject({ owedSince: asked.occurredAt, lastContactAt: asked.occurredAt });
});

test('histories are read in a thread', async () => {
  const engines = await createEngines({ languageModel: undefined }, createLog({ logLevel: 'silent' }));
  expect(engines).toEqual({ engine: threadedEngine });
});
