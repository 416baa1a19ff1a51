import { createEndpoint, maxEndpoints, rotateSecret, testEndpoint } from '../../webhooks/operations.ts';
import {
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  resendDelivery,
  turnEndpoint,
} from '../../webhooks/queries.ts';
import { webhookCreate } from '../../webhooks/schemas.ts';
import { webhookEvents } from '../../webhooks/table.ts';
import { orgCommand, rowCommand, tested } from '../command.ts';
import { found, notFound } from '../errors.ts';
import { countField, flag, idArgument, idField, listField, option } from '../options.ts';

const { url, events } = webhookCreate.shape;

export const webhookCommands = [
  orgCommand('webhook create', {
    description: 'send events to a URL, and show the secret that signs them, once',
    options: {
      url: option('<url>', 'the URL, with https://', url),
      events: option('<events>', `separated by commas: ${webhookEvents.join(', ')}`, listField.pipe(events)),
      allowPrivate: flag('allow a server in a private network'),
    },
    async run(cli, { org: _org, ...values }) {
      const { id, secret } = await createEndpoint(cli, values);
      return { id, secret };
    },
  }),
  orgCommand('webhook list', {
    description: 'list the endpoints with their state',
    run: ({ db }) => listEndpoints(db, { limit: maxEndpoints }),
  }),
  rowCommand('webhook show', 'show an endpoint, without its secret', async ({ db }, id) => {
    const { secret: _secret, ...shown } = (await getEndpoint(db, id)) ?? {};
    return 'id' in shown ? shown : undefined;
  }),
  rowCommand('webhook test', 'send a test message now, and show how it was answered', async (cli, id) =>
    tested(cli, await testEndpoint(cli, id)),
  ),
  rowCommand(
    'webhook rotate',
    'make a new secret and show it, once; the old one signs too for 24 hours',
    rotateSecret,
    ['id', 'secret'],
  ),
  rowCommand(
    'webhook pause',
    'stop sending; events that occur until it is resumed are never sent',
    ({ writer }, id) => turnEndpoint(writer, id, 'paused'),
    ['id', 'state'],
  ),
  rowCommand(
    'webhook resume',
    'continue a paused endpoint, or try a failing one at once',
    ({ writer }, id) => turnEndpoint(writer, id, 'active'),
    ['id', 'state'],
  ),
  rowCommand('webhook delete', 'delete an endpoint with its secret and deliveries', ({ writer }, id) =>
    deleteEndpoint(writer, id),
  ),
  orgCommand('webhook deliveries', {
    description: 'list the last deliveries, newest first, or send one again',
    options: {
      id: idArgument('webhook list'),
      limit: option('<count>', 'the number of deliveries', countField.default(20)),
      resend: option('<delivery>', 'the id of a delivery that has ended', idField.optional()),
    },
    async run({ db, writer }, { limit, resend, ...input }) {
      if (resend === undefined) {
        found('webhook', await getEndpoint(db, input.id), input);
        return listDeliveries(db, input.id, limit);
      }
      const resent = await resendDelivery(writer, input.id, resend);
      if (!resent) throw notFound(`delivery ${resend} of webhook ${input.id} that has ended`);
      return { id: resent.id, state: resent.state };
    },
  }),
];
