import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { orgOption } from '../options.ts';
import type { Runner } from '../runner.ts';
import { addOrgDataCommands } from './org-data.ts';

export function addOrgCommands(program: CommandUnknownOpts, runner: Runner): void {
  const org = program
    .command('org')
    .description('create, change, list, export, import and delete organizations');

  org
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--slug <slug>', 'its short name: 1 to 63 of a-z, 0-9 and -')
    .option('--timezone <zone>', 'its time zone, such as Europe/Berlin')
    .option('--currency <code>', 'its currency, such as EUR')
    .addHelpText('after', runner.examples('org create --name Acme --slug acme --timezone Europe/Berlin'))
    .action((options) => runner.print((client) => client.org.create.mutate(options)));

  org
    .command('update')
    .description('change what the language model may read')
    .addOption(orgOption)
    .addOption(
      new Option('--language-model <switch>', 'send activities to the language model of INSIGHTS_LLM_URL')
        .choices(['on', 'off'] as const)
        .makeOptionMandatory(),
    )
    .addHelpText('after', runner.examples('org update --org acme --language-model on'))
    .action((options) => runner.print((client) => client.org.update.mutate(options)));

  org
    .command('list')
    .description('list the organizations')
    .action(() => runner.printPages((client, after) => client.org.list.query({ after })));

  addOrgDataCommands(org, runner);
}
