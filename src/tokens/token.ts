import { randomInt } from 'node:crypto';
import { argon2id, hash } from 'argon2';

const prefix = 'sk_live_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^sk_live_[0-9A-Za-z]{32}$/;

/** A new token: `sk_live_` and 32 random base62 characters, 190 bits (interface specification, section 5). */
export function generateToken(): string {
  return prefix + Array.from({ length: 32 }, () => base62[randomInt(base62.length)]).join('');
}

/** True when the text has the form of a token. */
export const isTokenForm = (text: string): boolean => form.test(text);

const salt = Buffer.from('clientele.tokens');

/**
 * The one thing that is stored of a token: its argon2id hash, 32 bytes in hexadecimal digits. Not the string that argon2 encodes
 * it in, whose form differs between its releases. The salt is constant and the cost small, since a token carries 190
 * random bits (NIST SP 800-63B, look-up secrets); so the hash is its own index.
 */
export async function hashToken(token: string): Promise<string> {
  const options = { type: argon2id, salt, memoryCost: 64, timeCost: 1, parallelism: 1, hashLength: 32 };
  return (await hash(token, { ...options, raw: true })).toString('hex');
}
