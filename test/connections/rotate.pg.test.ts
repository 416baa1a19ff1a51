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
const newKey = () => createSecretKey(randomBytes(32));
const [old, next] = [newKey(), newKey()];
const secretsOf = (...secretKeys: (typeof old)[]) =>
  openSecrets({ secretKeys, database: { url: 'postgres://unused' } });
const values = {
  type: 'calendar' as const,
  integration: 'calendar',
  settings: { host: 'calendar.example.com' },
  keep: 'clients' as const,
  allowPrivate: false,
};

/** Connections of organizations of their own, each with its name as its secret, by the old key; in the order of rotation. */
async function sealed(...names: string[]) {
  const made = [];
  for (const name of names) {
    const organization = await api.organization();
    const { id } = await createConnection(organization.db, values, name, secretsOf(old));
    made.push({ name, id, context: secretContext(organization.id, id) });
  }
  return made.sort((a, b) => (a.context < b.context ? -1 : 1));
}

async function openWithNext({ id, context }: { id: string; context: string }): Promise<string> {
  const [row] = await db.select().from(connections).where(eq(connections.id, id));
  return secretsOf(next).decrypt(row?.secret ?? '', context);
}

test('rotating encrypts the secrets of all organizations with the first key, once, and a lost key is named', async () => {
  const made = await sealed('one', 'two', 'three');
  expect(await rotateSecrets(db, [connections], secretsOf(next, old))).toEqual({ rotated: 3 });
  expect(await rotateSecrets(db, [connections], secretsOf(next, old))).toEqual({ rotated: 0 });
  for (const each of made) expect(await openWithNext(each)).toBe(each.name);
  await expect(rotateSecrets(db, [connections], secretsOf(newKey()))).rejects.toThrow(
    /^3 of the secrets cannot be decrypted; the old keys are kept\. connection [0-9a-f-]{36}: a secret was encrypted with another key/,
  );
});

test('a secret that a worker replaces while others are rotated is rotated too', async () => {
  const last = (await sealed('one', 'two')).at(-1) ?? expect.fail();
  const progress = new EventEmitter();
  const secrets: Secrets = {
    ...secretsOf(next, old),
    isCurrent(sealed) {
      progress.emit('begun');
      return secretsOf(next, old).isCurrent(sealed);
    },
  };
  const rotation = await db.transaction(async (worker) => {
    const secret = secretsOf(old).encrypt('a new refresh token', last.context);
    await worker.update(connections).set({ secret }).where(eq(connections.id, last.id));
    const begun = once(progress, 'begun');
    const running = rotateSecrets(db, [connections], secrets);
    await begun;
    return { running };
  });
  expect(await rotation.running).toEqual({ rotated: 2 });
  expect(await openWithNext(last)).toBe('a new refresh token');
});
