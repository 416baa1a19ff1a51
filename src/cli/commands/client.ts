import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { erasureHelp, erasureResult } from '../erasure-result.ts';
import { type Screen, styled } from '../io.ts';
import { newOption, orgOption, yesOption } from '../options.ts';
import { plain, toCell } from '../print.ts';
import type { Runner } from '../runner.ts';

export function addClientCommands(program: CommandUnknownOpts, runner: Runner): void {
  const client = program.command('client').description('list, create, delete and erase clients');

  client
    .command('list')
    .description('list the clients of an organization')
    .addOption(orgOption)
    .action(({ org }) => runner.printPages((api, after) => api.client.list.query({ org, after })));

  client
    .command('create')
    .description('create a client and wire the rules for its domain; with --integration also create one')
    .addOption(orgOption)
    .requiredOption('--name <name>', 'the name')
    .option('--domain <domain>', 'the domain of its addresses')
    .option('--integration <name>', 'create a rule for this integration and the domain; any for all of them')
    .addOption(newOption)
    .addHelpText(
      'after',
      runner.examples('client create --org a --name B --domain b.example --integration any'),
    )
    .action(({ org, name, domain, integration, new: isNew }) => {
      const rule = integration === undefined ? undefined : { integration, isNew };
      return runner.print(
        async (api) => {
          const { client, sharesDomainWith } = await api.client.create.mutate({ org, name, domain, rule });
          if (sharesDomainWith) runner.progress.say(plain(sharingNote(client.domain, sharesDomainWith)));
          else if (client.domain !== null && client.rules.length === 0)
            runner.progress.say(plain(ruleNote(runner.self, org, client.domain)));
          return client;
        },
        ({ rules, ...client }, isJson) => ({
          ...client,
          rules: isJson ? rules : rules.map(({ integration }) => integration).join(', ') || null,
        }),
      );
    });

  client
    .command('delete')
    .description('delete a client and unwire its rules')
    .argument('<id>', 'its id, as "client list" shows it')
    .addOption(orgOption)
    .action((id, { org }) => runner.print((api) => api.client.delete.mutate({ org, id })));

  client
    .command('erase')
    .description(
      'erase a client with its activities, cards and rules, whether deleted or not; this cannot be undone',
    )
    .argument('<id>', 'its id; "client list" shows those that are not deleted')
    .addOption(orgOption)
    .addOption(yesOption)
    .addHelpText('after', erasureHelp)
    .action((id, { org, yes }) =>
      runner.print(async (api) => {
        if (!yes)
          await runner.confirm(async () => {
            const { name } = await api.client.findErasable.query({ org, id });
            return {
              prompt: `This erases "${plain(name)}" and all its activities for good. Type its name to go on: `,
              expected: name,
              mistyped: 'this is not the name; nothing was erased',
            };
          });
        return erasureResult(await api.client.erase.mutate({ org, id }), runner);
      }),
    );

  program
    .command('dashboard')
    .description('show the cards of clients')
    .command('show')
    .description(
      'show the cards of a client; JSON as GET /v1/clients/{clientId}/dashboards/default returns it',
    )
    .argument('<client>', 'the id of the client, as "client list" shows it')
    .addOption(orgOption)
    .addHelpText('after', runner.examples('dashboard show --org demo 01900000-0000-7000-8000-000000000001'))
    .action((id, { org }) =>
      runner.print(
        (api) => api.client.dashboard.query({ org, id }),
        (dashboard) => dashboard,
        toCards,
      ),
    );
}

const sharingNote = (domain: string | null, { id, name }: { id: string; name: string }) =>
  `note: ${name} (${id}) has the domain ${domain} too; rules that are wired to it stay with it`;

const ruleNote = (self: string, org: string, domain: string) =>
  `note: no rule assigns activities to it yet; create one: ${self} rule create --org ${org} --integration any --domain ${domain}`;

/**
 * Formats cards as paragraphs: a heading, then the lines of the card. A terminal links no domains, so the spaces of no
 * width that keep cards from linking them are left out.
 */
function toCards({ cards }: { cards: readonly Card[] }, screen: Screen): string {
  return cards
    .map(({ name, result: { content, status, computedAt } }) => {
      const heading = styled('bold', name, screen);
      if (status === 'computing')
        return `${heading}\nNothing yet: the card is computed once there are activities.`;
      const lines = content.replaceAll('\u200b', '').split('\n').map(plain).join('\n');
      return `${heading}\n${lines}\n${styled('dim', `computed ${toCell(computedAt)}`, screen)}`;
    })
    .join('\n\n');
}

interface Card {
  readonly name: string;
  readonly result: {
    readonly content: string;
    readonly status: 'computing' | 'ready';
    readonly computedAt: string | null;
  };
}
