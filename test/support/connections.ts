import { createSecretKey, randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { openSecrets } from '../../src/connections/secrets.ts';
import type { ConnectionServices } from '../../src/connections/services.ts';
import type { Database } from '../../src/core/db/database.ts';
import { createLog } from '../../src/log.ts';

/** A key of SECRETS_KEY, which all tests of a file share. */
export const secretKey = randomBytes(32);

/** The services of connections on a database; log lines go to `lines`. Polls are far apart, so that only IDLE is quick. */
export function connectionServices(
  { db }: Pick<Database, 'db'>,
  lines: string[] = [],
  pollMs = 60_000,
): ConnectionServices {
  const log = createLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) });
  const secrets = openSecrets({
    secretKeys: [createSecretKey(secretKey)],
    database: { url: 'postgres://unused' },
  });
  return {
    db,
    log,
    secrets,
    tokens: new Map(),
    batches: pLimit(8),
    calendars: pLimit(16),
    maxKept: 200,
    pollMs,
    silenceMs: 120_000,
    restMs: 50,
  };
}
