import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { orgOption } from '../options.ts';
import type { Runner } from '../runner.ts';

export function addClientCommands(program: CommandUnknownOpts, runner: Runner): void {
  program
    .command('client')
    .description('delete clients')
    .command('delete')
    .description('delete a client and unwire its rules')
    .argument('<id>', 'its id, as GET /v1/clients shows it')
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.client.delete.mutate({ org, id })));
}
