import { hashToken } from '../../src/tokens/token.ts';

/** Encodes a token's hash as the argon2 string that the previous release stores and looks up. */
export async function encodedHashOf(token: string, parameters = 'm=64,t=1,p=1'): Promise<string> {
  const bytes = Buffer.from(await hashToken(token), 'hex');
  const parts = [Buffer.from('clientele.tokens'), bytes].map((part) =>
    part.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$${parameters}$${parts.join('$')}`;
}
