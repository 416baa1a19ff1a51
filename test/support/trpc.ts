import { expect } from 'vitest';
import type { Answer, CallOptions, TestApi } from './api.ts';

/** Calls procedures over tRPC as the holder of a token. */
export const callerOf = (api: TestApi, token: string | undefined) => ({
  query: (name: string, input: object = {}) =>
    api.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { token }),
  mutate: (name: string, input: object = {}, options: CallOptions = {}) =>
    api.post(`/trpc/${name}`, { token, body: input, ...options }),
});

/** The envelope of an answer; fails with the answer's text unless the status is 200. */
export function resultOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body.result.data;
}

/** The status and code of an error, with its details. */
export function errorOf(answer: Answer): { status: number; code: string; details?: Record<string, unknown> } {
  const { code, details } = answer.body.error.data.error;
  return { status: answer.status, code, details };
}

interface Page {
  data: { id: string }[];
  meta: { cursor: string | null; hasMore: boolean };
}

/** Follows the cursors of a list from its first page to its last. `between` runs after every page. */
export async function walkPages(
  read: (cursor: string | undefined) => Promise<Page>,
  between: (pageNumber: number) => Promise<void> = async () => {},
) {
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await read(cursor);
    ids.push(...data.map(({ id }) => id));
    sizes.push(data.length);
    cursor = meta.cursor ?? undefined;
    expect(meta.hasMore).toBe(cursor !== undefined);
    await between(sizes.length);
  } while (cursor !== undefined);
  return { ids, sizes };
}

/** Follows the cursors of a list over tRPC. */
export const walkOf = (
  { query }: Pick<ReturnType<typeof callerOf>, 'query'>,
  name: string,
  input: object = {},
  between?: (pageNumber: number) => Promise<void>,
) => walkPages(async (cursor) => resultOf(await query(name, { ...input, cursor })), between);
