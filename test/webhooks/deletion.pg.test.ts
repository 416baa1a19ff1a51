import { expect, test } from 'vitest';
import { deleteEndpoint } from '../../src/webhooks/queries.ts';
import { startApi } from '../support/api.ts';
import { startReceiver } from '../support/receiver.ts';

const api = await startApi();

test('a change during the deletion of an endpoint succeeds', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created']);
  const creation = await organization.db.transaction(async (transaction) => {
    await deleteEndpoint(transaction, receiver.id);
    return organization.client();
  });
  expect(creation).toHaveProperty('id');
});
