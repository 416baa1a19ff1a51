import { z } from 'zod';
import { cursorInput } from '../core/rest/cursor.ts';
import {
  domainField,
  forbiddenField,
  limitInput,
  maxDomainLength,
  nameBounds,
  nameField,
  pathId,
  timestamp,
} from '../core/rest/fields.ts';

export const Client = z
  .object({
    id: z.uuid().meta({ description: 'The id of the client.' }),
    name: z.string().meta({ ...nameBounds, description: "The client's name." }),
    domain: z.string().nullable().meta({
      maxLength: maxDomainLength,
      description: "The client's internet domain; null when there is none.",
    }),
    createdAt: timestamp('The time at which the client was created.'),
    updatedAt: timestamp('The time at which the client was last changed.'),
  })
  .meta({ id: 'Client', description: 'A client of the organization.' });

const organizationId = forbiddenField('the organization is the one the token belongs to.');

export const clientsList = z
  .object({ limit: limitInput, cursor: cursorInput('clients') })
  .default({ limit: 20 });

export const clientGet = z.object({ clientId: pathId('client') });

export const clientCreate = z.object({
  name: nameField().meta({ description: "The client's name." }),
  domain: domainField().optional().meta({
    description: "The client's internet domain. Unwired assignment rules for it are wired to the new client.",
  }),
  organizationId,
});

export const clientUpdate = z.object({
  clientId: pathId('client'),
  name: nameField().optional().meta({ description: "The client's name." }),
  domain: domainField(', or null for none').nullable().optional().meta({
    description:
      "The client's internet domain; null clears it. Unwired assignment rules for it are wired to the client.",
  }),
  organizationId,
});

export const clientAssignOwner = z.object({
  clientId: pathId('client'),
  userId: pathId('user').nullable().meta({ description: 'The user who looks after it; null for nobody.' }),
});

export const ClientOwner = z
  .object({ id: z.uuid(), ownerId: z.uuid().nullable() })
  .meta({ id: 'ClientOwner', description: 'A client and the user who looks after it.' });

export const Rule = z
  .object({
    id: z.uuid().meta({ description: 'The id of the rule.' }),
    integration: z.string().meta({
      description:
        'The integration it holds for; `any` for all of them, `none` for a domain that is ignored.',
    }),
    domain: z.string().meta({ description: "The domain of a participant's address." }),
    clientId: z
      .uuid()
      .nullable()
      .meta({ description: 'The client it is wired to; null when there is none.' }),
  })
  .meta({ id: 'AssignmentRule', description: 'Assigns incoming activities to a client by domain.' });

export const rulesList = z
  .object({
    clientId: pathId('client').optional(),
    limit: limitInput,
    cursor: cursorInput('rules'),
  })
  .default({ limit: 20 });

/** The name of an integration, in lower case. */
export const integrationName = (rule: string) =>
  z
    .string(rule)
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, rule);

const integrationRule =
  'Send a short name of a-z, 0-9, "-" and "_", such as gmail, or any, or none to ignore the domain.';

export const ruleCreate = z.object({
  integration: integrationName(integrationRule).meta({
    description: 'The integration it holds for; `any` for all of them, `none` to ignore the domain.',
  }),
  domain: domainField().meta({ description: "The domain of a participant's address." }),
  clientId: pathId('client').optional().meta({
    description: 'The client to wire it to, whatever its domain; by default the oldest of the domain.',
  }),
});

export const ruleDelete = z.object({ ruleId: pathId('rule') });

export const Deleted = z.object({ id: z.uuid() }).meta({ id: 'Deleted', description: 'What was deleted.' });
