import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { RateLimits } from '../rate-limit/rate-limit.ts';

/**
 * The versions of a resource that an update may start from, as the instants of their last change; null for any. The
 * database never gives two versions of a row the same `updated_at`.
 */
export type Versions = readonly string[] | null;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Stands for the schema of a resource, so that its tags change when a field is added. */
const schemaHash = (schema: z.ZodType): string => hash(JSON.stringify(z.toJSONSchema(schema))).slice(0, 6);

/** How an operation derives a strong entity tag (RFC 9110, 8.8.3) from its result, and versions from an `If-Match`. */
export interface EntityTag {
  /** @param result the envelope of one resource */
  etagOf(result: unknown, limits: RateLimits): string;
  versionsIn(ifMatch: string | undefined, limits: RateLimits): Versions;
}

const versioned = z.object({ data: z.object({ updatedAt: z.string() }) });

/**
 * Tags a resource by the time of its last change and its schema.
 * @param more what the resource shows that its `updatedAt` does not stand for
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

/** Tags a result that has no time of its last change by its content. It cannot be updated. */
export const tagByContent: EntityTag = {
  etagOf: (result) => `"${hash(JSON.stringify(result)).slice(0, 22)}"`,
  versionsIn: () => null,
};

const listed = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * The versions that an `If-Match` header allows (RFC 9110, 13.1.1), compared strongly; a tag with another suffix matches
 * nothing. A tag may leave the suffix out: TypeScript callers make it from `updatedAt`.
 */
function versionsIn(ifMatch: string | undefined, suffix: string): Versions {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const versions: string[] = [];
  for (const [, weak, opaque = ''] of ifMatch.matchAll(listed)) {
    const [version = '', ...rest] = opaque.split('-');
    const hasSuffix = rest.length === 0 || rest.join('-') === suffix;
    const atMs = Number.parseInt(version, 36);
    if (weak === undefined && hasSuffix && atMs.toString(36) === version && atMs <= maxInstantMs)
      versions.push(new Date(atMs).toISOString());
  }
  return versions;
}

/** The last instant that has a four-digit year. */
const maxInstantMs = Date.UTC(9999, 11, 31);

/** True when an `If-None-Match` header names the tag (RFC 9110, 13.1.2), compared weakly. */
export function isNamed(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(listed)].some(([, , opaque = '']) => `"${opaque}"` === tag);
}

/** The condition that a row is still at one of the versions; the parameter is `Versions`. */
export const isAt = (updatedAt: PgColumn, versions: unknown): SQL =>
  sql`coalesce(${updatedAt} = any(${versions}::text[]::timestamptz[]), true)`;

/**
 * The resource after a change that is written under `isAt`; undefined when there is no such resource. An empty patch
 * writes nothing.
 * @param write gives the changed resource, or nothing
 * @throws ApiError `precondition_failed` when the resource is at none of the versions
 */
export async function changeFrom<R extends { updatedAt: string }>(
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
