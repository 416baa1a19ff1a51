import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deleteEndpoint } from '../../src/webhooks/queries.ts';
import { startApi } from '../support/api.ts';
import { startReceiver } from '../support/receiver.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

const api = await startApi();

test('a change that waits for the deletion of an endpoint succeeds', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created']);
  const isAwaited = async () => {
    const waiting = sql`exists (select from pg_locks where not granted and pid <> pg_backend_pid()
      and transactionid is not null)`;
    const [row] = await api.database.db.select({ value: waiting }).from(sql`(values (1)) as one`);
    return row?.value === true;
  };
  let creation: ReturnType<typeof organization.client> | undefined;
  await organization.db.transaction(async (transaction) => {
    await deleteEndpoint(transaction, receiver.id);
    creation = organization.client();
    await vi.waitUntil(isAwaited, { timeout: eventTimeoutMs });
  });
  expect(await creation).toHaveProperty('id');
});
