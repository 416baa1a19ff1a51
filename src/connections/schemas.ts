import { z } from 'zod';
import { isStorable, parseUrl, pathId, timestamp, timestampOrNull } from '../core/rest/fields.ts';
import { oauthProviders } from './oauth.ts';
import { connectionStates, connectionTypes, keeps } from './table.ts';

export const tlsModes = ['implicit', 'starttls', 'none'] as const;

export const defaultPorts = { implicit: 993, starttls: 143, none: 143 };

/** The days that a first sync reads back, unless others are asked for. */
export const usualDays = 365;

/** The integrations of servers that many people use. */
const integrations = new Map([
  ['imap.gmail.com', 'gmail'],
  ['outlook.office365.com', 'outlook'],
]);

/** The usual integration of a mail server's mailboxes. */
export const integrationOf = (host: string) => integrations.get(host.toLowerCase()) ?? 'imap';

const text = (rule: string, maxLength: number) =>
  z.string(rule).refine((given) => given !== '' && given.length <= maxLength && isStorable(given), rule);

const hostRule = 'Send the name of a mail server, such as "imap.example.com".';
const portRule = 'Send a whole number from 1 to 65535, such as 993.';
const mailboxesRule = 'Send an array of 1 to 50 names of mailboxes, or null for the inbox and sent mail.';
const urlRule = 'Send the https:// URL of a calendar in ICS format, up to 2,048 characters.';

const mailboxName = text(mailboxesRule, 1_000);

/** The settings of an IMAP connection, without its password. */
export const imapSettings = z.object({
  host: z
    .string(hostRule)
    .trim()
    .max(253, hostRule)
    .regex(/^[\w.:-]+$/, hostRule),
  port: z.int(portRule).min(1, portRule).max(65_535, portRule),
  tls: z.enum(tlsModes),
  user: text('Send the name to log in with, up to 320 characters.', 320),
  /** Null stands for the inbox and the sent mailbox. */
  mailboxes: z.array(mailboxName, mailboxesRule).min(1, mailboxesRule).max(50, mailboxesRule).nullable(),
  /** Messages received earlier are not read. */
  since: z.iso.datetime(),
  /** CA certificates in PEM that are trusted in addition to those of Node. */
  ca: z.string().max(100_000).nullable(),
  /** Absent for an account with a password. */
  oauth: z
    .object({
      provider: z.enum(oauthProviders),
      clientId: text('Send the id of the client, up to 1,000 characters.', 1_000),
      /** Null stands for the provider's token endpoint. */
      tokenUrl: z.url({ protocol: /^https?$/, error: 'must be an https:// URL' }).nullable(),
    })
    .optional(),
});
export type ImapSettings = z.infer<typeof imapSettings>;

const passwordSecret = z.object({ password: text('Send the password, up to 10,000 characters.', 10_000) });
const oauthText = text('Send a text of up to 10,000 characters.', 10_000);
/** The client secret is null for public clients. */
const oauthSecret = z.object({ refreshToken: oauthText, clientSecret: oauthText.nullable() });

/** The decrypted `secret` of an IMAP connection. */
export const imapSecret = z.union([passwordSecret, oauthSecret]);
export type ImapSecret = z.infer<typeof imapSecret>;

/** The settings of an IMAP connection that can be changed. */
export const imapChanges = imapSettings
  .pick({ host: true, port: true, mailboxes: true, since: true })
  .partial();

export const keep = z.enum(keeps);

/** The settings of a calendar, without its URL, whose path is often a secret. */
export const calendarSettings = z.object({ host: z.string() });

/** The decrypted `secret` of a calendar. Calendar programs write `webcal:` for `https:`. */
export const calendarSecret = z.object({
  url: text(urlRule, 2_048)
    .transform((given) => given.trim().replace(/^webcals?:/i, 'https:'))
    .refine((given) => /^https?:$/.test(parseUrl(given)?.protocol ?? ''), urlRule)
    .transform((given) => new URL(given).href),
});

export const account = z.discriminatedUnion('type', [
  z.object({ type: z.literal('imap'), settings: imapSettings, secret: imapSecret }),
  z.object({ type: z.literal('calendar'), secret: calendarSecret }),
]);
export type Account = z.infer<typeof account>;

/** A new secret. Without a client secret, that of the connection is kept. */
export const newSecret = z.union([
  passwordSecret,
  oauthSecret.extend({ clientSecret: oauthText.optional() }),
  calendarSecret,
]);
export type NewSecret = z.infer<typeof newSecret>;

