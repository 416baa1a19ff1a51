import { createSecretKey, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createConnection } from '../../src/connections/queries.ts';
import { rotateSecrets } from '../../src/connections/rotate.ts';
import { openSecrets } from '../../src/connections/secrets.ts';
import { secretContext } from '../../src/connections/services.ts';
import { connections } from '../../src/connections/table.ts';
import { startApi } from '../support/api.ts';
import { openPrivateDatabase } from '../support/private-database.ts';

const database = await openPrivateDatabase();
const api = await startApi({ database });
const { db } = database;
const newKey = () => createSecretKey(randomBytes(32));
const secretsOf = (...secretKeys: ReturnType<typeof newKey>[]) =>
  openSecrets({ secretKeys, database: { url: 'postgres://unused' } });

const settings = { host: 'calendar.example.com' };
const values = {
  type: 'calendar' as const,
  integration: 'calendar',
  settings,
  keep: 'clients' as const,
  allowPrivate: false,
};

test('rotating encrypts the secrets of all organizations with the first key, once, and a lost key is named', async () => {
  const [old, next] = [newKey(), newKey()];
  const made = [];
  for (const name of ['one', 'two', 'three']) {
    const organization = await api.organization();
    const { id } = await createConnection(organization.db, values, `secret ${name}`, secretsOf(old));
    made.push({ name, id, context: secretContext(organization.id, id) });
  }
  expect(await rotateSecrets(db, [connections], secretsOf(next, old))).toEqual({ rotated: 3 });
  expect(await rotateSecrets(db, [connections], secretsOf(next, old))).toEqual({ rotated: 0 });
  for (const { name, id, context } of made) {
    const [row] = await db.select().from(connections).where(eq(connections.id, id));
    expect(secretsOf(next).decrypt(row?.secret ?? '', context)).toBe(`secret ${name}`);
  }
  await expect(rotateSecrets(db, [connections], secretsOf(newKey()))).rejects.toThrow(
    /^3 of the secrets cannot be decrypted; the old keys are kept\. connection [0-9a-f-]{36}: a secret was encrypted with another key/,
  );
});
