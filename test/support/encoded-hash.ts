import { hashToken } from '../../src/tokens/token.ts';

/** A token's hash in the text form that the release before stores and looks up, with its argon2. */
export async function encodedHashOf(token: string, parameters = 'm=64,t=1,p=1'): Promise<string> {
  const bytes = Buffer.from(await hashToken(token), 'hex');
  const parts = [Buffer.from('clientele.tokens'), bytes].map((part) =>
    part.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$${parameters}$${parts.join('$')}`;
}
