import { type Command, command } from './command.ts';
import { auditList } from './commands/audit.ts';
import { clientCommands } from './commands/client.ts';
import { connectionCommands } from './commands/connection.ts';
import { personErase } from './commands/erase.ts';
import { importCommand } from './commands/import.ts';
import { insightsRun } from './commands/insights.ts';
import { orgCommands } from './commands/org.ts';
import { orgDelete, orgExport, orgImport } from './commands/org-data.ts';
import { ruleCommands } from './commands/rule.ts';
import { tokenCommands } from './commands/token.ts';
import { userCommands } from './commands/user.ts';
import { webhookCommands } from './commands/webhook.ts';

const dbMigrate = command('db migrate', {
  description: 'apply all pending migrations, which cannot be undone, and print how many there were',
  upgrades: true,
  run: async ({ applied, database }) => ({ applied: applied + (await database.migrate()) }),
});

/** The commands that need the database, in the order of the help. */
export const commands: readonly Command[] = [
  ...[...orgCommands, orgExport, orgImport, orgDelete, ...userCommands, personErase, ...tokenCommands],
  ...[auditList, ...ruleCommands, ...clientCommands, importCommand, ...connectionCommands],
  ...[insightsRun, ...webhookCommands, dbMigrate],
];

/** The groups of commands and their descriptions, by the headings of the help. */
export const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Organizations and access:': {
    org: 'create, change, list, export, import and delete organizations',
    user: 'create, list and delete users',
    person: 'erase people',
    token: 'create, list, rotate and revoke the tokens of the API',
    audit: 'list who changed what',
  },
  'Clients and their activities:': {
    rule: 'define which activities belong to which client',
    unassigned: 'show the activities that no rule assigned to a client',
    client: 'list, create, delete and erase clients',
    dashboard: 'show the cards of clients',
    import: '',
    connection: 'connect mailboxes and calendars, which the worker keeps in sync, and show their status',
    insights: 'compute the cards of dashboards',
    webhook: 'send events of an organization to URLs',
  },
  'The service:': { db: 'the schema of the database' },
};
