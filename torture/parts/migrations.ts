import postgres from 'postgres';
import type { Part } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';
import { startProgram } from '../support/server.ts';

const processes = 8;

export const migrations: Part = {
  promise: 'eight processes may migrate an empty database at once',
  async run(trial) {
    const rounds = trial.isQuick ? 2 : 50;
    const first = await sharedDatabase(trial);
    const admin = postgres(first, { max: 1, onnotice: () => {} });
    trial.atEnd(() => admin.end());
    for (let round = 1; round <= rounds; round += 1) {
      const url = new URL(first);
      url.pathname = `${url.pathname}_${round}`;
      const name = url.pathname.slice(1);
      await admin.unsafe(`create database ${name}`);
      const environment = { DATABASE_URL: url.href };
      const migrating = Array.from({ length: processes }, () =>
        startProgram(trial, 'cli', environment, ['db', 'migrate', '--json']),
      );
      const codes = await Promise.all(migrating.map(({ ended }) => ended));
      const printed = migrating.map((program) => program.log().replaceAll(/\s+/g, ''));
      trial.expect(
        codes.every((code) => code === 0),
        `round ${round}: ended with ${codes.join(', ')}: ${printed.join(' ')}`,
      );
      const applied = printed.filter((text) => !text.includes('"applied":0'));
      trial.expect(applied.length === 1, `round ${round}: not exactly one applied: ${printed.join(' ')}`);
      await admin.unsafe(`drop database ${name} with (force)`);
    }
    trial.figure(`${rounds} times ${processes} processes, one of which applied`);
  },
};
