import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { RateLimits } from '../rate-limit/rate-limit.ts';

/**
 * The versions of a resource that an update accepts, identified by their `updated_at`; null for any. The database never
 * gives two versions of a row the same `updated_at`.
 */
export type Versions = readonly string[] | null;

const sha256 = (text: string) => hash('sha256', text, 'base64url');

/** Hashes the schema of a resource, so that its entity tags change when a field is added. */
const schemaHash = (schema: z.ZodType): string => sha256(JSON.stringify(z.toJSONSchema(schema))).slice(0, 6);

/** Makes the strong entity tag (RFC 9110, 8.8.3) of a result, and reads versions from `If-Match`. */
export interface EntityTag {
  /** @param result the envelope of one resource */
  etagOf(result: unknown, limits: RateLimits): string;
  versionsIn(ifMatch: string | undefined, limits: RateLimits): Versions;
}

const versioned = z.object({ data: z.object({ updatedAt: z.string() }) });

/**
 * Tags a resource by its `updatedAt` and its schema.
 * @param more adds values that the resource shows and that can change without its `updatedAt`
 */
export function tagByVersion(schema: z.ZodType, more: (limits: RateLimits) => string = () => ''): EntityTag {
  const hashed = schemaHash(schema);
  const suffix = (limits: RateLimits) => hashed + more(limits);
  return {
    etagOf: (result, limits) =>
      `"${Date.parse(versioned.parse(result).data.updatedAt).toString(36)}-${suffix(limits)}"`,
    versionsIn: (ifMatch, limits) => versionsIn(ifMatch, suffix(limits)),
  };
}

/** Tags a result by its content, for resources without `updatedAt`. They cannot be updated. */
export const tagByContent: EntityTag = {
  etagOf: (result) => `"${sha256(JSON.stringify(result)).slice(0, 22)}"`,
  versionsIn: () => null,
};

const tagPattern = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Reads the versions from an `If-Match` header (RFC 9110, 13.1.1). Weak tags and tags with another suffix match nothing.
 * A tag may omit the suffix: TypeScript callers make theirs from `updatedAt`.
 */
function versionsIn(ifMatch: string | undefined, suffix: string): Versions {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const versions: string[] = [];
  for (const [, weak, opaque = ''] of ifMatch.matchAll(tagPattern)) {
    const [version = '', ...rest] = opaque.split('-');
    const hasSuffix = rest.length === 0 || rest.join('-') === suffix;
    const atMs = Number.parseInt(version, 36);
    if (weak === undefined && hasSuffix && atMs.toString(36) === version && atMs <= maxInstantMs)
      versions.push(new Date(atMs).toISOString());
  }
  return versions;
}

/** The end of the years that have four digits. */
const maxInstantMs = Date.UTC(9999, 11, 31);

/** True if an `If-None-Match` header matches the tag by weak comparison (RFC 9110, 13.1.2). */
export function matchesIfNoneMatch(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(tagPattern)].some(([, , opaque = '']) => `"${opaque}"` === tag);
}

/** Makes the SQL condition that a row has one of the versions. */
export const isAt = (updatedAt: PgColumn, versions: unknown): SQL =>
  sql`coalesce(${updatedAt} = any(${versions}::text[]::timestamptz[]), true)`;

/**
 * Updates a resource if it has one of the versions, and returns it; undefined if there is no such resource. An empty
 * patch writes nothing.
 * @param write applies the patch under `isAt`; returns the changed resource, or nothing
 * @throws ApiError `precondition_failed` if the resource has none of the versions
 */
export async function updateIfMatch<R extends { updatedAt: string }>(
  versions: Versions,
  patch: object,
  write: () => Promise<R[]>,
  read: () => Promise<R | undefined>,
): Promise<R | undefined> {
  const isEmpty = Object.values(patch).every((value) => value === undefined);
  const [changed] = isEmpty ? [] : await write();
  if (changed !== undefined) return changed;
  if (!isEmpty && versions === null) return undefined;
  const current = await read();
  const isStale = versions !== null && (!isEmpty || !versions.includes(current?.updatedAt ?? ''));
  if (current !== undefined && isStale) throw new ApiError('precondition_failed');
  return current;
}
