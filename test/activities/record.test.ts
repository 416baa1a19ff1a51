import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type ImportedActivity, toThread } from '../../src/activities/import/imported-activity.ts';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { incoming } from '../support/incoming.ts';
import { generous } from '../support/rules.ts';

const api = await startApi(generous);
function stored({ id }: TestOrganization) {
  const where = eq(activities.organizationId, id);
  return api.database.db.select().from(activities).where(where).orderBy(asc(activities.id));
}

const counts = (imported: number, duplicates = 0, unassigned = 0) => ({ imported, duplicates, unassigned });

/** An organization with a client, wired by a rule of gmail, for each name: `globex` has the domain `globex.example`. */
async function withClients<const N extends string>(...names: N[]) {
  const organization = await api.organization();
  const ids = new Map<N, string>();
  for (const name of names) {
    const domain = `${name}.example`;
    ids.set(name, (await organization.client({ name, domain })).id);
    await createRule(organization.db, { integration: 'gmail', domain });
  }
  return { organization, db: organization.db, idOf: (name: N) => ids.get(name) ?? '' };
}

test('an activity is stored as received, marked as immutable with its integration', async () => {
  const { organization, db, idOf } = await withClients('globex');
  const activity = incoming({
    type: 'chat',
    subject: 'Grüße \u{1f600}',
    content: 'a'.repeat(20_000),
    occurredAt: '2026-11-20T20:35:34.909Z',
    participants: ['Pat@Globex.example', `"quoted, {odd}" name`, '"ann\\\\\\"a"@test.example', 'back\\slash'],
    participantNames: ['Pat \\ "Patty" Doe', '', 'NULL', '{a,b}\n\\'],
    archivedAt: '2026-11-21T00:00:00.000Z',
    thread: toThread('weekly@acme.example'),
  });
  expect(await recordActivities(db, 'gmail', [activity])).toEqual(counts(1));
  expect(await stored(organization)).toEqual([
    {
      ...activity,
      organizationId: organization.id,
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      clientId: idOf('globex'),
      source: 'gmail',
      immutable: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
});

test.each<[string, string[], 'globex' | 'initech' | 'xn--bcher-kva' | null]>([
  ['the one participant', ['pat@globex.example'], 'globex'],
  [
    'the first participant with a rule',
    ['x@nowhere.example', 'a@initech.example', 'b@globex.example'],
    'initech',
  ],
  ['the first participant, not the first rule', ['b@initech.example', 'a@globex.example'], 'initech'],
  ['a participant in capitals', ['PAT@GLOBEX.Example'], 'globex'],
  ['a participant after one without an address', ['Pat', '', '@', 'pat@', 'pat@globex.example'], 'globex'],
  ['what follows the last at sign', ['"a@initech.example"@globex.example'], 'globex'],
  ['an internationalized domain, in punycode', ['pat@Bücher.example'], 'xn--bcher-kva'],
  ['no one, for a subdomain', ['pat@mail.globex.example'], null],
  ['no one, for a parent domain', ['pat@example'], null],
  ['no one, for a mere name', ['globex.example'], null],
  ['no one, without participants', [], null],
])('an activity goes to the client of %s', async (_what, participants, name) => {
  const { organization, db, idOf } = await withClients('globex', 'initech', 'xn--bcher-kva');
  const recorded = await recordActivities(db, 'gmail', [incoming({ participants })]);
  expect(recorded).toEqual(counts(1, 0, name === null ? 1 : 0));
  const [row] = await stored(organization);
  expect(row?.clientId).toBe(name === null ? null : idOf(name));
  expect(row?.participants).toEqual(participants);
});

test('only wired rules of the same integration and organization count', async () => {
  const { organization, db } = await withClients('globex');
  await createRule(db, { integration: 'gmail', domain: 'unwired.example' });
  const other = await withClients('foreign');
  const batch = ['pat@unwired.example', 'pat@foreign.example'].map((address) =>
    incoming({ participants: [address] }),
  );
  expect(await recordActivities(db, 'gmail', batch)).toMatchObject({ unassigned: 2 });
  expect(await recordActivities(db, 'slack', [incoming()])).toMatchObject({ unassigned: 1 });
  expect((await stored(organization)).map(({ clientId }) => clientId)).toEqual([null, null, null]);
  expect(await stored(other.organization)).toEqual([]);
});

test('recording the same message again changes nothing, even if it differs otherwise', async () => {
  const { organization, db } = await withClients('globex', 'initech');
  const first = incoming();
  await recordActivities(db, 'gmail', [first]);
  const before = await stored(organization);
  const changed = { subject: 'Other', content: 'Other', occurredAt: '2027-01-01T00:00:00.000Z' };
  const participants = ['x@initech.example'];
  const again: ImportedActivity = { ...first, ...changed, type: 'note', participants };
  expect(await recordActivities(db, 'gmail', [again])).toEqual(counts(0, 1));
  expect(await stored(organization)).toEqual(before);
});

test('the first of duplicate messages in a batch is kept', async () => {
  const { organization, db } = await withClients('globex');
  const first = incoming({ subject: 'First' });
  const batch = [first, incoming({ subject: 'Between' }), { ...first, subject: 'Second' }];
  expect(await recordActivities(db, 'gmail', batch)).toEqual(counts(2, 1));
  expect((await stored(organization)).map(({ subject }) => subject)).toEqual(['First', 'Between']);
});

test('messages that differ only in source, id or organization are not duplicates', async () => {
  const [first, second] = [await withClients('globex'), await withClients('globex')];
  const message = incoming();
  const imported = { imported: 1, duplicates: 0 };
  expect(await recordActivities(first.db, 'gmail', [message])).toMatchObject(imported);
  expect(await recordActivities(first.db, 'outlook', [message])).toMatchObject(imported);
  expect(await recordActivities(second.db, 'gmail', [message])).toMatchObject(imported);
  for (const sourceId of [message.sourceId.toUpperCase(), ` ${message.sourceId}`, 'sha256:0']) {
    expect(await recordActivities(first.db, 'gmail', [{ ...message, sourceId }])).toMatchObject(imported);
  }
});

test('a batch with an invalid activity is not recorded at all', async () => {
  const { organization, db } = await withClients('globex');
  const batch = [incoming(), incoming({ occurredAt: 'never' }), incoming()];
  await expect(recordActivities(db, 'gmail', batch)).rejects.toThrow();
  expect(await stored(organization)).toEqual([]);
});

test('two simultaneous batches record each message once, whatever their order', async () => {
  const { organization, db } = await withClients('globex');
  for (let round = 1; round <= 3; round++) {
    const batch = Array.from({ length: 50 }, () => incoming());
    const orders = [batch, batch.toReversed()];
    const recorded = await Promise.all(orders.map((each) => recordActivities(db, 'gmail', each)));
    expect(recorded.map(({ imported }) => imported).sort()).toEqual([0, 50]);
    expect(await stored(organization)).toHaveLength(50 * round);
  }
});

const atSix = '2026-01-01T06:00:00.000Z';
const atNine = '2026-01-01T09:00:00.000Z';

test('mail with the id of another message and a different time is recorded, once', async () => {
  const { organization, db } = await withClients('globex');
  const first = incoming({ sourceId: 'a', isMail: true, occurredAt: atSix });
  const second = { ...first, occurredAt: atNine };
  const messages = [first, second];
  for (const [batch, imported] of [
    [[first], 1],
    [[second], 1],
    [messages, 0],
    [messages.toReversed(), 0],
  ] as const)
    expect(await recordActivities(db, 'gmail', batch)).toMatchObject({ imported });
  expect((await stored(organization)).map(({ occurredAt }) => occurredAt)).toEqual([atSix, atNine]);
});

test('two simultaneous batches of mail with the same ids and different times are both recorded in full', async () => {
  const { organization, db } = await withClients('globex');
  for (let round = 1; round <= 3; round++) {
    const batch = Array.from({ length: 50 }, (_, index) =>
      incoming({ subject: `Mail ${round}-${index}`, isMail: true, occurredAt: atSix }),
    );
    const others = batch.toReversed().map((mail) => ({ ...mail, occurredAt: atNine }));
    await Promise.all([batch, others, batch].map((each) => recordActivities(db, 'gmail', each)));
    expect(await stored(organization)).toHaveLength(100 * round);
  }
});
