import type { Column } from 'drizzle-orm';
import { PgArray } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { threadPattern } from '../activities/import/imported-activity.ts';
import { calendarSettings, imapSettings } from '../connections/schemas.ts';
import { auditedValues } from '../core/db/audit/table.ts';
import {
  currencyField,
  domainField,
  emailField,
  isStorable,
  nameField,
  nilUuid,
  slugField,
  timezoneField,
  webUrlField,
} from '../core/rest/fields.ts';
import { dataTables } from './tables.ts';

export const organizationRow = z.strictObject({
  id: rowId(),
  name: nameField(),
  slug: slugField(),
  defaultTimezone: timezoneField(),
  defaultCurrency: currencyField(),
  createdAt: instant(),
  updatedAt: instant(),
});
export type Organization = z.output<typeof organizationRow>;

/** Stricter than the type of the column, as where the API or the command line accepts the value. */
const fieldRules: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  audit_entries: { before: auditedValues.nullable(), after: auditedValues.nullable() },
  users: {
    email: emailField(),
    firstName: nameField(),
    lastName: nameField(),
    imageUrl: webUrlField().nullable(),
  },
  clients: {
    name: nameField(),
    domain: domainField().nullable(),
    // Exports of release 1.0.0 have none.
    ownerId: rowId().nullable().default(null),
  },
  // Lists and workers read many of them at a time. The bounds are wider than those of an import of activities, which rows
  // in which a person was replaced can exceed.
  activities: {
    subject: textField().max(10_000),
    content: textField().max(4 * 1_024 * 1_024),
    participants: z.array(textField().max(1_000)).max(100),
    participantNames: z.array(textField().max(1_000)).max(100),
    // Exports of release 1.0.0 have none.
    thread: z.string().regex(threadPattern, 'must be 32 hexadecimal digits').nullable().default(null),
  },
  connections: {
    settings: z.union([imapSettings, calendarSettings]),
    seen: count(0),
    recorded: count(0),
    skipped: count(0),
    skippedReasons: z.record(textField(), count(1)),
  },
  connection_mailboxes: { nextUid: z.int().min(1), backfillBefore: z.int().min(1) },
  connection_calendars: { intervalSeconds: count(1) },
  connection_domains: { messages: count(1) },
  // The nil UUID comes before all activities.
  assignment_rules: { backlogAfter: z.uuid('must be a UUID').nullable() },
};

/** Rules for several fields of a row. */
const rowRules: Readonly<Record<string, (schema: z.ZodObject) => z.ZodType<Record<string, unknown>>>> = {
  activities: (schema) =>
    schema.refine(hasNameForEach, {
      path: ['participantNames'],
      error: 'must be empty, or have one name for each participant',
    }),
  connections: (schema) =>
    schema.refine(({ type, settings }) => type !== 'imap' || imapSettings.safeParse(settings).success, {
      path: ['settings'],
      error: 'must be those of a mailbox',
    }),
};

function hasNameForEach({ participants, participantNames = [] }: Record<string, unknown>): boolean {
  if (!Array.isArray(participants) || !Array.isArray(participantNames)) return false;
  return participantNames.length === 0 || participantNames.length === participants.length;
}

function schemaOf(column: Column): z.ZodType {
  const schema = typeSchemaOf(column);
  return column.notNull ? schema : schema.nullable();
}

/** The schema of a value as Drizzle reads it from the column. */
function typeSchemaOf(column: Column): z.ZodType {
  if (column instanceof PgArray) return z.array(typeSchemaOf(column.baseColumn));
  if (column.enumValues !== undefined) return z.enum(column.enumValues);
  const type = column.getSQLType();
  const schema = byType[type];
  if (schema === undefined) throw new Error(`No schema for columns of the type ${type}.`);
  return schema;
}

function textField() {
  return z.string().refine(isStorable, 'must not contain NUL or a part of a character');
}

/** A number that lists show and add up, so it is far from the largest integer of JavaScript. */
function count(min: number) {
  return z.int32().min(min);
}

function instant() {
  return z.iso.datetime({ precision: 3, error: 'must be a time such as 2026-11-20T20:35:34.909Z' });
}

/** An id that lists and searches find: they begin after the nil UUID. */
function rowId() {
  return z.uuid('must be a UUID').refine((id) => id !== nilUuid, 'must not be the nil UUID');
}

const byType: Readonly<Record<string, z.ZodType>> = {
  uuid: rowId(),
  text: textField(),
  boolean: z.boolean(),
  integer: z.int32(),
  bigint: z.int(),
  jsonb: z.record(z.string(), z.json()),
  bytea: z.string().regex(/^(?:[0-9a-f]{2})*$/, 'must be hexadecimal digits'),
  'timestamp (3) with time zone': instant(),
};

const schemas = new Map<string, z.ZodType<Record<string, unknown>>>(
  dataTables.map(({ name, exported }) => {
    const fields = Object.entries(exported).map(([field, column]) => [
      field,
      fieldRules[name]?.[field] ?? schemaOf(column),
    ]);
    const schema = z.strictObject(Object.fromEntries(fields));
    return [name, rowRules[name]?.(schema) ?? schema];
  }),
);

export const rowOf = (table: string): z.ZodType<Record<string, unknown>> => schemas.get(table) ?? z.never();
