import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { median } from '../../bench/statistics.ts';
import { migrationLock } from '../../src/core/db/migrations.ts';
import type { Part } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';
import { type Program, startProgram } from '../support/server.ts';

const processes = 8;

export const migrations: Part = {
  promise: 'eight processes may migrate an empty database at once',
  async run(trial) {
    const rounds = trial.isQuick ? 2 : 50;
    const first = await sharedDatabase(trial);
    const admin = postgres(first, { max: 1, onnotice: () => {} });
    trial.atEnd(() => admin.end());
    const seconds: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const from = performance.now();
      const url = new URL(first);
      url.pathname = `${url.pathname}_${round}`;
      const name = url.pathname.slice(1);
      await admin.unsafe(`create database ${name}`);
      const environment = { DATABASE_URL: url.href };
      // In every other round all have begun before one may go on, so that none comes when it is done already.
      const gate = postgres(url.href, { max: 1, onnotice: () => {} });
      if (round % 2 === 0) await gate`select pg_advisory_lock(${migrationLock})`;
      const migrating = Array.from({ length: processes }, () =>
        startProgram(trial, 'cli', environment, ['db', 'migrate', '--json']),
      );
      if (round % 2 === 0) await allWait(gate, migrating);
      await gate.end();
      const codes = await Promise.all(migrating.map(({ ended }) => ended));
      const printed = migrating.map((program) => program.log().replaceAll(/\s+/g, ''));
      trial.expect(
        codes.every((code) => code === 0),
        `round ${round}: ended with ${codes.join(', ')}: ${printed.join(' ')}`,
      );
      const applied = printed.filter((text) => !text.includes('"applied":0'));
      trial.expect(applied.length === 1, `round ${round}: not exactly one applied: ${printed.join(' ')}`);
      await admin.unsafe(`drop database ${name} with (force)`);
      seconds.push((performance.now() - from) / 1_000);
      if (round % 10 === 0) trial.say(`${round} rounds`);
    }
    const middle = median(seconds).toFixed(1);
    trial.figure(
      `${rounds} times ${processes} processes, one of which applied; ${middle} s a round (median)`,
    );
  },
};

/** Waits until all wait for the lock, or one has ended. */
async function allWait(gate: postgres.Sql, programs: readonly Program[]): Promise<void> {
  while (programs.every(({ process }) => process.exitCode === null)) {
    const [row] = await gate<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    if (row?.waiting === programs.length) return;
    await setTimeout(20);
  }
}
