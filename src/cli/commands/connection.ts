import { z } from 'zod';
import { showConnection, testConnection, updateConnection } from '../../connections/operations.ts';
import {
  deleteConnection,
  listConnections,
  pauseConnection,
  resumeConnection,
} from '../../connections/queries.ts';
import { rotateSecrets } from '../../connections/rotate.ts';
import { imapChanges, newSecret } from '../../connections/schemas.ts';
import { listAllConnections } from '../../connections/summary.ts';
import { connections } from '../../connections/table.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { webhookEndpoints } from '../../webhooks/table.ts';
import {
  change,
  command,
  openOrganization,
  orgCommand,
  pagesOf,
  pick,
  rowCommand,
  tested,
} from '../command.ts';
import { found, wrongUsage } from '../errors.ts';
import { flag, idArgument, listField, momentField, option, portField, someOrgOption } from '../options.ts';
import { connectionCreate, readSecret } from './connection-create.ts';

/** A test that takes longer tells people nothing. */
const testBounds = { timeoutMs: 30_000 };

export const connectionCommands = [
  connectionCreate,
  orgCommand('connection update', {
    description:
      'replace the secret, which is read as in "connection create"; with options, change those settings and read all mail again; a new --host or --port needs the secret again',
    options: {
      id: idArgument('connection list'),
      host: option('<host>', 'the IMAP server', z.string().optional()),
      port: option('<port>', 'its port', portField.optional()),
      mailboxes: option('<list>', 'separated by commas', listField.optional()),
      since: option('<time>', 'how far back to read: an age such as 90d, or a day', momentField.optional()),
    },
    examples: [
      'connection update --org acme ID < password.txt',
      'connection update --org acme ID --mailboxes INBOX,Projects',
      'connection update --org acme ID \\\n    --host imap.example.com < password.txt',
    ],
    async run(cli, { id, org, ...given }) {
      const shown = found('connection', await showConnection(cli.db, id), { id, org });
      const changes = Object.entries(given).filter(([, value]) => value !== undefined);
      const settings = changes.length > 0 ? imapChanges.parse(Object.fromEntries(changes)) : undefined;
      const keepsSecret = settings && given.host === undefined && given.port === undefined;
      const secret = keepsSecret
        ? undefined
        : newSecret.parse(await readSecret(cli, 'user' in shown ? shown : {}));
      const { state } = found('connection', await updateConnection(cli, id, { settings, secret }), {
        id,
        org,
      });
      return { id, state };
    },
  }),
  command('connection list', {
    description: 'list the connections with their status',
    options: {
      org: someOrgOption,
      all: flag('of all organizations, the failing ones first'),
    },
    async run(cli, { org, all }) {
      if ((org === undefined) !== all)
        throw wrongUsage('name an organization with --org, or list the connections of --all');
      return org === undefined
        ? listAllConnections(cli.database.db)
        : listConnectionsOf(await openOrganization(cli, org));
    },
  }),
  rowCommand(
    'connection show',
    'show a connection: settings without secrets, status, and what was skipped and why',
    ({ db }, id) => showConnection(db, id),
  ),
  rowCommand(
    'connection test',
    'try a connection and show what works: address, TLS, login, mailboxes, how many messages or meetings would come',
    async (cli, id) => tested(cli, await testConnection(cli, id, testBounds)),
  ),
  change('connection pause', 'stop reading until the connection is resumed', async (writer, id) =>
    pick(await pauseConnection(writer, id), 'id', 'state'),
  ),
  change(
    'connection resume',
    'continue a paused connection, or try a failing one at once',
    async (writer, id) => pick(await resumeConnection(writer, id), 'id', 'state'),
  ),
  change('connection delete', 'delete a connection and its secrets; its activities stay', deleteConnection),
  command('connection rotate-secrets', {
    description:
      'encrypt the secrets of all connections and webhooks again, with the first key of SECRETS_KEY or a new key file',
    run: ({ database, secrets }) => rotateSecrets(database.db, [connections, webhookEndpoints], secrets),
  }),
];

async function* listConnectionsOf(db: TenantDb) {
  for await (const page of pagesOf((page) => listConnections(db, page)))
    yield page.map(({ integration, server, account, skippedReasons, nextTryAt, ...status }) => status);
}
