import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { forwardTo } from '../../test/support/forwarder.ts';
import type { Trial } from '../part.ts';
import { type Engine, startPostgres } from './engines.ts';
import { expectUnready, healthyAgain, nothingLost, ownersOf, type Watched } from './health.ts';
import { startServer, unlimited } from './server.ts';
import { patienceSeconds, until } from './until.ts';
import { Writers } from './writers.ts';

const callerCount = 8;

type Way = Awaited<ReturnType<typeof forwardTo>>;

/**
 * Has the way to a primary lead to its standby for a while and back, and then for good, with the standby promoted late:
 * as a name or a proxy does that moves before the servers have.
 */
export async function failedOver(trial: Trial): Promise<void> {
  const primary = await startPostgres(trial, { wal_level: 'replica' });
  await fill(primary.url, callerCount + 1);
  const standby = await startPostgres(trial, {}, primary.url);
  const way = await forwardTo(primary.url);
  trial.atEnd(way.close);
  const server = await startServer(trial, {
    DATABASE_URL: way.url,
    WORKER: 'true',
    ...unlimited,
  });
  const callers = new Writers();
  callers.start(server.url, ownersOf(callerCount), 5);
  trial.atEnd(() => callers.stop());
  await setTimeout(500);
  const watched = { trial, server, callers };
  await ledAstray(watched, way, primary, standby);
  await promoted(watched, way, primary, standby);
  await callers.stop();
  await nothingLost(watched, 'failed over: ');
  const told = server
    .log()
    .split('\n')
    .filter((line) => /DATABASE_URL: .*accepts no writes/.test(line));
  trial.expect(
    told.length >= 1 && told.length <= 2,
    `the log tells ${told.length} times of a server without writes`,
  );
  await revoked(watched, standby);
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

/** A token that is revoked at the new primary is refused. */
async function revoked({ trial, server }: Watched, primary: Engine): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(callerCount)}` };
  const status = async () => {
    const answer = await fetch(`${server.url}/v1/clients`, { headers });
    await answer.text();
    return answer.status;
  };
  const before = await status();
  const admin = postgres(primary.url, { max: 1, onnotice: () => {} });
  const slug = `organization-${callerCount}`;
  await admin`
    update tokens set revoked_at = now()
    where organization_id = (select id from organizations where slug = ${slug})`;
  await admin.end();
  const isRefused = await until(async () => (await status()) === 401, patienceSeconds);
  trial.expect(isRefused, 'a token revoked at the new primary is never refused');
  trial.expect(before === 200, `a token was answered ${before} after the failover`);
}
