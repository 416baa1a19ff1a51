import { hash } from 'node:crypto';
import { invalidArgument } from '../../errors.ts';

const bare = /^[\x21\x23-\x7e]{1,255}$/;
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/;

/**
 * Reads the key from an `Idempotency-Key` header (IETF draft httpapi-idempotency-key-header): a quoted string, or the
 * same without quotes, as many clients send it.
 * @throws ApiError `invalid_argument`
 */
export function readIdempotencyKey(header: string): string {
  if (bare.test(header)) return header;
  const [, inQuotes] = quoted.exec(header) ?? [];
  if (inQuotes !== undefined) return inQuotes.replaceAll(/\\(.)/g, '$1');
  throw invalidArgument({
    'Idempotency-Key': 'Send one key of 1 to 255 printable ASCII characters, such as a new UUID.',
  });
}

/** Hashes an operation and its row, in any order of fields. Requests that reuse a key must have the same fingerprint. */
export function fingerprintOf(operation: string, row: object): string {
  const fields = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([operation, Object.fromEntries(fields)]), 'base64url');
}
