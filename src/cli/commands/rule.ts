import { listIntegrations } from '../../activities/queries.ts';
import {
  anyIntegration,
  createRule,
  deleteRule,
  listRules,
  noIntegration,
} from '../../clients/assignment-rules.ts';
import { listConnectionIntegrations } from '../../connections/queries.ts';
import { listUnassignedDomains } from '../../connections/unassigned.ts';
import { rejectDuplicate } from '../../core/errors.ts';
import { domainField } from '../../core/rest/fields.ts';
import { change, listCommand, type OrgCli, orgCommand } from '../command.ts';
import { found } from '../errors.ts';
import { countField, idFrom, integrationField, option } from '../options.ts';

export const ruleCommands = [
  orgCommand('rule create', {
    description: 'assign the activities of a domain to a client, by default the oldest with that domain',
    options: {
      integration: option(
        '<name>',
        'such as gmail; "any" for all, "none" to ignore the domain',
        integrationField,
      ),
      domain: option('<domain>', 'the domain of the participants', domainField()),
      client: option('<id>', 'the client, whatever its domain', idFrom('client list').optional()),
    },
    examples: [
      'rule create --org acme --integration import --domain globex.example',
      'rule create --org acme --integration any --domain initech.example',
    ],
    async run(cli, { org, client, ...rule }) {
      const { writer, isJson } = cli;
      const message = `"${org}" has a rule for ${rule.integration} and ${rule.domain} already`;
      const created = await rejectDuplicate(createRule(writer, rule, client), message);
      const { id, clientId, ...shown } = found('client', created, { id: client ?? '', org });
      await noteUnknown(cli, rule.integration);
      return isJson ? { id, clientId } : { id, ...shown, clientId };
    },
  }),
  listCommand('rule list', 'list the rules and the clients that they are wired to', listRules),
  change('rule delete', 'delete a rule; activities that it assigned stay with their client', deleteRule),
  orgCommand('unassigned list', {
    description:
      'list the domains of unassigned activities, most activities first; counts the newest 2,000 by their first five participants, and leaves out the domains of users and those with a wired rule for any integration',
    options: { limit: option('<count>', 'how many domains at most', countField.default(100)) },
    examples: ['unassigned list --org acme'],
    run: ({ db }, { limit }) => listUnassignedDomains(db, limit),
  }),
];

/**
 * Notes that nothing has come from an integration yet, although it has from others: the name may be mistyped, or its rule may
 * come before its first activity.
 */
export async function noteUnknown({ db, say }: OrgCli, integration: string): Promise<void> {
  if (integration === anyIntegration || integration === noIntegration) return;
  const names = await Promise.all([listIntegrations(db), listConnectionIntegrations(db)]);
  const known = [...new Set(names.flat())].sort();
  if (known.length > 0 && !known.includes(integration))
    say(`note: there is no activity or connection of ${integration} yet, only of ${known.join(', ')}`);
}
