import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { orgOption } from '../options.ts';
import type { Runner } from '../runner.ts';

export function addUserCommands(program: CommandUnknownOpts, runner: Runner): void {
  const user = program.command('user').description('create, list and delete users');

  user
    .command('create')
    .description('create a user; stands in for the invitation flow')
    .addOption(orgOption)
    .requiredOption('--email <email>', 'the email address')
    .requiredOption('--first-name <name>', 'the first name')
    .requiredOption('--last-name <name>', 'the last name')
    .option('--image-url <url>', 'a picture')
    .action((options) => runner.print((client) => client.user.create.mutate(options)));

  user
    .command('list')
    .description('list the users of an organization')
    .addOption(orgOption)
    .action(({ org }) => runner.printPages((client, after) => client.user.list.query({ org, after })));

  user
    .command('delete')
    .description("delete a user and revoke the user's tokens")
    .argument('<id>', 'its id, as "user list" shows it')
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.user.delete.mutate({ org, id })));
}
