import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../core/db.ts';
import { inTime } from '../core/deadline.ts';
import type { Caller } from '../core/permissions.ts';
import { toStatement } from '../core/statement.ts';
import { inBatches } from './batches.ts';
import { noteUses, prepareTokenLookup, type TokenUse } from './queries.ts';
import { hashToken, isTokenForm } from './token.ts';

interface Remembered {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  /** Kept for as long as the entry, so that looking the token up again does not cost another hash. */
  readonly tokenHash: string;
  readonly lookedUpAtMs: number;
  /** How many changes this process had heard of when it looked the token up. */
  readonly changes: number;
}

const rememberedForMs = 5_000;
const maxRemembered = 50_000;
const usesNotedEveryMs = 1_000;
const closePatienceMs = 1_000;

/** How many tokens that this process does not know are hashed and looked up at once, and how many may wait for that. */
const strangers = { size: 64, waiting: 5_000 };

/** The same for those it knows: where thousands of tokens are in use, nearly each request comes when one is to be looked up again. */
const known = { size: 256, waiting: 5_000, nextAfterMs: 100 };

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
  cacheState(): TokenCacheState;
  /** Writes what is still noted of the tokens' use. */
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
  const byHashes = toStatement(db, 'tokens.byHashes', prepareTokenLookup(db));
  const keyByTokenId = new Map<string, string>();
  const remembered = new LRUCache<string, Remembered>({
    max: maxRemembered,
    dispose: ({ caller }) => keyByTokenId.delete(caller.tokenId),
    noDisposeOnSet: true,
  });
  const underWay = new Map<string, Promise<Remembered | null>>();
  let hits = 0;
  let misses = 0;
  let changes = 0;
  let trustedChanges = 0;

  function forget(tokenId: string): void {
    changes++;
    underWay.clear();
    const key = keyByTokenId.get(tokenId);
    if (key !== undefined) remembered.delete(key);
  }

  /** Has every token looked up again. What is known of them stays, or they would wait in turn with all the unknown ones. */
  function distrust(): void {
    changes++;
    underWay.clear();
    trustedChanges = changes;
  }

  // Not awaited: without its notifications the process still looks each token up again every 5 s.
  database.listen('clientele_token_changed', forget, distrust).catch((error: unknown) => {
    log.warn({ err: error }, 'not told of changed tokens; revocation takes up to 5 s here');
  });

  async function findByHashes(tokenHashes: readonly string[]) {
    const rows = await byHashes.execute({ hashes: tokenHashes.join(' ') });
    return new Map(rows.map((row) => [row.hash, row]));
  }

  // One statement for many: an unknown token costs a hash and a hundredth of a statement, and a flood of them has one
  // connection of the pool. A token that is used here for the first time takes its turn in the flood.
  const findStranger = inBatches(async (batch: readonly string[]) => {
    const tokenHashes = await Promise.all(batch.map(hashToken));
    const hashByToken = new Map(batch.map((token, at) => [token, tokenHashes[at]]));
    const rowByHash = await findByHashes(tokenHashes);
    return (token) => rowByHash.get(hashByToken.get(token) ?? '');
  }, strangers);

  const findKnown = inBatches(async (tokenHashes: readonly string[]) => {
    const rowByHash = await findByHashes(tokenHashes);
    return (tokenHash) => rowByHash.get(tokenHash);
  }, known);

  async function lookUp(token: string, key: string): Promise<Remembered | null> {
    const changesBefore = changes;
    const lookedUpAtMs = clock.now();
    const knownHash = remembered.peek(key)?.tokenHash;
    const row = await (knownHash === undefined ? findStranger(token) : findKnown(knownHash));
    if (!row) {
      remembered.delete(key);
      return null;
    }
    const { id: tokenId, organizationId, hash: tokenHash, userId, expiresAt } = row;
    const entry: Remembered = {
      caller: { tokenId, organizationId, permissions: userId === null ? 'all' : new Set(row.permissions) },
      expiresAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      tokenHash,
      lookedUpAtMs,
      changes: changesBefore,
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
    const begun = underWay.get(key);
    if (begun) return begun;
    const started = inTime(lookUp(token, key));
    const ended = () => {
      if (underWay.get(key) === started) underWay.delete(key);
    };
    started.then(ended, ended);
    underWay.set(key, started);
    return started;
  }

  let uses: TokenUse[] = [];

  /** Has the use written with all others of the same second, in one statement. */
  function note(use: TokenUse): void {
    uses.push(use);
    if (uses.length === 1) setTimeout(writeUses, usesNotedEveryMs).unref();
  }

  async function writeUses(): Promise<void> {
    const noted = uses;
    uses = [];
    if (noted.length === 0) return;
    try {
      await noteUses(db, noted);
    } catch (error) {
      log.warn({ err: error, tokens: noted.length }, 'could not note the use of tokens');
    }
  }

  const isFresh = ({ lookedUpAtMs, changes }: Remembered) =>
    changes >= trustedChanges && clock.now() - lookedUpAtMs <= rememberedForMs;

  return {
    async authenticate(token) {
      if (token === undefined || !isTokenForm(token)) return null;
      const key = hash('sha256', token, 'base64');
      const found = remembered.get(key);
      const isHit = found !== undefined && isFresh(found);
      if (isHit) hits++;
      else misses++;
      const entry = isHit ? found : await lookUpOnce(token, key);
      return entry && entry.expiresAtMs > Date.now() ? entry.caller : null;
    },
    cacheState: () => ({ entries: remembered.size, hits, misses }),
    async close() {
      await Promise.race([writeUses(), wait(closePatienceMs)]);
    },
  };
}
