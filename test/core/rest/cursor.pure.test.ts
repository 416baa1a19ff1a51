import { expect, test } from 'vitest';
import { ApiError } from '../../../src/core/errors.ts';
import { cursorInput, idCursor, maxCursorLength, writeCursor } from '../../../src/core/rest/cursor.ts';
import { nilUuid } from '../../../src/core/rest/fields.ts';

const db = { organizationId: '0192f000-0000-7000-8000-000000000001' };
const id = '0192f000-0000-7000-8000-000000000002';
const cursor = idCursor('clients');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a list continues after the last record of the page, and starts before all records', () => {
  expect(cursor.read(db, cursor.write(db, id))).toBe(id);
  expect(cursor.read(db, cursor.write(db, id, 'filter'), 'filter')).toBe(id);
  expect(cursor.read(db, undefined)).toBe(nilUuid);
});

test('a cursor of another list, organization or filter is refused', () => {
  const other = { organizationId: id };
  for (const text of [idCursor('users').write(db, id), cursor.write(other, id), cursor.write(db, id, 'x')])
    expect(() => cursor.read(db, text)).toThrow(ApiError);
  for (const filter of [undefined, 'y'])
    expect(() => cursor.read(db, cursor.write(db, id, 'x'), filter)).toThrow(ApiError);
});

test('the input refuses the cursor of another kind of list', () => {
  const text = cursor.write(db, id);
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

test('a forged position is refused', () => {
  for (const position of [[], ['x'], [1], [`${id}\0`], [id, id], ["' or true --"]])
    expect(() => cursor.read(db, writeCursor(['clients', db.organizationId], position))).toThrow(ApiError);
});
