import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { fill } from '../../bench/requests/fixture.ts';
import { forwardTo } from '../../test/support/forwarder.ts';
import type { Trial } from '../part.ts';
import { type Engine, startPostgres } from './engines.ts';
import { expectUnready, healthyAgain, nothingLost, startWatched, type Watched } from './health.ts';

const callerCount = 8;

type Way = Awaited<ReturnType<typeof forwardTo>>;

/**
 * Has the way to a primary lead to its standby for a while and back, and then for good, with the standby promoted late:
 * as a name or a proxy does that moves before the servers have.
 */
export async function failedOver(trial: Trial): Promise<void> {
  const primary = await startPostgres(trial, { wal_level: 'replica' });
  await fill(primary.url, callerCount);
  const standby = await startPostgres(trial, {}, primary.url);
  const way = await forwardTo(primary.url);
  trial.atEnd(way.close);
  const watched = await startWatched(trial, way.url, callerCount);
  await ledAstray(watched, way, primary, standby);
  await promoted(watched, way, primary, standby);
  await watched.callers.stop();
  await nothingLost(watched, 'failed over: ');
}

const standbyMs = 3_000;

/** For a while, new connections come to the standby; what opened there is never cut. */
async function ledAstray(watched: Watched, way: Way, primary: Engine, standby: Engine): Promise<void> {
  const { callers } = watched;
  callers.clear();
  way.switchTo(standby.url);
  await setTimeout(standbyMs);
  await expectUnready(watched, 'led to a standby: ');
  way.lead(primary.url);
  await healthyAgain(watched, 'led to a standby and back');
}

async function promoted(watched: Watched, way: Way, primary: Engine, standby: Engine): Promise<void> {
  const { callers } = watched;
  callers.clear();
  await primary.stop('SIGINT');
  way.switchTo(standby.url);
  await setTimeout(standbyMs);
  await expectUnready(watched, 'failed over to a standby: ');
  const admin = postgres(standby.url, { max: 1, onnotice: () => {} });
  await admin`select pg_promote()`;
  await admin.end();
  await healthyAgain(watched, 'failed over');
}
