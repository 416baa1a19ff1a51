import { expect, test } from 'vitest';
import { ApiError } from '../../../src/core/errors.ts';
import { cursorInput, maxCursorLength, writeCursor } from '../../../src/core/rest/cursor.ts';
import { listById } from '../../../src/core/rest/envelope.ts';

const id = '0192f000-0000-7000-8000-000000000001';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

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
  for (const position of [[], ['x'], [1], [`${id}\0`], [id, id], ["' or true --"]]) {
    const cursor = writeCursor(['clients', id], position);
    const page = listById('clients', { organizationId: id }, { limit: 1, cursor }, async () => []);
    await expect(page).rejects.toThrow(ApiError);
  }
});
