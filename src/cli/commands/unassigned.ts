import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { orgOption, toCount } from '../options.ts';
import type { Runner } from '../runner.ts';

export function addUnassignedCommands(program: CommandUnknownOpts, runner: Runner): void {
  const unassigned = program
    .command('unassigned')
    .description('show the activities that no rule assigned to a client');

  unassigned
    .command('list')
    .description(
      'list the domains of unassigned activities, most activities first; counts the newest 2,000 by their first five participants, and leaves out the domains of users and those with a wired rule for any integration',
    )
    .addOption(orgOption)
    .option('--limit <count>', 'how many domains at most', toCount, 100)
    .addHelpText('after', runner.examples('unassigned list --org acme'))
    .action((options) => runner.printRows((client) => client.unassigned.list.query(options)));
}
