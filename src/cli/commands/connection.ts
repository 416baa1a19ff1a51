import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { orgOption, someOrgOption } from '../options.ts';
import type { Runner } from '../runner.ts';
import { addConnectionCreate } from './connection-create.ts';
import { addConnectionUpdate } from './connection-update.ts';

const id = new Argument('<id>', 'its id, as "connection list" shows it');

export function addConnectionCommands(program: CommandUnknownOpts, runner: Runner): void {
  const connection = program
    .command('connection')
    .description('connect mailboxes and calendars, which the worker keeps in sync, and show their status');
  addConnectionCreate(connection, runner);
  addConnectionUpdate(connection, runner);

  connection
    .command('list')
    .description('list the connections with their status')
    .addOption(someOrgOption)
    .addOption(new Option('--all', 'of all organizations, the failing ones first').conflicts('org'))
    .action(({ org, all }, command) => {
      if (org !== undefined)
        return runner.printPages((client, after) => client.connection.list.query({ org, after }));
      if (all) return runner.printRows((client) => client.connection.listAll.query());
      return command.error('error: name an organization with --org, or list the connections of --all');
    });

  connection
    .command('show')
    .description('show a connection: settings without secrets, status, and what was skipped and why')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) =>
      runner.print(
        (client) => client.connection.show.query({ org, id }),
        ({ progress, skippedReasons, ...shown }, isJson) =>
          isJson
            ? { ...shown, skippedReasons, progress }
            : {
                ...shown,
                skippedReasons: Object.entries(skippedReasons).map(([reason, count]) => `${count} ${reason}`),
                firstSync: progress.map(
                  ({ mailbox, isComplete }) => `${mailbox} ${isComplete ? 'done' : 'going on'}`,
                ),
              },
      ),
    );

  connection
    .command('test')
    .description(
      'try a connection and show what works: address, TLS, login, mailboxes, how many messages or meetings would come',
    )
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) =>
      runner.print(async (client) => {
        const test = await client.connection.test.mutate({ org, id });
        if (test.failure !== null) runner.exitCode = 1;
        return test;
      }),
    );

  connection
    .command('pause')
    .description('stop reading until the connection is resumed')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.connection.pause.mutate({ org, id })));

  connection
    .command('resume')
    .description('continue a paused connection, or try a failing one at once')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.connection.resume.mutate({ org, id })));

  connection
    .command('delete')
    .description('delete a connection and its secrets; the activities that it recorded stay')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.connection.delete.mutate({ org, id })));

  connection
    .command('rotate-secrets')
    .description(
      'encrypt the secrets of all connections and webhooks again, with the first key of SECRETS_KEY or a new key file',
    )
    .action(() => runner.print((client) => client.connection.rotateSecrets.mutate()));
}
