import type { ServerResponse } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { connections } from '../../src/connections/table.ts';
import { startConnections } from '../../src/connections/work.ts';
import { startApi } from '../support/api.ts';
import { connectionServices } from '../support/connections.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { calendar, connectedCalendar, event, inDays } from './calendars.ts';

const api = await startApi({ database: await openPrivateDatabase() });

test('calendars beyond the limit are fetched once others were read', async () => {
  const organization = await api.organization();
  const calendars = [];
  for (let count = 0; count < 4; count++) calendars.push(await connectedCalendar(api, { organization }));
  const held: ServerResponse[] = [];
  for (const { server } of calendars) server.answer = (_, response) => held.push(response);
  const limit = pLimit(2);
  const work = startConnections({ ...connectionServices(api.database), calendars: limit });
  try {
    await expect.poll(() => [limit.activeCount, limit.pendingCount, held.length]).toEqual([2, 2, 2]);
    for (const { server } of calendars) server.answer = (_, response) => response.end(calendar());
    for (const response of held) response.end(calendar());
    for (const { settled } of calendars) await settled('idle');
    expect(held).toHaveLength(2);
  } finally {
    await work.stop();
  }
});

test('a connection for which no worker has room is failing and says so, until one has', async () => {
  const first = await connectedCalendar(api);
  const held: ServerResponse[] = [];
  first.server.answer = (_, response) => held.push(response);
  const work = startConnections({ ...connectionServices(api.database), maxKept: 1 });
  try {
    await expect.poll(() => held.length).toBe(1);
    const second = await connectedCalendar(api);
    await api.database.db
      .update(connections)
      .set({ nextTryAt: sql`now() - interval '1 minute'` })
      .where(eq(connections.id, second.id));
    await second.settled('failing');
    expect((await second.status()).failure).toMatch(/no worker has room.*at most 1 .*start another worker$/);
    expect(await first.status()).toMatchObject({ state: 'connecting', failure: null });
    held[0]?.end(calendar());
    await second.settled('idle');
  } finally {
    await work.stop();
  }
});

test('a calendar of too many lines is refused, and its recorded meetings stay', async () => {
  const connected = await connectedCalendar(api, { events: [event({ uid: 'a', start: inDays(3) })] });
  const work = startConnections(connectionServices(api.database));
  try {
    await connected.settled('idle');
    connected.server.answer = (_, response) => response.end(calendar('X:\n'.repeat(1_000_001)));
    await connected.readAgain('failing');
    expect((await connected.status()).failure).toMatch(/sends a calendar that has more than 1,000,000 lines/);
    expect(await connected.meetings()).toEqual(['Kickoff']);
  } finally {
    await work.stop();
  }
});
