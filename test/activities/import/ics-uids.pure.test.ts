import { expect, test, vi } from 'vitest';
import { decodeLines } from '../../../src/activities/import/charset.ts';
import { readCalendars } from '../../../src/activities/import/ics.ts';
import { calendar, event, now, start } from './files.ts';

vi.mock(import('../../../src/activities/import/charset.ts'), { spy: true });

test('a UID is decoded when it is the turn of its event, and not at all if it is too long', async () => {
  const uids = ['é '.repeat(1_000), 'é', 'b'];
  const file = Buffer.from(calendar(...uids.map((uid) => event(`UID:${uid}`, start))));
  const results = readCalendars(file, now);
  const next = async () => (await results?.next())?.value?.result;
  expect(await next()).toMatchObject({ ok: false, reason: 'has a UID longer than 1000 bytes' });
  expect(decodeLines).not.toHaveBeenCalled();
  expect(await next()).toMatchObject({ ok: true, activity: { sourceId: 'é' } });
  expect(decodeLines).toHaveBeenCalledTimes(1);
});
