import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { ApiError } from './errors.ts';

/**
 * The versions of a resource that an update may start from, as the instants of their last change; null for any. The
 * database never gives two versions of a row the same `updated_at`.
 */
export type Versions = readonly string[] | null;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Stands for the form of a resource, so that its tags change when a field is added. */
export const formOf = (schema: z.ZodType): string => hash(JSON.stringify(z.toJSONSchema(schema))).slice(0, 6);

/** A strong entity tag (RFC 9110, 8.8.3): which version of the resource, and in which form it is shown. */
export const tagOf = ({ updatedAt }: { updatedAt: string }, form: string): string =>
  `"${Date.parse(updatedAt).toString(36)}-${form}"`;

/** A strong entity tag of what has no time of its last change. */
export const tagOfContent = (content: unknown): string => `"${hash(JSON.stringify(content)).slice(0, 22)}"`;

const listed = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * What an `If-Match` header allows (RFC 9110, 13.1.1), compared strongly; what is no tag of this form matches nothing. A
 * tag may leave the form out: what TypeScript callers make of `updatedAt`.
 */
export function versionsIn(ifMatch: string | undefined, form: string): Versions {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const versions: string[] = [];
  for (const [, weak, opaque = ''] of ifMatch.matchAll(listed)) {
    const [version = '', ...rest] = opaque.split('-');
    const isOfForm = rest.length === 0 || rest.join('-') === form;
    const atMs = Number.parseInt(version, 36);
    if (weak === undefined && isOfForm && atMs.toString(36) === version && atMs <= maxInstantMs)
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
