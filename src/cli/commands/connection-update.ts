import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { inferRouterOutputs } from '@trpc/server';
import type { NewSecret } from '../../connections/schemas.ts';
import { orgOption, toList, toPastInstant } from '../options.ts';
import type { CliRouter } from '../router.ts';
import type { Runner } from '../runner.ts';
import {
  clientSecretVariable,
  passwordVariable,
  refreshTokenVariable,
  toPort,
  urlVariable,
} from './connection-options.ts';

type Shown = inferRouterOutputs<CliRouter>['connection']['show'];

/** Adds `connection update`. */
export function addConnectionUpdate(connection: CommandUnknownOpts, runner: Runner): void {
  connection
    .command('update')
    .description(
      'replace the secret of a connection, given as for "connection create"; with options, change those settings and read all mail again, keeping the secret unless --host or --port is given',
    )
    .argument('<id>', 'its id, as "connection list" shows it')
    .addOption(orgOption)
    .option('--host <host>', 'the IMAP server')
    .option('--port <port>', 'its port', toPort)
    .option('--mailboxes <list>', 'separated by commas', toList)
    .option('--since <time>', 'how far back to read: an age such as 90d, or a day')
    .addHelpText(
      'after',
      runner.examples(
        'connection update --org acme ID < password.txt',
        'connection update --org acme ID --mailboxes INBOX,Projects',
        'connection update --org acme ID \\\n    --host imap.example.com < password.txt',
      ),
    )
    .action((id, { org, host, port, mailboxes, since }) =>
      runner.print(async (client) => {
        const settings = {
          ...(host === undefined ? {} : { host }),
          ...(port === undefined ? {} : { port }),
          ...(mailboxes === undefined ? {} : { mailboxes }),
          ...(since === undefined ? {} : { since: toPastInstant(since, runner.now()) }),
        };
        const isSameServer = host === undefined && port === undefined;
        if (isSameServer && Object.keys(settings).length > 0)
          return client.connection.update.mutate({ org, id, settings });
        const secret = await readNewSecret(await client.connection.show.query({ org, id }), runner);
        return client.connection.update.mutate({ org, id, secret, ...(isSameServer ? {} : { settings }) });
      }),
    );
}

async function readNewSecret(shown: Shown, runner: Runner): Promise<NewSecret> {
  if (!('user' in shown)) return { url: await runner.readSecret(urlVariable, 'URL of the calendar: ') };
  const { user, oauth } = shown;
  if (!oauth) return { password: await runner.readSecret(passwordVariable, `Password of ${user}: `) };
  return {
    refreshToken: await runner.readSecret(refreshTokenVariable, `Refresh token of ${user}: `),
    clientSecret: runner.variable(clientSecretVariable),
  };
}
