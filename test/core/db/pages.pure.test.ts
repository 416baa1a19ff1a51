import { expect, test } from 'vitest';
import { readPages } from '../../../src/core/db/pages.ts';

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
