import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readSecretKey, type SecretBox, secretKeyBytes } from '../core/secret-key.ts';
import { ConnectionFault } from './fault.ts';

/** A secret box whose key can be rotated. */
export interface Secrets extends SecretBox {
  /** True if the text is encrypted with the first key. */
  isCurrent(sealed: string): boolean;
  /**
   * Begins a rotation: adds a new first key to the key file and keeps the earlier ones. Does not change `SECRETS_KEY`,
   * where the administrator adds the new key.
   */
  beginRotation(): void;
  /** Ends a rotation after all secrets were re-encrypted: removes all but the first key from the key file. */
  endRotation(): void;
}

/** Thrown when a secret cannot be encrypted or decrypted. The message names the setting to fix. */
export class SecretsUnavailable extends ConnectionFault {}

interface SecretSettings {
  /** The keys of `SECRETS_KEY`: the first encrypts, all decrypt. */
  readonly secretKeys: readonly KeyObject[];
  readonly database: { readonly url: string } | { readonly dataDir: string };
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** Identifies the key in encrypted texts. Derived from the key without revealing it. */
  readonly id: string;
  readonly key: KeyObject;
}

const toKey = (key: KeyObject): Key => ({
  id: createHmac('sha256', key).update('id of a key for secrets of connections').digest('hex').slice(0, 16),
  key,
});

const newKey = () => toKey(createSecretKey(randomBytes(secretKeyBytes)));

/** Loads the keys from `SECRETS_KEY`, or from a file in the data directory that is created when first needed. */
export function openSecrets({ secretKeys, database }: SecretSettings): Secrets {
  const given = secretKeys.map(toKey);
  const file = 'dataDir' in database ? join(database.dataDir, 'secrets.key') : undefined;
  let fromFile: readonly Key[] | undefined;
  const keysInFile = () => {
    fromFile ??= file === undefined ? [] : readKeys(file);
    return fromFile;
  };

  const write = (path: string, keys: readonly Key[]) => {
    writeKeys(path, keys);
    fromFile = keys;
  };

  /** The first key. Secrets encrypted with the key file stay readable when `SECRETS_KEY` is set later. */
  function firstKey(): Key {
    const known = given[0] ?? keysInFile()[0];
    if (known) return known;
    if (file === undefined) throw new SecretsUnavailable(missingKey);
    const made = newKey();
    write(file, [made]);
    return made;
  }

  return {
    encrypt: (plain, context) => seal(firstKey(), plain, context),
    decrypt(sealed, context) {
      const { id, bytes } = parse(sealed);
      if (file === undefined && given.length === 0) throw new SecretsUnavailable(missingKey);
      const key = [...given, ...keysInFile()].find((each) => each.id === id);
      if (!key)
        throw new SecretsUnavailable(
          `a secret was encrypted with another key (${id}); add that key to the end of ${file === undefined || given.length > 0 ? 'SECRETS_KEY' : file}`,
        );
      return open(key, bytes, context);
    },
    isCurrent: (sealed) => parse(sealed).id === firstKey().id,
    beginRotation() {
      if (given.length === 0 && file !== undefined) write(file, [newKey(), ...keysInFile()]);
    },
    endRotation() {
      if (given.length === 0 && file !== undefined) write(file, keysInFile().slice(0, 1));
    },
  };
}

const missingKey =
  'SECRETS_KEY is missing: with PostgreSQL, connections and webhooks need it; set it to the output of "openssl rand -base64 32", the same for server, worker and command line';

const version = 'v1';

function parse(sealed: string): { id: string; bytes: Buffer } {
  const [, id, text] = /^v1\.([0-9a-f]{16})\.([\w-]+)$/.exec(sealed) ?? [];
  if (id === undefined || text === undefined)
    throw new SecretsUnavailable(
      'a secret is damaged; replace it with "connection update" or "webhook rotate"',
    );
  return { id, bytes: Buffer.from(text, 'base64url') };
}

const authenticated = (id: string, context: string) => Buffer.from(`${version}.${id}\0${context}`);

/** Encrypts as `v1.<key id>.<nonce, tag and ciphertext in base64url>`. */
function seal({ id, key }: Key, plain: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce).setAAD(authenticated(id, context));
  const text = Buffer.concat([encryption.update(plain, 'utf8'), encryption.final()]);
  return `${version}.${id}.${Buffer.concat([nonce, encryption.getAuthTag(), text]).toString('base64url')}`;
}

function open({ id, key }: Key, bytes: Buffer, context: string): string {
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  try {
    const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      .setAAD(authenticated(id, context))
      .setAuthTag(tag);
    const text = decryption.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decryption.final()]).toString('utf8');
  } catch {
    throw new SecretsUnavailable(
      'a secret was changed or belongs to another record; replace it with "connection update" or "webhook rotate"',
    );
  }
}

/** Reads the keys of a key file, one per line; none if there is no file. Only this user can write to its directory. */
function readKeys(path: string): Key[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (process.getuid !== undefined && (stats.mode & 0o077) !== 0)
    throw new SecretsUnavailable(
      `others can read ${path}; run: chmod 600 ${path} — and rotate the key with "connection rotate-secrets"`,
    );
  const keys = readFileSync(path, 'utf8').split('\n').filter(Boolean).map(readSecretKey);
  if (keys.length === 0 || !keys.every((key) => key !== undefined))
    throw new SecretsUnavailable(`${path} holds no key; restore it from a backup`);
  return keys.map(toKey);
}

/** Replaces the key file in one step, so that a crash leaves either the old file or the new one. */
function writeKeys(path: string, keys: readonly Key[]): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const lines = keys.map(({ key }) => `${key.export().toString('base64')}\n`);
  writeFileSync(unfinished, lines.join(''), { flag: 'wx', mode: 0o600, flush: true });
  renameSync(unfinished, path);
  // The new name survives a power loss only once the directory is written.
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
