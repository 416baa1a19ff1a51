import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../core/db.ts';
import type { Caller } from '../core/permissions.ts';
import { noteUses, prepareTokenLookup, type TokenUse } from './queries.ts';
import { hashToken, isTokenForm } from './token.ts';

interface Remembered {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  /** Kept for as long as the entry, so that looking the token up again does not cost another hash. */
  readonly tokenHash: string;
  readonly lookedUpAtMs: number;
}

const rememberedForMs = 5_000;
const maxRemembered = 50_000;
const usesNotedEveryMs = 1_000;

/**
 * Makes the function that says who a token belongs to. It trusts what it looked up for 5 s, in memory only, and
 * forgets at once what the database says has changed; so a token that is revoked anywhere is refused everywhere.
 * @param clock gives monotonic milliseconds
 */
export function createAuthenticator(database: Database, log: Logger, clock: { now(): number } = performance) {
  const { db } = database;
  const lookup = prepareTokenLookup(db);
  const keyByTokenId = new Map<string, string>();
  const remembered = new LRUCache<string, Remembered>({
    max: maxRemembered,
    dispose: ({ caller }) => keyByTokenId.delete(caller.tokenId),
    noDisposeOnSet: true,
  });
  const underWay = new Map<string, Promise<Remembered | null>>();
  let changes = 0;

  function forget(tokenId?: string): void {
    changes++;
    underWay.clear();
    if (tokenId === undefined) remembered.clear();
    const key = tokenId === undefined ? undefined : keyByTokenId.get(tokenId);
    if (key !== undefined) remembered.delete(key);
  }

  // Not awaited: without its notifications the process still looks each token up again every 5 s.
  database.listen('clientele_token_changed', forget, forget).catch((error: unknown) => {
    log.warn({ err: error }, 'not told of changed tokens; revocation takes up to 5 s here');
  });

  async function lookUp(token: string, key: string): Promise<Remembered | null> {
    const changesBefore = changes;
    const lookedUpAtMs = clock.now();
    const tokenHash = remembered.peek(key)?.tokenHash ?? (await hashToken(token));
    const [row] = await lookup.execute({ hash: tokenHash });
    if (!row) {
      remembered.delete(key);
      return null;
    }
    const { id: tokenId, organizationId, userId, expiresAt } = row;
    const entry: Remembered = {
      caller: { tokenId, organizationId, permissions: userId === null ? 'all' : new Set(row.permissions) },
      expiresAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      tokenHash,
      lookedUpAtMs,
    };
    // A change that came in meanwhile may be to this very token, so what was read may be old.
    if (changes === changesBefore) {
      remembered.set(key, entry);
      keyByTokenId.set(tokenId, key);
    }
    if (row.isUseDue && entry.expiresAtMs > Date.now()) note({ organizationId, tokenId });
    return entry;
  }

  function lookUpOnce(token: string, key: string): Promise<Remembered | null> {
    const known = underWay.get(key);
    if (known) return known;
    const started = lookUp(token, key).finally(() => {
      if (underWay.get(key) === started) underWay.delete(key);
    });
    underWay.set(key, started);
    return started;
  }

  let uses: TokenUse[] = [];

  /** Has the use written with all others of the same second, in one statement. */
  function note(use: TokenUse): void {
    uses.push(use);
    if (uses.length > 1) return;
    setTimeout(() => {
      const noted = uses;
      uses = [];
      noteUses(db, noted).catch((error: unknown) => {
        log.warn({ err: error, tokens: noted.length }, 'could not note the use of tokens');
      });
    }, usesNotedEveryMs).unref();
  }

  return async function authenticate(token: string | undefined): Promise<Caller | null> {
    if (token === undefined || !isTokenForm(token)) return null;
    const key = hash('sha256', token, 'base64');
    const known = remembered.get(key);
    const isFresh = known !== undefined && clock.now() - known.lookedUpAtMs <= rememberedForMs;
    const entry = isFresh ? known : await lookUpOnce(token, key);
    return entry && entry.expiresAtMs > Date.now() ? entry.caller : null;
  };
}
