import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { erasureHelp, erasureResult } from '../erasure-result.ts';
import { orgOption, yesOption } from '../options.ts';
import { plain } from '../print.ts';
import type { Runner } from '../runner.ts';

export function addUserCommands(program: CommandUnknownOpts, runner: Runner): void {
  const user = program.command('user').description('create, list, delete and erase users');

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

  user
    .command('erase')
    .description(
      'erase a user with all tokens and mailbox connections, whether deleted or not; this cannot be undone',
    )
    .argument('<id>', 'its id; "user list" shows those that are not deleted')
    .addOption(orgOption)
    .option(
      '--everywhere',
      'also replace the address and the full name in all activities; not possible once the user is erased',
    )
    .addOption(yesOption)
    .addHelpText('after', erasureHelp)
    .action((id, { org, everywhere, yes }) =>
      runner.print(async (client) => {
        if (!yes)
          await runner.confirm(async () => {
            const { email } = await client.user.findErasable.query({ org, id });
            return {
              prompt: `This erases ${plain(email)} for good. Type the address to go on: `,
              expected: email,
              mistyped: 'this is not the address; nothing was erased',
            };
          });
        return erasureResult(await client.user.erase.mutate({ org, id, everywhere }), 'read', runner);
      }),
    );
}
