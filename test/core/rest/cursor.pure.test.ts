import { expect, test } from 'vitest';
import { ApiError } from '../../../src/core/errors.ts';
import { cursorInput, maxCursorLength, writeCursor } from '../../../src/core/rest/cursor.ts';
import { listById } from '../../../src/core/rest/envelope.ts';

const db = { organizationId: '0192f000-0000-7000-8000-000000000001' };
const id = '0192f000-0000-7000-8000-000000000002';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Reads a page of one record with more after it: the id after which it starts, and the cursor of the next page. */
async function pageOf(cursor?: string, filter?: string, { list = 'clients', of = db } = {}) {
  let start: string | undefined;
  const read = async (_db: object, { after }: { after?: string | undefined }) => {
    start = after;
    return [{ id }, { id }];
  };
  const { meta } = await listById(list, of, { limit: 1, cursor }, read, filter);
  return { start, next: meta.cursor ?? '' };
}
const { next: text } = await pageOf();
const { next: filtered } = await pageOf(undefined, 'x');

test('a list starts before all records, and continues after the last one of the page', async () => {
  expect((await pageOf()).start).toBe(undefined);
  expect((await pageOf(text)).start).toBe(id);
  expect((await pageOf(filtered, 'x')).start).toBe(id);
});

test('a cursor of another list, organization or filter is refused', async () => {
  await expect(pageOf(text, undefined, { list: 'users' })).rejects.toThrow(ApiError);
  await expect(pageOf(text, undefined, { of: { organizationId: id } })).rejects.toThrow(ApiError);
  await expect(pageOf(text, 'x')).rejects.toThrow(ApiError);
  for (const filter of [undefined, 'y']) await expect(pageOf(filtered, filter)).rejects.toThrow(ApiError);
});

test('the input refuses the cursor of another kind of list', () => {
  expect(cursorInput('clients').parse(text)).toBe(text);
  expect(cursorInput('users').safeParse(text).success).toBe(false);
});

test.each([
  ['empty', ''],
  ['no base64url', 'a+b/'],
  ['padded', `${encode([1])}=`],
  ['no JSON', Buffer.from('hello').toString('base64url')],
  ['no cursor', encode({ id: 1 })],
  ['null', encode(null)],
  ['a NUL', '\0'],
  ['given twice', ['a', 'a']],
])('the input refuses a cursor that is %s', (_what, text) => {
  expect(cursorInput('clients').safeParse(text).success).toBe(false);
});

test('a cursor may be as long as the maximum, and no longer', () => {
  const isAccepted = (bytes: number) => {
    const bare = JSON.stringify(['a'.repeat(12), [''], 'clients']).length;
    const text = encode(['a'.repeat(12), ['x'.repeat(bytes - bare)], 'clients']);
    return [text.length, cursorInput('clients').safeParse(text).success];
  };
  expect(isAccepted(768)).toEqual([maxCursorLength, true]);
  expect(isAccepted(769)).toEqual([maxCursorLength + 2, false]);
});

test('a forged position is refused', async () => {
  for (const position of [[], ['x'], [1], [`${id}\0`], [id, id], ["' or true --"]])
    await expect(pageOf(writeCursor(['clients', db.organizationId], position))).rejects.toThrow(ApiError);
});
