import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type ImportedActivity, toThread } from '../../src/activities/import/imported-activity.ts';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { incoming } from '../support/incoming.ts';
import { generous } from '../support/rules.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const domain = 'globex.example';
const pat = `pat@${domain}`;
const ann = 'ann@northwind.example';

type Given = Partial<ImportedActivity> & { subject: string };

/** A client with activities, one a day, and their ids by subject and by position. */
async function withActivities(given: readonly Given[], organization?: TestOrganization) {
  const own = organization ?? (await api.organization());
  const client = await own.client({ domain });
  await createRule(own.db, { integration: 'gmail', domain });
  const mails = given.map((fields, day) =>
    incoming({
      occurredAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      participants: [pat, ann],
      ...fields,
    }),
  );
  const ids = mails.map(() => randomUUID());
  const idOf = new Map(mails.map(({ sourceId }, index) => [sourceId, ids[index]]));
  await recordActivities(own.db, 'gmail', mails, ({ sourceId }) => idOf.get(sourceId));
  const get = async (index: number) => {
    const input = { clientId: client.id, activityId: ids[index] };
    return resultOf(await callerOf(api, own.token).query('threads.get', input)).data;
  };
  return { organization: own, client, ids, get };
}

const subjects = ({ messages }: { messages: { subject: string }[] }) =>
  messages.map(({ subject }) => subject);

test('a message is shown with those of its conversation, oldest first, by headers whatever the subject', async () => {
  const thread = toThread('root@globex.example');
  const { get, ids } = await withActivities([
    { subject: 'Renewal', sourceId: 'root@globex.example' },
    { subject: 'Invoice' },
    { subject: 'Something else', thread },
    { subject: 'Re: Renewal', thread },
  ]);
  for (const index of [0, 2, 3])
    expect(subjects(await get(index))).toEqual(['Renewal', 'Something else', 'Re: Renewal']);
  expect(await get(2)).toMatchObject({ previousId: ids[0], nextId: ids[3] });
  expect(await get(0)).toMatchObject({ previousId: null, nextId: ids[2] });
});

test('an activity that stands alone is followed by its neighbours in the timeline', async () => {
  const { get, ids } = await withActivities([
    { subject: 'Renewal' },
    { subject: 'Kick-off', type: 'meeting' },
    { subject: 'Invoice' },
  ]);
  const opened = await get(1);
  expect([subjects(opened), opened.previousId, opened.nextId]).toEqual([['Kick-off'], ids[0], ids[2]]);
  expect(await get(2)).toMatchObject({ previousId: ids[1], nextId: null });
});

test('the first participant of an email is its sender, who may be one of the users; of others nobody is', async () => {
  const organization = await api.organization();
  await organization.user({ email: ann });
  const { get } = await withActivities(
    [
      { subject: 'Renewal' },
      { subject: 'Re: Renewal', participants: [ann, pat] },
      { subject: 'Call', type: 'call' },
    ],
    organization,
  );
  expect((await get(0)).messages).toMatchObject([
    { sender: pat, isOurs: false },
    { sender: ann, isOurs: true },
  ]);
  expect((await get(2)).messages).toMatchObject([{ sender: null, isOurs: false }]);
});

test('a conversation is found among the 250 activities on either side', async () => {
  const others = Array.from({ length: 249 }, (_, index) => ({ subject: `${index}`, type: 'note' as const }));
  const reply = { subject: 'Re: Renewal', thread: toThread('root') };
  const { get } = await withActivities([{ subject: 'Renewal', sourceId: 'root' }, ...others, reply, reply]);
  expect(subjects(await get(250))).toEqual(['Renewal', 'Re: Renewal', 'Re: Renewal']);
  expect(subjects(await get(251))).toEqual(['Re: Renewal', 'Re: Renewal']);
});

test('neither activities of other clients nor of other organizations are in a conversation', async () => {
  const thread = toThread('root');
  const reply = { subject: 'Re: Renewal', sourceId: 'reply', thread };
  const { get, organization, client, ids } = await withActivities([
    { subject: 'Renewal', sourceId: 'root' },
    reply,
  ]);
  await addTwin(api.database, organization.id);
  // Only the twin has it now.
  await organization.db.delete(activities, eq(activities.sourceId, 'reply'));
  const input = { clientId: client.id, activityId: ids[1] };
  const answer = await callerOf(api, organization.token).query('threads.get', input);
  expect(errorOf(answer).code).toBe('not_found');
  const initech = await organization.client({ name: 'Initech' });
  const theirs = {
    clientId: initech.id,
    type: 'email' as const,
    source: 'import',
    sourceId: 'theirs',
    thread,
  };
  await organization.db.insert(activities, [
    {
      ...theirs,
      subject: 'Theirs',
      content: '',
      participants: [],
      immutable: true,
      occurredAt: '2026-01-01T00:00:00Z',
    },
  ]);
  expect(subjects(await get(0))).toEqual(['Renewal']);
});
