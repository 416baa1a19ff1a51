import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Runner } from '../runner.ts';

export function addDbCommands(program: CommandUnknownOpts, runner: Runner): void {
  program
    .command('db')
    .description('the schema of the database')
    .command('migrate')
    .description('bring the schema up to date, which cannot be undone, and count the migrations applied')
    .action(() => runner.upgradeAndPrint((client) => client.db.migrate.mutate()));
}
