import { expect, test } from 'vitest';
import { openPostgres } from '../../src/core/db.ts';
import { emptyDatabase } from '../support/empty-database.ts';

test('of eight processes that migrate an empty database at once, one does it and none fails', async () => {
  const { url, drop } = await emptyDatabase();
  const databases = Array.from({ length: 8 }, () => openPostgres(url, { maxConnections: 1 }));
  try {
    const applied = await Promise.all(databases.map((database) => database.migrate()));
    expect(applied.filter((count) => count > 0)).toHaveLength(1);
    expect(await databases[0]?.isReady()).toBe(true);
  } finally {
    await Promise.all(databases.map((database) => database.close()));
    await drop();
  }
});
