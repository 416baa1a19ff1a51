import { z } from 'zod';
import { rejectDuplicate } from '../../core/errors.ts';
import { currencyField, nameField, slugField, timezoneField } from '../../core/rest/fields.ts';
import { createOrganization, listOrganizations, updateOrganization } from '../../organization/queries.ts';
import { command, orgCommand, pagesOf } from '../command.ts';
import { option } from '../options.ts';

export const orgCommands = [
  command('org create', {
    description: 'create an organization',
    options: {
      name: option('<name>', 'its name', nameField()),
      slug: option('<slug>', 'its short name: 1 to 63 of a-z, 0-9 and -', slugField()),
      timezone: option('<zone>', 'its time zone, such as Europe/Berlin', timezoneField().optional()),
      currency: option('<code>', 'its currency, such as EUR', currencyField().optional()),
    },
    examples: ['org create --name Acme --slug acme --timezone Europe/Berlin'],
    run({ database: { db }, author }, { name, slug, timezone, currency }) {
      const values = { name, slug, defaultTimezone: timezone, defaultCurrency: currency };
      return rejectDuplicate(
        db.transaction((transaction) => createOrganization(transaction, values, author)),
        `the slug "${slug}" is already taken`,
      );
    },
  }),
  orgCommand('org update', {
    description: 'change what the language model may read',
    options: {
      languageModel: option(
        '<switch>',
        'send activities to the language model of INSIGHTS_LLM_URL',
        z.enum(['on', 'off']),
      ),
    },
    examples: ['org update --org acme --language-model on'],
    async run({ writer }, { org, languageModel }) {
      await updateOrganization(writer, { usesLanguageModel: languageModel === 'on' });
      return { org, languageModel };
    },
  }),
  command('org list', {
    description: 'list the organizations',
    run: ({ database: { db } }) => pagesOf((page) => listOrganizations(db, page)),
  }),
];
