import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { defaultLanguageModel } from '../../src/core/settings.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { usageOf } from '../../src/insights/language-model/usage.ts';
import { insightJobs, insightSummaries, languageModelUsage } from '../../src/insights/table.ts';
import { workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import { updateOrganization } from '../../src/organization/queries.ts';
import { startApi } from '../support/api.ts';
import { engineOn, json, type Reply, startModel, status } from '../support/language-model.ts';
import { generous } from '../support/rules.ts';
import { justNow } from '../support/timeouts.ts';
import { addTwin } from '../support/twin.ts';
import { dashboardOf, now, workOff } from './computed-clients.ts';

const api = await startApi(generous);
const { db } = api.database;

const quote = 'The depot plan is the one to follow.';
const win = { activity: 'a1', quote, about: 'Depot plan' };
const picked = json({ wins: [win], frictions: [] }, { total_tokens: 500 });

/** An organization with a client, whose mail only a model takes for a win, and a worker with a model for it. */
async function withModel({ consents = true, reply = picked }: { consents?: boolean; reply?: Reply } = {}) {
  const organization = await api.organization();
  if (consents) await updateOrganization(organization.db, { usesLanguageModel: true });
  const { id: clientId } = await organization.client({ domain: 'globex.example' });
  const write = (content: string, subject = 'Plan') =>
    organization.activities('globex.example', [{ subject, content }]);
  await write(quote);
  const { url, received } = await startModel(reply);
  const { engine: languageModel, lines } = engineOn(url);
  const services = { db, engine: builtInEngine, languageModel, log: createLog({ logLevel: 'silent' }) };
  const signal = new AbortController().signal;
  const run = (asOf?: string) =>
    workOff(() => workOnce(services, { organizationId: organization.id, asOf }, now, signal));
  const ofClient = eq(insightJobs.organizationId, organization.id);
  const dueInMinutes = async () => {
    const [job] = await db.select().from(insightJobs).where(ofClient);
    return (Date.parse(job?.dueAt ?? '') - Date.now()) / 60_000;
  };
  /** Lets the time until the client is due pass. */
  const runWhenDue = async () => {
    await db.update(insightJobs).set({ dueAt: justNow }).where(ofClient);
    return run();
  };
  const winsCard = async () => (await dashboardOf(api, organization, clientId))[1];
  const picks = async () => {
    const [summary] = await db.select().from(insightSummaries).where(eq(insightSummaries.clientId, clientId));
    return summary?.picks;
  };
  return { organization, clientId, received, lines, write, run, runWhenDue, dueInMinutes, winsCard, picks };
}

const noWins = (count = 'one activity') => `- [ ] No wins found in the ${count} of the last year.`;
const withWin = expect.stringContaining(`**Depot plan**: “${quote}” — `);

test('of an organization that has not consented, nothing is ever sent', async () => {
  const { write, run, runWhenDue, received, dueInMinutes, winsCard, picks } = await withModel({
    consents: false,
  });
  await run();
  expect(await dueInMinutes()).toBeGreaterThan(60);
  await runWhenDue();
  await write('Another mail.');
  await run();
  await runWhenDue();
  await run('2026-06-01T00:00:00.000Z');
  expect(received).toEqual([]);
  expect(await winsCard()).toBe(noWins('2 activities'));
  expect(await picks()).toBeNull();
});

test('after a change the cards are computed at once, and the model is asked once the changes have gathered for 5 minutes', async () => {
  const { write, run, runWhenDue, received, dueInMinutes, winsCard } = await withModel();
  expect(await run()).toMatchObject({ computed: 1 });
  expect(await winsCard()).toBe(noWins());
  await write('Another mail.', 'Other');
  expect(await run()).toMatchObject({ computed: 1 });
  expect(received).toEqual([]);
  expect(await dueInMinutes()).toBeGreaterThan(4);
  expect(await dueInMinutes()).toBeLessThanOrEqual(5);

  expect(await runWhenDue()).toMatchObject({ computed: 1 });
  expect(received).toHaveLength(1);
  expect(await dueInMinutes()).toBeGreaterThan(60);
});

test('a client that is due unchanged is computed without a request, and keeps its picks, beside a twin without any', async () => {
  const { organization, run, runWhenDue, received, winsCard } = await withModel();
  await run();
  await addTwin(api.database, organization.id);
  // The row of the twin is older then, and would be found first.
  await db.delete(insightSummaries).where(eq(insightSummaries.organizationId, organization.id));
  for (const _ of [1, 2, 3]) expect(await runWhenDue()).toMatchObject({ computed: 1 });
  expect(received).toHaveLength(1);
  expect(await winsCard()).toEqual(withWin);
});

test('while a server is busy the cards are computed without it, and it is asked again in an hour', async () => {
  const replies = [status(503), picked];
  const reply: Reply = (...request) => replies.shift()?.(...request);
  const { run, runWhenDue, received, dueInMinutes, winsCard } = await withModel({ reply });
  await run();
  expect(await runWhenDue()).toMatchObject({ computed: 1, failed: 0 });
  expect(await winsCard()).toBe(noWins());
  expect(await dueInMinutes()).toBeGreaterThan(59);
  expect(await dueInMinutes()).toBeLessThanOrEqual(60);

  await runWhenDue();
  expect(received).toHaveLength(2);
  expect(await winsCard()).toEqual(withWin);
  expect(await dueInMinutes()).toBeGreaterThan(60);
});

test('picks survive a change as far as they hold, until the model is asked again', async () => {
  const { write, run, runWhenDue, received, winsCard, picks, organization } = await withModel();
  await run();
  await runWhenDue();
  await write('Another mail.', 'Other');
  await run();
  expect(await winsCard()).toEqual(withWin);
  await db
    .update(activities)
    .set({ content: 'Never mind.' })
    .where(eq(activities.organizationId, organization.id));
  await run();
  expect(await winsCard()).toBe(noWins('2 activities'));
  expect(await picks()).toMatchObject({ wins: [] });
  expect(received).toHaveLength(1);
  await runWhenDue();
  expect(received).toHaveLength(2);
});

test('an organization that withdraws its consent is not asked about, and loses its picks', async () => {
  const { organization, run, runWhenDue, write, received, winsCard, picks } = await withModel();
  await run();
  await runWhenDue();
  await updateOrganization(organization.db, { usesLanguageModel: false });
  await write('Another mail.', 'Other');
  await run();
  await runWhenDue();
  expect(received).toHaveLength(1);
  expect(await winsCard()).toBe(noWins('2 activities'));
  expect(await picks()).toBeNull();
});

test('the tokens of the day are counted for each organization, by all processes, and nothing is sent once they are used up', async () => {
  const { organization, run, runWhenDue, write, received, winsCard, lines } = await withModel();
  const usage = usageOf(organization.db);
  const yesterday = sql<string>`(now() at time zone 'UTC')::date - 1`;
  await db
    .insert(languageModelUsage)
    .values({ organizationId: organization.id, day: yesterday, tokens: defaultLanguageModel.dailyTokens });
  expect(await usage.today()).toBe(0);
  await run();
  await runWhenDue();
  expect(await usage.today()).toBe(500);
  await Promise.all(Array.from({ length: 10 }, () => usage.add(defaultLanguageModel.dailyTokens / 10)));
  expect(await usage.today()).toBe(defaultLanguageModel.dailyTokens + 500);

  await write('Another mail.', 'Other');
  await run();
  await runWhenDue();
  expect(received).toHaveLength(1);
  expect(await winsCard()).toEqual(withWin);
  expect(lines).toEqual([expect.stringContaining('the tokens of this day are used up')]);
  expect(await usageOf((await api.organization()).db).today()).toBe(0);
});

test('a run with an as-of date asks at once, about the activities up to then', async () => {
  const { run, received, winsCard } = await withModel();
  await run('2026-06-01T00:00:00.000Z');
  expect(received).toHaveLength(1);
  expect(JSON.parse(received[0]?.body.messages[1]?.content ?? '')).toMatchObject({ today: '1 Jun 2026' });
  expect(await winsCard()).toEqual(withWin);
});
