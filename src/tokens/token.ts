import { randomInt } from 'node:crypto';
import { argon2id, hash } from 'argon2';

const prefix = 'sk_live_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Generates a token: `sk_live_` and 32 random base62 characters, 190 bits (interface specification, section 5). */
export const generateToken = (): string =>
  prefix + Array.from({ length: 32 }, () => base62[randomInt(base62.length)]).join('');

export const isTokenForm = (text: string): boolean => /^sk_live_[0-9A-Za-z]{32}$/.test(text);

const salt = Buffer.from('clientele.tokens');

/**
 * Returns the argon2id hash of a token, 32 bytes in hexadecimal; nothing else of a token is stored. The encoded argon2
 * string is not used, since its format differs between releases. A constant salt and a small cost suffice for 190 random
 * bits (NIST SP 800-63B, look-up secrets), and allow finding a token by its hash.
 */
export async function hashToken(token: string): Promise<string> {
  const options = { type: argon2id, salt, memoryCost: 64, timeCost: 1, parallelism: 1, hashLength: 32 };
  return (await hash(token, { ...options, raw: true })).toString('hex');
}
