import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { z } from 'zod';

const newOrgOption = () =>
  new Option('--org <slug>', 'the slug or the id of the organization, as "org list" shows them');

export const orgOption = newOrgOption().makeOptionMandatory();
export const someOrgOption = newOrgOption();

/** Skips the confirmation of what is final. */
export const yesOption = new Option('--yes', 'do not ask');

/** The options of a new rule's integration. */
export const newOption = new Option('--new', 'accept an integration that looks mistyped').default(false);

/** Reads a list whose parts are separated by commas. */
export const toList = (text: string) => text.split(',').map((part) => part.trim());

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const instantRule = 'Give a day or a time with its zone, such as 2001-06-01T12:00:00Z.';
const pastRule = 'Give a day, a time with its zone such as 2001-06-01T12:00:00Z, or an age such as 7d.';

/** Reads a day, or a time with its zone. */
export function toInstant(text: string, rule = instantRule): string {
  const { data } = moment.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError(rule);
  return new Date(data).toISOString();
}

/** Reads an age such as 7d, or a time as `toInstant` does. */
export const toPastInstant = (text: string, now: Date) =>
  durationForm.test(text)
    ? new Date(Math.max(now.getTime() - toMilliseconds(text), 0)).toISOString()
    : toInstant(text, pastRule);

/** Reads how many rows to list. */
export function toCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('Give a whole number from 1 to 999999999.');
  return Number(text);
}

const durationForm = /^(\d{1,6})([mhd])$/;

const unitMs = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Reads a duration such as 90d. */
export function toMilliseconds(text: string): number {
  const [, count, unit = ''] = durationForm.exec(text) ?? [];
  const ms = Number(count) * (unitMs.get(unit) ?? Number.NaN);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a whole number with m, h or d, such as 90d.');
  return ms;
}

/** The instant that is a duration later than another. */
export const after = (time: Date, durationMs: number) => new Date(time.getTime() + durationMs).toISOString();
