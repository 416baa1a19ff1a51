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
  /** Kept for as long as the entry, so that looking the token up again does not cost another hash. */
  readonly tokenHash: string;
  readonly lookedUpAtMs: number;
  /** How many changes this process had heard of when it looked the token up. */
  readonly changes: number;
}

const cachedForMs = 5_000;
const maxCached = 50_000;
const usesWrittenEveryMs = 1_000;
const closePatienceMs = 1_000;

/** Batches of tokens that are not in the cache: how many are hashed and looked up at once, and how many may wait. */
const uncached = { size: 64, waiting: 5_000 };

/** Batches of cached tokens whose entry is too old. With thousands of tokens in use, nearly each request brings one. */
const cached = { size: 256, waiting: 5_000, nextAfterMs: 100 };

/** What an authenticator remembers, and how often that was enough since the start. */
export interface TokenCacheState {
  readonly entries: number;
  readonly hits: number;
  readonly misses: number;
}

/** Says who tokens belong to. */
export interface Authenticator {
  /** Who a token belongs to, or null when it is unknown, revoked, expired, or no token at all. */
  authenticate(token: string | undefined): Promise<Caller | null>;
  /** The same of a token that was looked up before, at once, even if that is more than 5 s ago; undefined for any other. */
  callerOf(token: string | undefined): Caller | undefined;
  cacheState(): TokenCacheState;
  /** Writes the uses that are not written yet. */
  close(): Promise<void>;
}

/**
 * Makes what says who a token belongs to. It trusts what it looked up for 5 s, in memory only, and forgets at once what
 * the database says has changed; so a token that is revoked anywhere is refused everywhere. Tokens are looked up in batches,
 * those that the process knows in their own: they never wait for the others.
 * @param clock gives monotonic milliseconds
 */
export function createAuthenticator(
  database: Database,
  log: Logger,
  clock: { now(): number } = performance,
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

  /** Has every token looked up again. Their entries stay, or they would wait in turn with all uncached ones. */
  function distrust(): void {
    changes++;
    underWay.clear();
    trustedChanges = changes;
  }

  // Not awaited: without its notifications the process still looks each token up again every 5 s.
  database.listen('clientele_token_changed', forget, distrust).catch((error: unknown) => {
    log.warn({ err: error }, 'cannot listen for token changes; revocation takes up to 5 s in this process');
  });

  async function rowsByHash(tokenHashes: readonly string[]) {
    const rows = await findByHashes.run(db, { hashes: tokenHashes.join(' ') });
    return new Map(rows.map((row) => [row.hash, row]));
  }

  // One statement for many: an unknown token costs a hash and a hundredth of a statement, and a flood of them has one
  // connection of the pool. A token that is used here for the first time takes its turn in the flood.
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
    // A change that came in meanwhile may be to this very token, so what was read may be old.
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
    const started = withTimeout(lookUp(token, key));
    const ended = () => {
      if (underWay.get(key) === started) underWay.delete(key);
    };
    started.then(ended, ended);
    underWay.set(key, started);
    return started;
  }

  let uses: TokenUse[] = [];

  /** Has the use written with all others of the same second, in one statement. */
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

  // Each request asks twice in a row, when it is admitted and when it is served.
  let last = { token: '', key: '' };
  function keyOf(token: string): string {
    if (last.token !== token) last = { token, key: hash('sha256', token, 'base64') };
    return last.key;
  }

  return {
    async authenticate(token) {
      if (token === undefined || !isTokenForm(token)) return null;
      const key = keyOf(token);
      const found = cache.get(key);
      const isHit = found !== undefined && isFresh(found);
      if (isHit) hits++;
      else misses++;
      const entry = isHit ? found : await lookUpOnce(token, key);
      return entry && entry.expiresAtMs > Date.now() ? entry.caller : null;
    },
    callerOf(token) {
      if (token === undefined || !isTokenForm(token)) return undefined;
      const found = cache.peek(keyOf(token));
      return found && found.expiresAtMs > Date.now() ? found.caller : undefined;
    },
    cacheState: () => ({ entries: cache.size, hits, misses }),
    async close() {
      await Promise.race([writeUses(), wait(closePatienceMs)]);
    },
  };
}
