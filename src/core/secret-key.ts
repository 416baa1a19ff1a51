import { createSecretKey, type KeyObject } from 'node:crypto';

export const secretKeyBytes = 32;

/** Reads a key of 32 bytes in base64; undefined if it is not one. A `KeyObject` never shows the key when it is printed. */
export function readSecretKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64');
  const isKey = bytes.length === secretKeyBytes && bytes.toString('base64') === text;
  return isKey ? createSecretKey(bytes) : undefined;
}

export interface SecretBox {
  /** @param context is authenticated too: decryption requires the same context */
  encrypt(plain: string, context: string): string;
  /** @throws SecretsUnavailable if no key matches, or if the text was changed or belongs to another context */
  decrypt(sealed: string, context: string): string;
}
