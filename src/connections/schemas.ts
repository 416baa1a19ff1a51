import { z } from 'zod';
import { isStorable, parseUrl, pathId, timestamp, timestampOrNull } from '../core/rest/fields.ts';
import { oauthProviders } from './oauth.ts';
import { connectionStates, connectionTypes, keeps } from './table.ts';

export const tlsModes = ['implicit', 'starttls', 'none'] as const;
type TlsMode = (typeof tlsModes)[number];

export const defaultPorts: Readonly<Record<TlsMode, number>> = { implicit: 993, starttls: 143, none: 143 };

/** The days that a first sync reads back, unless others are asked for. */
export const usualDays = 365;

/** The integrations of servers that many people use. */
const integrations = new Map([
  ['imap.gmail.com', 'gmail'],
  ['outlook.office365.com', 'outlook'],
]);

/** The usual integration of a mail server's mailboxes. */
export const integrationOf = (host: string) => integrations.get(host.toLowerCase()) ?? 'imap';

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);
const isHost = (host: string) => /^[\w.:-]+$/.test(host);

/** The settings of an IMAP connection, without its password. */
export const imapSettings = z.object({
  host: text(253).refine(isHost, 'must be the name or address of a server, such as imap.example.com'),
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

const secretText = z.string().min(1).max(10_000);
const passwordSecret = z.object({ password: secretText });
/** The client secret is null for public clients. */
const oauthSecret = z.object({ refreshToken: secretText, clientSecret: secretText.nullable() });

/** The decrypted `secret` of an IMAP connection. */
export const imapSecret = z.union([passwordSecret, oauthSecret]);
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
const calendarUrl = z
  .string()
  .trim()
  .max(2_048, urlRule)
  .transform((given) => given.replace(/^webcals?:/i, 'https:'))
  .refine((given) => /^https?:$/.test(parseUrl(given)?.protocol ?? ''), urlRule)
  .transform((given) => new URL(given).href);

/** The decrypted `secret` of a calendar. */
export const calendarSecret = z.object({ url: calendarUrl });

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
  passwordSecret,
  oauthSecret.extend({ clientSecret: secretText.optional() }),
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

export const Connection = z
  .object({
    id: z.uuid(),
    type: z.enum(connectionTypes),
    integration: z.string().meta({ description: 'The integration of the activities it records.' }),
    server: z.string().nullable().meta({ description: 'The host name of the server.' }),
    account: z.string().nullable().meta({ description: 'The user whose mail is read.' }),
    state: z.enum(connectionStates),
    lastSeenAt: timestampOrNull("The time of the server's last answer."),
    lastReceivedAt: timestampOrNull('When something new was last read.'),
    seen: z.int().min(0).meta({ description: 'The number of messages or meetings read.' }),
    recorded: z.int().min(0).meta({ description: 'The number recorded as activities.' }),
    skipped: z.int().min(0).meta({ description: 'The number skipped.' }),
    skippedReasons: z
      .array(z.object({ reason: z.string(), count: z.int().min(1) }))
      .meta({ description: 'The skipped ones by reason.' }),
    failure: z.string().nullable().meta({ description: 'The current failure and what to do about it.' }),
    nextTryAt: timestamp('The time of the next attempt, when it fails.'),
  })
  .meta({
    id: 'Connection',
    description: 'A mailbox or calendar that the worker keeps in sync, with its status.',
  });

export const ConnectionDetails = Connection.extend({
  port: z.int().nullable().meta({ description: 'The port of the mail server; null for a calendar.' }),
  mailboxes: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The mailboxes that are read; null for the inbox and sent mail.' }),
  since: timestampOrNull('Messages received earlier are not read; null for a calendar.'),
  usesOAuth: z.boolean().meta({ description: 'True for a mailbox without a password.' }),
  progress: z
    .array(z.object({ mailbox: z.string(), isComplete: z.boolean() }))
    .meta({ description: 'The opened mailboxes, and whether the first sync of each is complete.' }),
}).meta({ id: 'ConnectionDetails', description: 'A connection with its settings, without its secret.' });

export const ChangedConnection = z
  .object({ id: z.uuid(), state: z.enum(connectionStates) })
  .meta({ id: 'ChangedConnection', description: 'The state of a connection after a change.' });

export const ConnectionTest = z
  .object({
    mailboxes: z.array(z.string()).meta({ description: 'The mailboxes that would be read.' }),
    messages: z.int().nullable().meta({ description: 'The number of messages that a first sync reads.' }),
    meetings: z.int().nullable().meta({ description: 'The number of meetings in the calendar.' }),
    ofClients: z.int().nullable().meta({ description: 'The number of meetings with a client.' }),
    failure: z.string().nullable().meta({ description: 'The failure and what to do; null if all works.' }),
  })
  .meta({ id: 'ConnectionTest', description: 'The result of trying an account without storing anything.' });

const inputText = (rule: string, maxLength: number) =>
  z.string(rule).refine((given) => given !== '' && given.length <= maxLength && isStorable(given), rule);

const hostRule = 'Send the name of a mail server, such as "imap.example.com".';
const portRule = 'Send a whole number from 1 to 65535, such as 993.';
const userRule = 'Send the name to log in with, up to 320 characters.';
const passwordRule = 'Send the password, up to 10,000 characters.';
const urlInputRule = 'Send the https:// URL of a calendar in ICS format, up to 2,048 characters.';
const mailboxesRule = 'Send an array of 1 to 50 names of mailboxes, or null for the inbox and sent mail.';

const passwordInput = inputText(passwordRule, 10_000).meta({ description: 'It is never returned.' });
const urlInput = z
  .string(urlInputRule)
  .refine((given) => isStorable(given) && calendarUrl.safeParse(given).success, urlInputRule)
  .meta({ description: 'It is never returned.' });

/** An account as callers of the API send it: with TLS, a password, and a server on the public internet. */
const accountInput = z
  .discriminatedUnion(
    'type',
    [
      z.object({
        type: z.literal('imap'),
        host: z.string(hostRule).trim().max(253, hostRule).refine(isHost, hostRule),
        port: z.int(portRule).min(1, portRule).max(65_535, portRule).optional().meta({
          description: 'By default 993 with implicit TLS, else 143.',
        }),
        tls: z.enum(['implicit', 'starttls'], 'Send "implicit" or "starttls".').default('implicit'),
        user: inputText(userRule, 320),
        password: passwordInput,
        mailboxes: z
          .array(inputText(mailboxesRule, 1_000), mailboxesRule)
          .min(1, mailboxesRule)
          .max(50, mailboxesRule)
          .nullable()
          .default(null),
      }),
      z.object({ type: z.literal('calendar'), url: urlInput }),
    ],
    'Send an object whose `type` is "imap" or "calendar".',
  )
  .transform((given): { account: Account; integration: string } => {
    if (given.type === 'calendar')
      return { account: { type: 'calendar', secret: calendarSecret.parse(given) }, integration: 'calendar' };
    const { type, password, host, port = defaultPorts[given.tls], ...settings } = given;
    const since = new Date(Date.now() - usualDays * 86_400_000).toISOString();
    return {
      account: { type, settings: { ...settings, host, port, since, ca: null }, secret: { password } },
      integration: integrationOf(host),
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
  .extend({ password: passwordInput.optional(), url: urlInput.optional() })
  .refine(({ password, url }) => (password === undefined) !== (url === undefined), {
    path: ['password'],
    error: 'Send the new `password` of a mailbox, or the new `url` of a calendar.',
  });
