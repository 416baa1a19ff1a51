import { z } from 'zod';
import { timestamp } from '../core/rest/fields.ts';
import { oauthProviders } from './oauth.ts';
import { keeps } from './table.ts';

export const tlsModes = ['implicit', 'starttls', 'none'] as const;
export type TlsMode = (typeof tlsModes)[number];

export const defaultPorts: Readonly<Record<TlsMode, number>> = { implicit: 993, starttls: 143, none: 143 };

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);

/** The settings of an IMAP connection, without its password. */
export const imapSettings = z.object({
  host: text(253).refine(
    (host) => /^[\w.:-]+$/.test(host),
    'must be the name or address of a server, such as imap.example.com',
  ),
  port: z.int().min(1).max(65_535),
  tls: z.enum(tlsModes),
  user: text(320),
  /** Null stands for the inbox and the sent mailbox. */
  mailboxes: z.array(text(1_000)).min(1).max(50).nullable(),
  /** Messages received earlier are not read. */
  since: z.iso.datetime(),
  /** CA certificates in PEM that are trusted in addition to those of Node. */
  ca: z.string().max(100_000).nullable(),
  /** Absent for an account with a password. */
  oauth: z
    .object({
      provider: z.enum(oauthProviders),
      clientId: text(1_000),
      /** Null stands for the provider's token endpoint. */
      tokenUrl: z.url({ protocol: /^https?$/, error: 'must be an https:// URL' }).nullable(),
    })
    .optional(),
});
export type ImapSettings = z.infer<typeof imapSettings>;

/** The decrypted `secret` of an IMAP connection. */
export const imapSecret = z.union([
  z.object({ password: z.string().min(1).max(10_000) }),
  z.object({
    refreshToken: z.string().min(1).max(10_000),
    /** Null for public clients. */
    clientSecret: z.string().min(1).max(10_000).nullable(),
  }),
]);
export type ImapSecret = z.infer<typeof imapSecret>;

/** The settings of an IMAP connection that can be changed. */
export const imapChanges = imapSettings
  .pick({ host: true, port: true, mailboxes: true, since: true })
  .partial();

export const keep = z.enum(keeps);

/** The settings of a calendar, without its URL, whose path is often a secret. */
export const calendarSettings = z.object({ host: text(253) });

const urlRule = 'must be the https:// URL of a calendar in ICS format';

/** Reads the URL of a calendar; calendar programs write `webcal:` for `https:`. */
export const calendarUrl = z
  .string()
  .trim()
  .max(2_048, urlRule)
  .transform((given) => given.replace(/^webcals?:/i, 'https:'))
  .refine((given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol), urlRule)
  .transform((given) => new URL(given).href);

/** The decrypted `secret` of a calendar. */
export const calendarSecret = z.object({ url: calendarUrl });
export type CalendarSecret = z.infer<typeof calendarSecret>;

/** An account to connect. */
export const account = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('imap'), settings: imapSettings, secret: imapSecret })
    .refine(
      ({ settings, secret }) => (settings.oauth === undefined) === 'password' in secret,
      'needs a password, or OAuth with a refresh token',
    ),
  z.object({ type: z.literal('calendar'), secret: calendarSecret }),
]);
export type Account = z.infer<typeof account>;

/** A new secret. Without a client secret, that of the connection is kept. */
export const newSecret = z.union([
  z.object({ password: z.string().min(1).max(10_000) }),
  z.object({
    refreshToken: z.string().min(1).max(10_000),
    clientSecret: z.string().min(1).max(10_000).optional(),
  }),
  calendarSecret,
]);
export type NewSecret = z.infer<typeof newSecret>;

/** A domain of activities that no rule assigned, and of messages that were only counted. */
export const UnassignedDomain = z
  .object({
    domain: z.string().meta({ description: "The domain of a participant's address." }),
    activities: z
      .int()
      .min(1)
      .meta({ description: 'The number of unassigned activities and messages with it.' }),
    latestSubject: z
      .string()
      .nullable()
      .meta({ description: 'The subject of the latest activity; null when messages were only counted.' }),
    latestAt: timestamp('The time of the latest one.'),
  })
  .meta({ id: 'UnassignedDomain', description: 'Activities and messages without a client, by domain.' });
export type UnassignedDomain = z.infer<typeof UnassignedDomain>;
