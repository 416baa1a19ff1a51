import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { permissions } from '../../api.ts';
import { after, orgOption, toList, toMilliseconds } from '../options.ts';
import type { Runner } from '../runner.ts';

const id = new Argument('<id>', 'its id, as "token list" shows it');

const ofOrg = ['--org <slug>', 'its organization, to be sure; the id alone is enough'] as const;

const withNote = (created: object, isJson: boolean) =>
  isJson ? created : { ...created, note: 'keep the token; it is not shown again' };

export function addTokenCommands(program: CommandUnknownOpts, runner: Runner): void {
  const token = program.command('token').description('create, list, rotate and revoke the tokens of the API');

  token
    .command('create')
    .description('create a token and print it with its id; it is shown only this once')
    .addOption(orgOption)
    .option('--user <email>', 'create a user key; without it, an organization key, which may do everything')
    .option(
      '--permissions <list>',
      `what a user key may do, separated by commas: ${permissions.join(', ')}`,
      toList,
    )
    .option('--name <name>', 'a name to recognize it by')
    .option('--expires-in <duration>', 'when it expires, such as 90d, 24h or 30m', toMilliseconds)
    .addHelpText(
      'after',
      runner.examples(
        'token create --org acme --name setup',
        'token create --org acme --user ann@acme.example \\\n    --permissions clients:read,users:read --expires-in 90d',
      ),
    )
    .action(({ expiresIn, ...options }, command) => {
      if (options.permissions !== undefined && options.user === undefined)
        command.error(
          "error: option '--permissions <list>' goes with '--user <email>'; an organization key may do everything",
        );
      const expiresAt = expiresIn === undefined ? undefined : after(runner.now(), expiresIn);
      return runner.print(async (client) => {
        const created = await client.token.create.mutate({ ...options, expiresAt });
        if (options.user !== undefined && !options.permissions?.length)
          runner.progress.say('this token may do nothing: create another one with --permissions');
        return created;
      }, withNote);
    });

  token
    .command('list')
    .description('list the tokens of an organization, without the tokens themselves')
    .addOption(orgOption)
    .action(({ org }) =>
      runner.printPages(
        (client, after) => client.token.list.query({ org, after }),
        (row, isJson) =>
          isJson || row.permissions.length < permissions.length ? row : { ...row, permissions: 'all' },
      ),
    );

  token
    .command('revoke')
    .description('revoke a token immediately, and print the time')
    .addArgument(id)
    .option(...ofOrg)
    .action((id, { org }) => runner.print((client) => client.token.revoke.mutate({ id, org })));

  token
    .command('rotate')
    .description(
      'replace a token, once: create and print a new one with the same lifetime, and end the old one after the overlap',
    )
    .addArgument(id)
    .option(...ofOrg)
    .requiredOption('--overlap <duration>', 'how long both tokens work, such as 24h', toMilliseconds)
    .action((id, { org, overlap }) => {
      const oldExpiresAt = after(runner.now(), overlap);
      return runner.print((client) => client.token.rotate.mutate({ id, org, oldExpiresAt }), withNote);
    });
}
