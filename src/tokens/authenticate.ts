import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Database, Db } from '../core/db/database.ts';
import type { Caller } from '../core/permissions.ts';
import { findByHashes, recordLastUse } from './queries.ts';
import { hashToken, isTokenForm } from './token.ts';

interface CachedToken {
  readonly caller: Caller;
  /** Kept so that another look-up of the token needs no hashing. */
  readonly tokenHash: string;
  readonly freshUntilMs: number;
  /** The number of change notifications received before the look-up began. */
  readonly changes: number;
}

const cachedForMs = 5_000;
const maxCached = 50_000;

/**
 * Creates an authenticator. It caches look-ups in memory for 5 s, and looks every token up again once the database reports a
 * change, so a token revoked anywhere is refused everywhere. Load shedding bounds the look-ups of unknown tokens.
 * @param clock returns monotonic milliseconds
 */
export function createAuthenticator(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  log: Logger,
  clock: { now(): number } = performance,
) {
  const cache = new LRUCache<string, CachedToken>({ max: maxCached });
  let hits = 0;
  let misses = 0;
  let changes = 0;

  const expireAll = () => void changes++;
  // Not awaited: without notifications, entries still expire after 5 s.
  listen('clientele_token_changed', expireAll, expireAll).catch((error: unknown) => {
    log.warn({ err: error }, 'cannot listen for token changes; revocation takes up to 5 s in this process');
  });

  // Two statements at a time: a connection that is stuck does not hold up every caller, nor do look-ups fill the pool.
  const limit = pLimit(2);
  let next: { hashes: string[]; rows: ReturnType<typeof find> } | undefined;

  /** Finds a token together with all others that are asked for before their statement begins. */
  async function findTogether(tokenHash: string) {
    if (!next) {
      const hashes: string[] = [];
      const rows = limit(() => {
        next = undefined;
        return find(db, log, hashes);
      });
      next = { hashes, rows };
    }
    next.hashes.push(tokenHash);
    return (await next.rows).get(tokenHash);
  }

  async function lookUp(token: string, key: string): Promise<Caller | null> {
    const [changesBefore, begunAtMs] = [changes, clock.now()];
    const row = await findTogether(cache.peek(key)?.tokenHash ?? (await hashToken(token)));
    if (!row) {
      cache.delete(key);
      return null;
    }
    const { id: tokenId, organizationId, hash: tokenHash, userId, expiresAt } = row;
    const permissions = userId === null ? 'all' : new Set(row.permissions);
    const caller: Caller = { tokenId, organizationId, permissions };
    const lifetimeMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - Date.now();
    const freshUntilMs = Math.min(begunAtMs + cachedForMs, clock.now() + lifetimeMs);
    cache.set(key, { caller, tokenHash, freshUntilMs, changes: changesBefore });
    return caller;
  }

  return {
    /** Returns a promise only if it asks the database. */
    authenticate(token: string | undefined): Caller | null | Promise<Caller | null> {
      if (token === undefined || !isTokenForm(token)) return null;
      const key = keyOf(token);
      const cached = cache.get(key);
      if (cached?.changes === changes && clock.now() < cached.freshUntilMs) {
        hits += 1;
        return cached.caller;
      }
      misses += 1;
      return lookUp(token, key);
    },
    callerOf: (token: string | undefined) =>
      token === undefined ? undefined : cache.peek(keyOf(token))?.caller,
    /** Returns the hits and misses of the cache since the start. */
    cacheState: () => ({ hits, misses }),
  };
}

/** Identifies the callers of requests by their tokens. */
export type Authenticator = ReturnType<typeof createAuthenticator>;

const keyOf = (token: string) => hash('sha256', token, 'base64');

async function find(db: Db, log: Logger, hashes: readonly string[]) {
  const rows = await findByHashes.run(db, { hashes: hashes.join(' ') });
  const used = rows.filter(({ isUseDue }) => isUseDue).map((row) => row.hash);
  if (used.length > 0)
    recordLastUse.run(db, { hashes: used.join(' ') }).catch((error: unknown) => {
      log.warn({ err: error, tokens: used.length }, 'could not record the last use of tokens');
    });
  return new Map(rows.map((row) => [row.hash, row]));
}
