import { expect, test } from 'vitest';
import { endPastRun } from '../../src/insights/jobs.ts';
import { maxFailures } from '../../src/insights/leases.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { startApi } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { breakFor, noCounts, told, withClients } from './computed-clients.ts';

const api = await startApi(generous);

test('a run with an as-of date computes every client once, due or not, from the activities up to then', async () => {
  const { organization, idOf, run, engine, dashboard } = await withClients(api, 'globex', 'initech');
  const old = { subject: 'old', occurredAt: '2001-05-01T00:00:00.000Z' };
  await organization.activities('globex.example', [old]);
  await run();
  const asOf = '2001-06-01T00:00:00.000Z';
  expect(await run(asOf)).toEqual({ ...noCounts, computed: 1 });
  // A mail of later is nothing that was planned then.
  expect(engine.asked.at(-1)).toMatchObject({ asOf, upcoming: undefined });
  expect(await dashboard('globex')).toEqual(told('old'));
  // Nothing had occurred with this one; what is known of it stays.
  expect(await dashboard('initech')).toEqual(told('initech 1'));
  expect(await run(asOf)).toEqual(noCounts);

  breakFor(engine, idOf('globex'));
  expect(await run('2001-07-01T00:00:00.000Z')).toEqual({ ...noCounts, failed: 1 });
});

test('a run with an as-of date before the first activity leaves a client as due as it was', async () => {
  const { run, dashboard } = await withClients(api, 'globex');
  expect(await run('2001-01-01T00:00:00.000Z')).toEqual(noCounts);
  expect(await dashboard('globex')).toBe('computing');
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
  expect(await dashboard('globex')).toEqual(told('globex 1'));
});

test('the end of a past run makes its clients due, but not a parked one', async () => {
  const { organization, run } = await withClients(api, 'globex');
  await run();
  const { id, db } = organization;
  await db.update(insightJobs, { computedFor: '2001-06-01T00:00:00.000Z', failures: maxFailures });
  await endPastRun(api.database.db, id);
  expect(await run()).toEqual(noCounts);
  await db.update(insightJobs, { failures: 0 });
  await endPastRun(api.database.db, id);
  expect(await run()).toEqual({ ...noCounts, computed: 1 });
});
