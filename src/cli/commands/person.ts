import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { erasureHelp, erasureResult } from '../erasure-result.ts';
import { orgOption, yesOption } from '../options.ts';
import { plain } from '../print.ts';
import type { Runner } from '../runner.ts';

export function addPersonCommands(program: CommandUnknownOpts, runner: Runner): void {
  program
    .command('person')
    .description('erase people')
    .command('erase')
    .description(
      'replace the address and the full name of a person in all data of an organization, and remove users, tokens and mailbox connections with the address; this cannot be undone',
    )
    .addOption(orgOption)
    .requiredOption('--email <email>', 'the address')
    .option('--name <name>', 'the full name, such as "Ann Okafor"; not needed for a user')
    .addOption(yesOption)
    .addHelpText('after', erasureHelp)
    .action(({ org, email, name, yes }) =>
      runner.print(async (client) => {
        if (!yes && runner.canAsk)
          await runner.confirm(() => ({
            prompt: `This erases ${plain(email)} from "${plain(org)}" for good. Type the address to go on: `,
            expected: email,
            mistyped: 'this is not the address; nothing was erased',
          }));
        return erasureResult(await client.person.erase.mutate({ org, email, name }), runner);
      }),
    );
}
