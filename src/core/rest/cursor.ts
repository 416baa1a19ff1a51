import { hash } from 'node:crypto';
import { z } from 'zod';
import { invalidArgument } from '../errors.ts';

const advice =
  'Send the `meta.cursor` of the previous page of this same list, or leave it out for the first page.';

/** The maximum length of a cursor, in characters. */
export const maxCursorLength = 1024;

/** Fingerprint of the scope, position, and kind of list. */
const parts = z.tuple([z.string().length(12), z.array(z.union([z.string(), z.number()])).max(4), z.string()]);

/**
 * Makes the schema of a list's `cursor` input: opaque base64url. It refuses the cursor of another kind of list;
 * `readCursor` checks the rest of the scope.
 */
export const cursorInput = (list: string) =>
  z
    .string(advice)
    .refine((text) => decode(text)?.[2] === list, advice)
    .optional()
    .meta({ description: 'The `meta.cursor` of the previous page. Leave it out for the first page.' });

/**
 * Makes a cursor.
 * @param scope kind of list, organization and filters; a cursor is valid only in its own scope
 * @param position the sort position of the last record on the page
 */
export function writeCursor(scope: readonly string[], position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([fingerprint(scope), position, scope[0]])).toString('base64url');
}

/**
 * Returns the position in a cursor.
 * @throws ApiError `invalid_argument` if the cursor is from another scope or holds no such position
 */
export function readCursor<T>(text: string, scope: readonly string[], position: z.ZodType<T>): T {
  const cursor = decode(text);
  const read = position.safeParse(cursor?.[1]);
  if (cursor?.[0] !== fingerprint(scope) || !read.success) throw invalidArgument({ cursor: advice });
  return read.data;
}

/** A time in a position. PostgreSQL has no year 0. */
export const timePosition = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'));

/** A page of a list sorted by id: up to `limit` rows after the id `after`, or from the start. */
export interface IdPage {
  readonly after?: string | undefined;
  readonly limit: number;
}

function decode(text: string): z.output<typeof parts> | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (text === '' || text.length > maxCursorLength || bytes.toString('base64url') !== text) return undefined;
  try {
    return parts.safeParse(JSON.parse(bytes.toString())).data;
  } catch {
    return undefined;
  }
}

function fingerprint(scope: readonly string[]): string {
  return hash('sha256', JSON.stringify(scope), 'base64url').slice(0, 12);
}
