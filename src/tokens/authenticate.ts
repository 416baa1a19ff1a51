import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../core/db.ts';
import type { Caller } from '../core/permissions.ts';
import { TenantDb } from '../core/tenant.ts';
import { noteUse, prepareTokenLookup } from './queries.ts';
import { hashToken, isTokenForm } from './token.ts';

interface Remembered {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

const rememberedForMs = 5_000;
const notedEveryMs = 60_000;

/**
 * Makes the function that says who a token belongs to. It remembers what it looked up, in memory only, for 5 s, and
 * forgets at once what the database says has changed; so a token that is revoked anywhere is refused everywhere.
 * @param clock gives monotonic milliseconds
 */
export function createAuthenticator(database: Database, log: Logger, clock: { now(): number } = performance) {
  const { db } = database;
  const lookup = prepareTokenLookup(db);
  const timed = { max: 10_000, perf: clock, ttlResolution: 0 };
  const remembered = new LRUCache<string, Remembered>({ ...timed, ttl: rememberedForMs });
  const underWay = new Map<string, Promise<Remembered | null>>();
  let changes = 0;

  function forget(tokenId?: string): void {
    changes++;
    underWay.clear();
    if (tokenId === undefined) remembered.clear();
    for (const [key, entry] of remembered.entries()) {
      if (entry.caller.tokenId === tokenId) remembered.delete(key);
    }
  }

  // Not awaited: without its notifications the process still looks each token up again every 5 s.
  database.listen('clientele_token_changed', forget, forget).catch((error: unknown) => {
    log.warn({ err: error }, 'not told of changed tokens; revocation takes up to 5 s here');
  });

  async function lookUp(token: string, key: string): Promise<Remembered | null> {
    const changesBefore = changes;
    const [row] = await lookup.execute({ hash: await hashToken(token) });
    if (!row) return null;
    const entry: Remembered = {
      caller: {
        tokenId: row.id,
        organizationId: row.organizationId,
        permissions: row.userId === null ? 'all' : new Set(row.permissions),
      },
      expiresAtMs: row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt),
    };
    // A change that came in meanwhile may be to this very token, so what was read may be old.
    if (changes === changesBefore) remembered.set(key, entry);
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

  const notedAtMs = new LRUCache<string, number>({ ...timed, ttl: notedEveryMs });

  function note(caller: Caller): void {
    if (notedAtMs.has(caller.tokenId)) return;
    notedAtMs.set(caller.tokenId, Date.now());
    noteUse(new TenantDb(db, caller.organizationId), caller.tokenId).catch((error: unknown) => {
      log.warn({ err: error, tokenId: caller.tokenId }, 'could not note the use of a token');
    });
  }

  return async function authenticate(token: string | undefined): Promise<Caller | null> {
    if (token === undefined || !isTokenForm(token)) return null;
    const key = createHash('sha256').update(token).digest('base64');
    const entry = remembered.get(key) ?? (await lookUpOnce(token, key));
    if (!entry || entry.expiresAtMs <= Date.now()) return null;
    note(entry.caller);
    return entry.caller;
  };
}
