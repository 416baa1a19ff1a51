import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../core/db/database.ts';
import type { Caller } from '../core/permissions.ts';
import { withTimeout } from '../core/timeouts.ts';
import { inBatches } from './batches.ts';
import { findByHashes, recordLastUse, type TokenUse } from './queries.ts';
import { hashToken, isTokenForm } from './token.ts';

interface CachedToken {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  /** Kept so that another look-up of the token needs no hashing. */
  readonly tokenHash: string;
  readonly lookedUpAtMs: number;
  /** The number of change notifications received before the look-up began. */
  readonly changes: number;
}

const cachedForMs = 5_000;
const maxCached = 50_000;
const usesWrittenEveryMs = 1_000;
const closePatienceMs = 1_000;

/** Batches of uncached tokens: the number hashed and looked up at once, and the number that may wait. */
const uncached = { size: 64, waiting: 5_000 };

/** Batches of cached tokens with an expired entry. With thousands of tokens in use, almost every request has one. */
const cached = { size: 256, waiting: 5_000, nextAfterMs: 100 };

/** The size of the token cache, and its hits and misses since the start. */
export interface TokenCacheState {
  readonly entries: number;
  readonly hits: number;
  readonly misses: number;
}

/** Identifies the callers of requests by their tokens. */
export interface Authenticator {
  /**
   * Returns the caller, or null when the token is unknown, revoked, expired or malformed. Returns a promise only if it
   * asks the database.
   */
  authenticate(token: string | undefined): Caller | null | Promise<Caller | null>;
  /** Returns the caller from the cache at once, even if the entry is older than 5 s; undefined for an uncached token. */
  callerOf(token: string | undefined): Caller | undefined;
  cacheState(): TokenCacheState;
  /** Writes the pending token uses. */
  close(): Promise<void>;
}

/**
 * Creates an authenticator. It caches look-ups in memory for 5 s, and drops an entry as soon as the database reports a
 * change, so a token revoked anywhere is refused everywhere. Cached and uncached tokens are looked up in separate
 * batches, so that cached ones never wait for uncached ones.
 * @param clock returns monotonic milliseconds
 */
export function createAuthenticator(
  database: Database,
  log: Logger,
  clock: { now(): number } = performance,
  databaseTimeoutMs?: number,
): Authenticator {
  const { db } = database;
  const keyByTokenId = new Map<string, string>();
  const cache = new LRUCache<string, CachedToken>({
    max: maxCached,
    dispose: ({ caller }) => keyByTokenId.delete(caller.tokenId),
    noDisposeOnSet: true,
  });
  const underWay = new Map<string, Promise<CachedToken | null>>();
  let hits = 0;
  let misses = 0;
  let changes = 0;
  let trustedChanges = 0;

  function forget(tokenId: string): void {
    changes++;
    underWay.clear();
    const key = keyByTokenId.get(tokenId);
    if (key !== undefined) cache.delete(key);
  }

  /** Expires all entries without removing them: removed tokens would queue with the uncached ones. */
  function distrust(): void {
    changes++;
    underWay.clear();
    trustedChanges = changes;
  }

  // Not awaited: without notifications, entries still expire after 5 s.
  database.listen('clientele_token_changed', forget, distrust).catch((error: unknown) => {
    log.warn({ err: error }, 'cannot listen for token changes; revocation takes up to 5 s in this process');
  });

  async function rowsByHash(tokenHashes: readonly string[]) {
    const rows = await findByHashes.run(db, { hashes: tokenHashes.join(' ') });
    return new Map(rows.map((row) => [row.hash, row]));
  }

  // Batches keep a flood of unknown tokens to one connection of the pool. A valid token on its first use waits in the
  // same queue.
  const findUncached = inBatches(async (batch: readonly string[]) => {
    const tokenHashes = await Promise.all(batch.map(hashToken));
    const hashByToken = new Map(batch.map((token, at) => [token, tokenHashes[at]]));
    const rowByHash = await rowsByHash(tokenHashes);
    return (token) => rowByHash.get(hashByToken.get(token) ?? '');
  }, uncached);

  const findCached = inBatches(async (tokenHashes: readonly string[]) => {
    const rowByHash = await rowsByHash(tokenHashes);
    return (tokenHash) => rowByHash.get(tokenHash);
  }, cached);

  async function lookUp(token: string, key: string): Promise<CachedToken | null> {
    const changesBefore = changes;
    const lookedUpAtMs = clock.now();
    const cachedHash = cache.peek(key)?.tokenHash;
    const row = await (cachedHash === undefined ? findUncached(token) : findCached(cachedHash));
    if (!row) {
      cache.delete(key);
      return null;
    }
    const { id: tokenId, organizationId, hash: tokenHash, userId, expiresAt } = row;
    const entry: CachedToken = {
      caller: { tokenId, organizationId, permissions: userId === null ? 'all' : new Set(row.permissions) },
      expiresAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      tokenHash,
      lookedUpAtMs,
      changes: changesBefore,
    };
    // A change during the look-up may concern this token, so the row may be stale.
    if (changes === changesBefore) {
      cache.set(key, entry);
      keyByTokenId.set(tokenId, key);
    }
    if (row.isUseDue && entry.expiresAtMs > Date.now()) recordUse({ organizationId, tokenId });
    return entry;
  }

  function lookUpOnce(token: string, key: string): Promise<CachedToken | null> {
    const begun = underWay.get(key);
    if (begun) return begun;
    const started = withTimeout(lookUp(token, key), databaseTimeoutMs);
    const ended = () => {
      if (underWay.get(key) === started) underWay.delete(key);
    };
    started.then(ended, ended);
    underWay.set(key, started);
    return started;
  }

  let uses: TokenUse[] = [];

  /** Queues a use; all uses within a second are written in one statement. */
  function recordUse(use: TokenUse): void {
    uses.push(use);
    if (uses.length === 1) setTimeout(writeUses, usesWrittenEveryMs).unref();
  }

  async function writeUses(): Promise<void> {
    const written = uses;
    uses = [];
    if (written.length === 0) return;
    try {
      await recordLastUse(db, written);
    } catch (error) {
      log.warn({ err: error, tokens: written.length }, 'could not record the last use of tokens');
    }
  }

  const isFresh = ({ lookedUpAtMs, changes }: CachedToken) =>
    changes >= trustedChanges && clock.now() - lookedUpAtMs <= cachedForMs;

  // A request looks its token up several times, often in a row.
  let last = { token: '', key: '' };
  function keyOf(token: string): string {
    if (last.token !== token) last = { token, key: hash('sha256', token, 'base64') };
    return last.key;
  }

  const callerIn = (entry: CachedToken | null) =>
    entry && entry.expiresAtMs > Date.now() ? entry.caller : null;

  return {
    authenticate(token) {
      if (token === undefined || !isTokenForm(token)) return null;
      const key = keyOf(token);
      const found = cache.get(key);
      if (found && isFresh(found)) {
        hits++;
        return callerIn(found);
      }
      misses++;
      return lookUpOnce(token, key).then(callerIn);
    },
    callerOf(token) {
      if (token === undefined || !isTokenForm(token)) return undefined;
      return callerIn(cache.peek(keyOf(token)) ?? null) ?? undefined;
    },
    cacheState: () => ({ entries: cache.size, hits, misses }),
    async close() {
      await Promise.race([writeUses(), wait(closePatienceMs)]);
    },
  };
}
