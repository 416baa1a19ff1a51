import { createEndpoint, rotateSecret, testEndpoint } from '../../webhooks/operations.ts';
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
import { change, orgCommand, pick, rowCommand, tested } from '../command.ts';
import { found, notFound } from '../errors.ts';
import { countField, flag, idArgument, idFrom, listField, option } from '../options.ts';

const { url, events } = webhookCreate.shape;

export const webhookCommands = [
  orgCommand('webhook create', {
    description: 'send events to a URL, and show the secret that signs them, once',
    options: {
      url: option('<url>', 'the URL, with https://', url),
      events: option('<events>', `separated by commas: ${webhookEvents.join(', ')}`, listField.pipe(events)),
      allowPrivate: flag('allow a server in a private network'),
    },
    run: async (cli, { org: _org, ...values }) => pick(await createEndpoint(cli, values), 'id', 'secret'),
  }),
  orgCommand('webhook list', {
    description: 'list the endpoints with their state',
    run: ({ db }) => listEndpoints(db),
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
    'make a new secret and show it once; the old one also signs for a day',
    async (cli, id) => pick(await rotateSecret(cli, id), 'id', 'secret'),
  ),
  change('webhook pause', 'stop sending; events during the pause are never sent', async (writer, id) =>
    pick(await turnEndpoint(writer, id, 'paused'), 'id', 'state'),
  ),
  change('webhook resume', 'continue a paused endpoint, or try a failing one at once', async (writer, id) =>
    pick(await turnEndpoint(writer, id, 'active'), 'id', 'state'),
  ),
  change('webhook delete', 'delete an endpoint with its secret and deliveries', deleteEndpoint),
  orgCommand('webhook deliveries', {
    description: 'list the last deliveries, newest first, or send one again',
    options: {
      id: idArgument('webhook list'),
      limit: option('<count>', 'the number of deliveries', countField.default(20)),
      resend: option(
        '<delivery>',
        'the id of a delivery that has ended',
        idFrom('webhook deliveries').optional(),
      ),
    },
    async run({ db, writer }, { limit, resend, ...input }) {
      if (resend === undefined) {
        found('webhook', await getEndpoint(db, input.id), input);
        return listDeliveries(db, input.id, limit);
      }
      const resent = await resendDelivery(writer, input.id, resend);
      if (!resent)
        throw notFound(`ended delivery ${resend} of webhook ${input.id}; pending ones are sent anyway`);
      return pick(resent, 'id', 'state');
    },
  }),
];
