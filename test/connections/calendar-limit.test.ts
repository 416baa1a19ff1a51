import type { ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { startConnections } from '../../src/connections/work.ts';
import { startApi } from '../support/api.ts';
import { connectionServices } from '../support/connections.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { calendar, connectedCalendar } from './calendars.ts';

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
