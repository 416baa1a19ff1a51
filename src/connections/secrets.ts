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
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isOwn } from '../core/db/data-dir.ts';
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

/** Loads the keys from `SECRETS_KEY`, or from a file in the data directory that is created when first needed. */
export function openSecrets({ secretKeys, database }: SecretSettings): Secrets {
  const given = secretKeys.map(toKey);
  const file = 'dataDir' in database ? join(database.dataDir, 'secrets.key') : undefined;
  let fromFile: Key[] | undefined;
  const keysInFile = () => {
    fromFile ??= file === undefined ? [] : readKeys(file);
    return fromFile;
  };
  const write = (path: string, keys: readonly Key[]) => {
    writeKeys(path, keys);
    fromFile = [...keys];
  };

  /** The first key. Secrets encrypted with the key file stay readable when `SECRETS_KEY` is set later. */
  function firstKey(): Key {
    const known = given[0] ?? keysInFile()[0];
    if (known) return known;
    if (file === undefined) throw new SecretsUnavailable(missingKey);
    const made = toKey(createSecretKey(randomBytes(secretKeyBytes)));
    write(file, [made]);
    return made;
  }

  return {
    encrypt: (plain, context) => seal(firstKey(), plain, context),
    decrypt(sealed, context) {
      const id = keyIdOf(sealed);
      if (file === undefined && given.length === 0) throw new SecretsUnavailable(missingKey);
      const key = [...given, ...keysInFile()].find((each) => each.id === id);
      if (!key)
        throw new SecretsUnavailable(
          `a secret was encrypted with another key (${id}); add that key to the end of ${file === undefined || given.length > 0 ? 'SECRETS_KEY' : file}`,
        );
      return open(key, sealed, context);
    },
    isCurrent: (sealed) => keyIdOf(sealed) === firstKey().id,
    beginRotation() {
      if (given.length === 0 && file !== undefined)
        write(file, [toKey(createSecretKey(randomBytes(secretKeyBytes))), ...keysInFile()]);
    },
    endRotation() {
      if (given.length === 0 && file !== undefined) write(file, keysInFile().slice(0, 1));
    },
  };
}

const missingKey =
  'SECRETS_KEY is missing: with PostgreSQL, connections and webhooks need it; set it to the output of "openssl rand -base64 32", the same for server, worker and command line';

const version = 'v1';
const partsOf = (sealed: string) => /^v1\.([0-9a-f]{16})\.([\w-]+)$/.exec(sealed);

function keyIdOf(sealed: string): string {
  const [, id] = partsOf(sealed) ?? [];
  if (id === undefined)
    throw new SecretsUnavailable(
      'a secret is damaged; replace it with "connection update" or "webhook rotate"',
    );
  return id;
}

const authenticated = (id: string, context: string) => Buffer.from(`${version}.${id}\0${context}`);

/** Encrypts as `v1.<key id>.<nonce, tag and ciphertext in base64url>`. */
function seal({ id, key }: Key, plain: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce).setAAD(authenticated(id, context));
  const text = Buffer.concat([encryption.update(plain, 'utf8'), encryption.final()]);
  return `${version}.${id}.${Buffer.concat([nonce, encryption.getAuthTag(), text]).toString('base64url')}`;
}

function open({ id, key }: Key, sealed: string, context: string): string {
  const bytes = Buffer.from(partsOf(sealed)?.[2] ?? '', 'base64url');
  try {
    const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(authenticated(id, context))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = decryption.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decryption.final()]).toString('utf8');
  } catch {
    throw new SecretsUnavailable(
      'a secret was changed or belongs to another record; replace it with "connection update" or "webhook rotate"',
    );
  }
}

const { O_RDONLY, O_NOFOLLOW } = constants;

/** Reads the keys of a key file, one per line; none if there is no file. */
function readKeys(path: string): Key[] {
  const file = openIfExists(path);
  if (file === undefined) return [];
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.nlink > 1 || !isOwn(stats))
      throw new SecretsUnavailable(`${path} is not a file of this user alone; see who put it there`);
    if (process.getuid !== undefined && (stats.mode & 0o077) !== 0)
      throw new SecretsUnavailable(
        `others can read ${path}; run: chmod 600 ${path} — and rotate the key with "connection rotate-secrets"`,
      );
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const keys = lines.map(readSecretKey);
    if (keys.length === 0 || !keys.every((key) => key !== undefined))
      throw new SecretsUnavailable(`${path} holds no key; restore it from a backup`);
    return keys.map(toKey);
  } finally {
    closeSync(file);
  }
}

function openIfExists(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw new SecretsUnavailable(`${path} is a link; put the key file itself there`);
    throw error;
  }
}

/** Replaces the key file in one step, so that a crash leaves either the old file or the new one. */
function writeKeys(path: string, keys: readonly Key[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const lines = keys.map(({ key }) => `${key.export().toString('base64')}\n`);
  writeFileSync(unfinished, lines.join(''), { flag: 'wx', mode: 0o600, flush: true });
  renameSync(unfinished, path);
  // The new name survives a power loss only once the directory is written.
  const directory = openSync(dirname(path), O_RDONLY);
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
