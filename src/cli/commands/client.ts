import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Screen, styled } from '../io.ts';
import { orgOption } from '../options.ts';
import { plain, toCell } from '../print.ts';
import type { Runner } from '../runner.ts';

export function addClientCommands(program: CommandUnknownOpts, runner: Runner): void {
  const client = program.command('client').description('list and delete clients');

  client
    .command('list')
    .description('list the clients of an organization')
    .addOption(orgOption)
    .action(({ org }) => runner.printPages((api, after) => api.client.list.query({ org, after })));

  client
    .command('delete')
    .description('delete a client and unwire its rules')
    .argument('<id>', 'its id, as "client list" shows it')
    .addOption(orgOption)
    .action((id, { org }) => runner.print((api) => api.client.delete.mutate({ org, id })));

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

/** Formats cards as paragraphs: a heading, then the lines of the card. */
function toCards({ cards }: { cards: readonly Card[] }, screen: Screen): string {
  return cards
    .map(({ name, result: { content, status, computedAt } }) => {
      const heading = styled('bold', name, screen);
      if (status === 'computing') return `${heading}\n(not computed yet)`;
      const lines = content.split('\n').map(plain).join('\n');
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
