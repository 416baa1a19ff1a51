import { createSecretKey, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createConnection } from '../../src/connections/queries.ts';
import { rotateSecrets } from '../../src/connections/rotate.ts';
import { openSecrets, type Secrets } from '../../src/connections/secrets.ts';
import { secretContext } from '../../src/connections/services.ts';
import { connections } from '../../src/connections/table.ts';
import { startApi } from '../support/api.ts';
import { openPrivateDatabase } from '../support/private-database.ts';

const database = await openPrivateDatabase();
const api = await startApi({ database });
const { db } = database;
const [old, next] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
const secretsOf = (...secretKeys: (typeof old)[]) =>
  openSecrets({ secretKeys, database: { url: 'postgres://unused' } });
const values = {
  type: 'calendar' as const,
  integration: 'calendar',
  settings: { host: 'calendar.example.com' },
  keep: 'clients' as const,
  allowPrivate: false,
};

test('a secret that a worker replaces while others are rotated is rotated too', async () => {
  const organization = await api.organization();
  const ids = [];
  for (const name of ['one', 'two'])
    ids.push((await createConnection(organization.db, values, name, secretsOf(old))).id);
  const [, last = ''] = ids.toSorted();
  const context = secretContext(organization.id, last);
  const progress = new EventEmitter();
  const secrets: Secrets = {
    ...secretsOf(next, old),
    isCurrent(sealed) {
      progress.emit('begun');
      return secretsOf(next, old).isCurrent(sealed);
    },
  };
  const rotation = await db.transaction(async (worker) => {
    const secret = secretsOf(old).encrypt('a new refresh token', context);
    await worker.update(connections).set({ secret }).where(eq(connections.id, last));
    const begun = once(progress, 'begun');
    const running = rotateSecrets(db, [connections], secrets);
    await begun;
    return { running };
  });
  expect(await rotation.running).toEqual({ rotated: 2 });
  const [row] = await db.select().from(connections).where(eq(connections.id, last));
  expect(secretsOf(next).decrypt(row?.secret ?? '', context)).toBe('a new refresh token');
});
