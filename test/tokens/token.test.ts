import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createToken } from '../../src/tokens/queries.ts';
import { generateToken, hashToken, isTokenForm } from '../../src/tokens/token.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();
const organizationKey = { userId: null, permissions: [], name: null, expiresAt: null };

test('a token is sk_live_ and 32 base62 characters, all of which occur, and never the same twice', () => {
  const made = Array.from({ length: 1_000 }, generateToken);
  for (const token of made) expect(token).toMatch(/^sk_live_[0-9A-Za-z]{32}$/);
  expect(new Set(made).size).toBe(1_000);
  expect(new Set(made.map((token) => token.slice('sk_live_'.length)).join('')).size).toBe(62);
});

test('nothing else has the format of a token', () => {
  const token = generateToken();
  expect(isTokenForm(token)).toBe(true);
  const others = [
    '',
    'sk_live_',
    token.slice(0, -1),
    `${token}0`,
    `${token}\n`,
    ` ${token}`,
    token.slice(8),
    token.replace('sk_live_', 'SK_LIVE_'),
    token.replace('sk_live_', 'sk_test_'),
    `sk_live_${'-'.repeat(32)}`,
    `sk_live_${'é'.repeat(32)}`,
    `sk_live_${'٣'.repeat(32)}`,
  ];
  expect(others.filter(isTokenForm)).toEqual([]);
});

test('the hash of a token is the same in every release, whatever encoding argon2 uses', async () => {
  const hash = await hashToken('sk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV');
  expect(hash).toBe('001cbe22bb0e92c8081f2b7725261360bb64554c38e9015d01a5a2aa580a59cc');
});

test('a dump of the tables contains no token and nothing derived from one except its argon2id hash', async () => {
  const { db, token } = await api.organization();
  await createToken(db, { ...organizationKey, name: 'CRM sync' });
  const headers = { 'idempotency-key': 'key' };
  await api.post('/v1/clients', { token, body: { name: 'Globex' }, headers });
  const rowsOf = (table: string) =>
    api.database.db
      .select({ all: sql<string>`json_agg(each)::text` })
      .from(sql`${sql.identifier(table)} as each`)
      .where(sql`organization_id = ${db.organizationId}`);
  const tables = ['tokens', 'audit_entries', 'idempotency_keys'];
  const dump = JSON.stringify(await Promise.all(tables.map(rowsOf)));
  for (const content of ['CRM sync', 'clients.create', 'Globex']) expect(dump).toContain(content);
  const secret = token.slice('sk_live_'.length);
  for (const part of [token, secret, secret.slice(0, 8), secret.slice(-8)]) expect(dump).not.toContain(part);
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const digest = createHash(algorithm).update(token).digest(encoding);
      expect(dump).not.toContain(digest.slice(0, 16));
    }
  }
});

test('a key without a user cannot have permissions of a user', async () => {
  const { db } = await api.organization();
  const values = { ...organizationKey, permissions: ['clients:read' as const] };
  await expect(createToken(db, values)).rejects.toThrow();
});