/** A domain of activities that no rule assigned, and of messages that were only counted. */
export const UnassignedDomain = z
  .object({
    domain: z.string(),
    activities: z.int().min(1),
    /** Null when messages were only counted. */
    latestSubject: z.string().nullable(),
    latestAt: timestamp('The time of the latest one.'),
  })
  .meta({ id: 'UnassignedDomain' });
export type UnassignedDomain = z.infer<typeof UnassignedDomain>;

export const Connection = z
  .object({
    id: z.uuid(),
    type: z.enum(connectionTypes),
    integration: z.string(),
    /** The host name of the server. */
    server: z.string().nullable(),
    /** The user whose mail is read. */
    account: z.string().nullable(),
    state: z.enum(connectionStates),
    lastSeenAt: timestampOrNull("The time of the server's last answer."),
    lastReceivedAt: timestampOrNull('When something new was last read.'),
    seen: z.int().min(0),
    recorded: z.int().min(0),
    skipped: z.int().min(0),
    skippedReasons: z.record(z.string(), z.int().min(1)),
    failure: z.string().nullable(),
    nextTryAt: timestamp('The time of the next attempt, when it fails.'),
  })
  .meta({ id: 'Connection' });

export const ConnectionDetails = Connection.omit({ server: true, account: true })
  .extend({
    host: z.string(),
    port: z.int().nullable().default(null),
    mailboxes: imapSettings.shape.mailboxes.default(null),
    since: imapSettings.shape.since.nullable().default(null),
    oauth: z.object({ provider: z.enum(oauthProviders) }).optional(),
    progress: z.array(z.object({ mailbox: z.string(), isComplete: z.boolean() })),
  })
  .meta({ id: 'ConnectionDetails' });

export const ChangedConnection = z
  .object({ id: z.uuid(), state: z.enum(connectionStates) })
  .meta({ id: 'ChangedConnection' });

export const ConnectionTest = z
  .object({
    mailboxes: z.array(z.string()).default([]),
    /** The number of messages that a first sync reads; null for a calendar. */
    messages: z.int().nullable().default(null),
    meetings: z.int().nullable().default(null),
    /** The number of meetings with a client. */
    ofClients: z.int().nullable().default(null),
    failure: z.string().nullable(),
  })
  .meta({ id: 'ConnectionTest' });

const { host, port, user, mailboxes } = imapSettings.shape;

/** An account as callers of the API send it: with TLS, a password, and a server on the public internet. */
const accountInput = z
  .discriminatedUnion(
    'type',
    [
      z.object({
        type: z.literal('imap'),
        host,
        port: port.optional(),
        tls: z.enum(['implicit', 'starttls'], 'Send "implicit" or "starttls".').default('implicit'),
        user,
        ...passwordSecret.shape,
        mailboxes: mailboxes.default(null),
      }),
      z.object({ type: z.literal('calendar'), ...calendarSecret.shape }),
    ],
    'Send an object whose `type` is "imap" or "calendar".',
  )
  .transform((given): { account: Account; integration: string } => {
    if (given.type === 'calendar')
      return { account: { type: 'calendar', secret: { url: given.url } }, integration: 'calendar' };
    const { type, password, port = defaultPorts[given.tls], ...settings } = given;
    const since = new Date(Date.now() - usualDays * 86_400_000).toISOString();
    return {
      account: { type, settings: { ...settings, port, since, ca: null }, secret: { password } },
      integration: integrationOf(settings.host),
    };
  })
  .meta({ id: 'ConnectionAccount' });

export const connectionCreate = z.object({ account: accountInput });

export const connectionNamed = z.object({ connectionId: pathId('connection') });

export const connectionTest = z
  .object({ ...connectionNamed.partial().shape, account: accountInput.optional() })
  .refine(({ connectionId, account }) => (connectionId === undefined) !== (account === undefined), {
    path: ['account'],
    error: 'Send either the `connectionId` of a connection, or an `account` that is not connected.',
  });

export const connectionUpdate = connectionNamed
  .extend({ password: passwordSecret.shape.password.optional(), url: calendarSecret.shape.url.optional() })
  .refine(({ password, url }) => (password === undefined) !== (url === undefined), {
    path: ['password'],
    error: 'Send the new `password` of a mailbox, or the new `url` of a calendar.',
  });
