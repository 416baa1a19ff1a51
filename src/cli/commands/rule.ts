import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { newOption, orgOption } from '../options.ts';
import type { Runner } from '../runner.ts';

export function addRuleCommands(program: CommandUnknownOpts, runner: Runner): void {
  const rule = program.command('rule').description('define which activities belong to which client');

  rule
    .command('create')
    .description(
      'assign the activities of a domain to a client: the one given, or the oldest with that domain',
    )
    .addOption(orgOption)
    .requiredOption(
      '--integration <name>',
      'the integration, such as gmail or import; any for all of them, none to ignore the domain',
    )
    .requiredOption('--domain <domain>', 'the domain of the participants')
    .option('--client <id>', 'the client, whatever its domain; by default the oldest of the domain')
    .addOption(newOption)
    .addHelpText(
      'after',
      runner.examples(
        'rule create --org acme --integration import --domain globex.example',
        'rule create --org acme --integration any --domain initech.example',
      ),
    )
    .action(({ client: clientId, new: isNew, ...rule }) =>
      runner.print(
        (client) => client.rule.create.mutate({ ...rule, clientId, isNew }),
        ({ id, clientId, ...rule }, isJson) => (isJson ? { id, clientId } : { id, ...rule, clientId }),
      ),
    );

  rule
    .command('list')
    .description('list the rules and the clients that they are wired to')
    .addOption(orgOption)
    .action(({ org }) => runner.printPages((client, after) => client.rule.list.query({ org, after })));

  rule
    .command('delete')
    .description('delete a rule; activities that it assigned stay with their client')
    .argument('<id>', 'its id, as "rule list" shows it')
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.rule.delete.mutate({ org, id })));
}
