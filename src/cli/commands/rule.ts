import { listIntegrations } from '../../activities/queries.ts';
import {
  anyIntegration,
  createRule,
  createRuleFor,
  deleteRule,
  hasRuleFor,
  listRules,
  noIntegration,
} from '../../clients/assignment-rules.ts';
import { listConnectionIntegrations } from '../../connections/queries.ts';
import { listUnassignedDomains } from '../../connections/unassigned.ts';
import type { TenantReader } from '../../core/db/tenant.ts';
import { domainField } from '../../core/rest/fields.ts';
import { change, listCommand, orgCommand } from '../command.ts';
import { CliError, found, rejectDuplicate } from '../errors.ts';
import { likelyMeant } from '../mistyped.ts';
import { countField, idFrom, integrationField, newOption, option } from '../options.ts';

export const ruleCommands = [
  orgCommand('rule create', {
    description: 'assign the activities of a domain to a client, by default the oldest with that domain',
    options: {
      integration: option(
        '<name>',
        'such as gmail; any for all, none to ignore the domain',
        integrationField,
      ),
      domain: option('<domain>', 'the domain of the participants', domainField()),
      client: option('<id>', 'the client, whatever its domain', idFrom('client list').optional()),
      new: newOption,
    },
    examples: [
      'rule create --org acme --integration import --domain globex.example',
      'rule create --org acme --integration any --domain initech.example',
    ],
    async run({ db, writer, isJson }, { org, new: isNew, client, ...rule }) {
      if (!isNew) await refuseMistyped(db, org, rule.integration);
      const creation = client === undefined ? createRule(writer, rule) : createRuleFor(writer, rule, client);
      const message = `"${org}" has a rule for ${rule.integration} and ${rule.domain} already`;
      const created = await rejectDuplicate(creation, message);
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

/**
 * Refuses an integration that looks like a slip of one with activities or a connection. Rules may come before the first
 * activity of their integration, so any other name is accepted.
 */
export async function refuseMistyped(db: TenantReader, org: string, integration: string): Promise<void> {
  const isReserved = integration === anyIntegration || integration === noIntegration;
  if (isReserved || (await hasRuleFor(db, integration))) return;
  const names = await Promise.all([listIntegrations(db), listConnectionIntegrations(db)]);
  const known = [...new Set(names.flat())].sort();
  const meant = likelyMeant(integration, known);
  if (meant === undefined) return;
  throw new CliError(
    `"${org}" has no activity, connection or rule of ${integration}; did you mean ${meant}? Known are ${known.join(', ')}. If ${integration} is meant, add --new`,
  );
}
