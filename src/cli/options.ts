import { z } from 'zod';
import { anyIntegration, noIntegration } from '../clients/assignment-rules.ts';
import { integrationName } from '../clients/schemas.ts';
import { slugField } from '../core/rest/fields.ts';

/** An option or an argument of a command. */
export interface Option<S extends z.ZodType = z.ZodType> {
  /** The value as the help shows it, such as `<slug>`; empty for a switch. */
  readonly value: string;
  readonly description: string;
  /** Reads the text that was given. An option is required unless this accepts undefined. */
  readonly schema: S;
  readonly isArgument?: boolean;
}

export const option = <S extends z.ZodType>(value: string, description: string, schema: S): Option<S> => ({
  ...{ value, description, schema },
});

export const argument = <S extends z.ZodType>(value: string, description: string, schema: S): Option<S> => ({
  ...{ value, description, schema, isArgument: true },
});

export const flag = (description: string) => option('', description, z.boolean().default(false));

/** The option of a field, such as `--client-id`. */
export const flagOf = (field: string) =>
  `--${field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;

const orgText = 'the slug or the id of the organization, as "org list" shows them';
export const orgOption = option('<slug>', orgText, slugField());
export const someOrgOption = option('<slug>', orgText, slugField().optional());

export const idFrom = (list: string) => z.uuid(`must be a UUID, as "${list}" shows it`).toLowerCase();

export const idArgument = (list: string) => argument('<id>', `its id, as "${list}" shows it`, idFrom(list));

export const yesOption = flag('do not ask');

export const integrationField = integrationName('must be a short name such as gmail');

const reserved = new Map([
  [anyIntegration, 'all integrations'],
  [noIntegration, 'no integration'],
]);

/** The integration that activities come from. */
export const sourceField = integrationField.refine((name) => !reserved.has(name), {
  error: ({ input }) =>
    `"${input}" stands for ${reserved.get(String(input))} in rules; name the one the activities come from, such as gmail`,
});

export const listField = z.string().transform((text) => text.split(',').map((part) => part.trim()));

const invalid = (rule: string) => ({
  error: ({ input }: { input?: unknown }) => `'${input}' is invalid. ${rule}`,
});

/** A text that is read as a number; `read` returns NaN for others. */
const numberField = (rule: string, read: (text: string) => number) =>
  z
    .string()
    .refine((text) => !Number.isNaN(read(text)), invalid(rule))
    .transform(read);

const wholeNumber = (max: number) => (text: string) =>
  /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max ? Number(text) : Number.NaN;

/** The number of rows to list. */
export const countField = numberField('Give a whole number from 1 to 999999999.', wholeNumber(999_999_999));
export const portField = numberField('Give a port from 1 to 65535.', wholeNumber(65_535));

function toMilliseconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return Number(count) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? Number.NaN);
}

/** A duration such as 90d, in milliseconds. */
export const durationField = numberField('Give a whole number with m, h or d, such as 90d.', toMilliseconds);

export const after = (time: Date, durationMs: number) => new Date(time.getTime() + durationMs).toISOString();

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The milliseconds of a day, a time with its zone, or an age. */
function momentMs(text: string): number {
  const ageMs = toMilliseconds(text);
  if (ageMs >= 0) return Math.max(Date.now() - ageMs, 0);
  return moment.safeParse(text).success ? Date.parse(text) : Number.NaN;
}

const momentRule = 'Give a day, a time with its zone such as 2001-06-01T12:00:00Z, or an age such as 7d.';

/** A day, a time with its zone, or an age such as 7d, as an instant. */
export const momentField = numberField(momentRule, momentMs).transform((ms) => new Date(ms).toISOString());
