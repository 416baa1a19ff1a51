import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSecrets, SecretsUnavailable } from '../../src/connections/secrets.ts';
import { temporaryFolder } from '../support/folder.ts';

const newKey = () => createSecretKey(randomBytes(32));
/** The secrets of a service on PostgreSQL. */
const withKeys = (...secretKeys: KeyObject[]) =>
  openSecrets({ secretKeys, database: { url: 'postgres://db/x' } });
const context = 'organization/connection';

test('a secret is decrypted with its own key and context only', () => {
  const box = withKeys(newKey());
  const sealed = box.encrypt('pässword 🔑', context);
  expect(sealed).toMatch(/^v1\.[0-9a-f]{16}\.[\w-]+$/);
  expect(box.decrypt(sealed, context)).toBe('pässword 🔑');
  expect(() => box.decrypt(sealed, 'organization/another')).toThrow(SecretsUnavailable);
  expect(() => withKeys(newKey()).decrypt(sealed, context)).toThrow(
    /encrypted with another key.*SECRETS_KEY/,
  );
});

test('without any key on PostgreSQL, reading or making a secret says that SECRETS_KEY is missing, and how to make a key', () => {
  const sealed = withKeys(newKey()).encrypt('swordfish', context);
  const without = withKeys();
  expect(() => without.decrypt(sealed, context)).toThrow(
    /^SECRETS_KEY is missing: .* the same for server, worker/,
  );
  expect(() => without.encrypt('swordfish', context)).toThrow(
    /^SECRETS_KEY is missing: [^\n]*openssl rand -base64 32[^\n]*$/,
  );
});

test('the same secret is encrypted differently each time, and an empty one can be encrypted', () => {
  const box = withKeys(newKey());
  expect(box.encrypt('same', context)).not.toBe(box.encrypt('same', context));
  expect(box.decrypt(box.encrypt('', context), context)).toBe('');
});

test('any changed character of an encrypted secret is detected, and no error shows the secret', () => {
  const box = withKeys(newKey());
  const sealed = box.encrypt('swordfish', context);
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'a' ? 'b' : 'a') + sealed.slice(at + 1);
    // The last character of base64 may hold unused bits.
    if (at === sealed.length - 1) continue;
    expect(() => box.decrypt(changed, context)).toThrow(SecretsUnavailable);
    expect(() => box.decrypt(changed, context)).not.toThrow(/swordfish/);
  }
  for (const damaged of ['', 'v1', 'v2.0000000000000000.AAAA', sealed.slice(0, 40)])
    expect(() => box.decrypt(damaged, context)).toThrow(SecretsUnavailable);
});

test('the first key of SECRETS_KEY encrypts, and the others still decrypt', () => {
  const [old, next] = [newKey(), newKey()];
  const sealed = withKeys(old).encrypt('swordfish', context);
  const both = withKeys(next, old);
  expect(both.decrypt(sealed, context)).toBe('swordfish');
  expect(both.isCurrent(sealed)).toBe(false);
  const again = both.encrypt('swordfish', context);
  expect(both.isCurrent(again)).toBe(true);
  expect(withKeys(next).decrypt(again, context)).toBe('swordfish');
});

test('the embedded database gets a key file of its own when the first secret is encrypted', () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'secrets.key');
  const settings = { secretKeys: [], database: { dataDir } };
  const box = openSecrets(settings);
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  const sealed = box.encrypt('swordfish', context);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openSecrets(settings).decrypt(sealed, context)).toBe('swordfish');
});

test('a secret of the key file stays readable when SECRETS_KEY is set later', () => {
  const database = { dataDir: temporaryFolder() };
  const sealed = openSecrets({ secretKeys: [], database }).encrypt('swordfish', context);
  const box = openSecrets({ secretKeys: [newKey()], database });
  expect(box.decrypt(sealed, context)).toBe('swordfish');
  expect(box.isCurrent(sealed)).toBe(false);
});

test('rotating the key file keeps the old key until the rotation ends', () => {
  const dataDir = temporaryFolder();
  const settings = { secretKeys: [], database: { dataDir } };
  const box = openSecrets(settings);
  const sealed = box.encrypt('swordfish', context);
  box.beginRotation();
  expect(box.isCurrent(sealed)).toBe(false);
  const interrupted = openSecrets(settings);
  expect(interrupted.decrypt(sealed, context)).toBe('swordfish');
  const again = box.encrypt(box.decrypt(sealed, context), context);
  box.endRotation();
  expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim().split('\n')).toHaveLength(1);
  expect(openSecrets(settings).decrypt(again, context)).toBe('swordfish');
  expect(() => openSecrets(settings).decrypt(sealed, context)).toThrow(SecretsUnavailable);
});

test.each<[string, number, RegExp]>([
  ['key', 0o640, /others can read .*chmod 600/],
  ['key', 0o604, /others can read .*chmod 600/],
  ['no key', 0o600, /holds no key/],
  ['', 0o600, /holds no key/],
])('a key file with %j and mode %o is refused with what to do', (content, mode, message) => {
  const key = randomBytes(32).toString('base64');
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'secrets.key');
  writeFileSync(path, `${content === 'key' ? key : content}\n`);
  chmodSync(path, mode);
  const encrypt = () => openSecrets({ secretKeys: [], database: { dataDir } }).encrypt('swordfish', context);
  expect(encrypt).toThrow(message);
  expect(encrypt).not.toThrow(key);
});
