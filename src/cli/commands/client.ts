import { findOldestClient, listRules } from '../../clients/assignment-rules.ts';
import {
  createClient,
  createClientWithRule,
  deleteClient,
  getClient,
  listClients,
} from '../../clients/queries.ts';
import { rejectDuplicate } from '../../core/errors.ts';
import { domainField, nameField } from '../../core/rest/fields.ts';
import { getDefaultDashboard } from '../../dashboards/queries.ts';
import { change, listCommand, type OrgCli, orgCommand, pageSize } from '../command.ts';
import { CliError, found } from '../errors.ts';
import { type Screen, styled } from '../io.ts';
import { argument, idFrom, integrationField, option } from '../options.ts';
import { plain, toCell } from '../print.ts';
import { clientErase } from './erase.ts';

export const clientCommands = [
  listCommand('client list', 'list the clients of an organization', listClients),
  orgCommand('client create', {
    description:
      'create a client and wire the unwired rules for its domain; with --integration, also create a rule',
    options: {
      name: option('<name>', 'the name', nameField()),
      domain: option('<domain>', 'the domain of its addresses', domainField().nullable().default(null)),
      integration: option('<name>', 'also create a rule for this one, or any', integrationField.optional()),
    },
    examples: ['client create --org a --name B --domain b.example --integration any'],
    async run(cli, input) {
      const { org, domain } = input;
      const client = await create(cli, input);
      const rules = await listRules(cli.db, { limit: pageSize }, client.id);
      const oldest = domain === null ? undefined : await findOldestClient(cli.db, domain);
      if (oldest && oldest.id !== client.id)
        cli.say(
          `note: ${oldest.name} (${oldest.id}) has the domain ${domain} too; rules that are wired to it stay with it`,
        );
      else if (domain !== null && rules.length === 0)
        cli.say(
          `note: no rule assigns activities to it yet; create one: ${cli.self} rule create --org ${org} --integration any --domain ${domain}`,
        );
      const names = rules.map(({ integration }) => integration).join(', ') || null;
      return { ...client, rules: cli.isJson ? rules : names };
    },
  }),
  change('client delete', 'delete a client and unwire its rules', deleteClient),
  clientErase,
  orgCommand('dashboard show', {
    description: 'show the cards of a client; JSON as the API returns the default dashboard',
    options: { id: argument('<client>', 'its id, as "client list" shows it', idFrom('client list')) },
    examples: ['dashboard show --org demo 01900000-0000-7000-8000-000000000001'],
    async run({ db, isJson, screen }, input) {
      found('client', await getClient(db, input.id), input);
      const dashboard = await getDefaultDashboard(db, input.id);
      return isJson ? dashboard : dashboard.cards.map((card) => toText(card, screen)).join('\n\n');
    },
  }),
];

type NewClient = { org: string; name: string; domain: string | null; integration: string | undefined };

async function create({ writer }: OrgCli, { org, name, domain, integration }: NewClient) {
  if (integration === undefined) return createClient(writer, { name, domain });
  if (domain === null) throw new CliError('a rule needs a domain; add --domain');
  return rejectDuplicate(
    createClientWithRule(writer, { name, domain, integration }),
    `the rule of "${org}" for ${integration} and ${domain} belongs to another client; "rule list" shows it`,
  );
}

type Card = Awaited<ReturnType<typeof getDefaultDashboard>>['cards'][number];

/** Formats a card: a heading, then its lines. The spaces of no width keep it from linking domains, as no terminal does. */
function toText({ name, result: { content, status, computedAt } }: Card, screen: Screen): string {
  const heading = styled('bold', name, screen);
  if (status === 'computing')
    return `${heading}\nNothing yet: the card is computed once there are activities.`;
  const lines = content.replaceAll('\u200b', '').split('\n').map(plain).join('\n');
  return `${heading}\n${lines}\n${styled('dim', `computed ${toCell(computedAt)}`, screen)}`;
}
