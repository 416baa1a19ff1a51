import { expect, test } from 'vitest';
import { readPages } from '../../../src/core/db/pages.ts';

/** Pages through the numbers up to `max`, two at a time, and notes after which one each page begins. */
function counting(max: number) {
  const askedAfter: number[] = [];
  const pages = readPages(async (last: number | undefined = 0) => {
    askedAfter.push(last);
    return [last + 1, last + 2].filter((each) => each <= max);
  });
  return { askedAfter, pages };
}

test.each([
  [3, [[1, 2], [3]], [0, 2, 3]],
  [0, [], [0]],
])(
  'each page begins after the last row of the one before, until one is empty: %i rows',
  async (max, expected, after) => {
    const { askedAfter, pages } = counting(max);
    const read: (readonly number[])[] = [];
    for await (const page of pages) read.push(page);
    expect([read, askedAfter]).toEqual([expected, after]);
  },
);

test('reading ends with the reason of a signal that aborts, before the next page is read', async () => {
  const controller = new AbortController();
  const askedAfter: (number | undefined)[] = [];
  const pages = readPages(async (last: number | undefined) => {
    askedAfter.push(last);
    return [1];
  }, controller.signal);
  await pages.next();
  controller.abort(new Error('the command stops'));
  await expect(pages.next()).rejects.toThrow('the command stops');
  expect(askedAfter).toEqual([undefined]);
});
