import { createRule, deleteRule, listRules } from '../../clients/assignment-rules.ts';
import { listUnassignedDomains } from '../../connections/unassigned.ts';
import { rejectDuplicate } from '../../core/errors.ts';
import { domainField } from '../../core/rest/fields.ts';
import { change, listCommand, orgCommand } from '../command.ts';
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
    async run({ writer, isJson }, { org, client, ...rule }) {
      const message = `"${org}" already has a rule for ${rule.integration} and ${rule.domain}`;
      const created = await rejectDuplicate(createRule(writer, rule, client), message);
      const { id, clientId, ...shown } = found('client', created, { id: client ?? '', org });
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
