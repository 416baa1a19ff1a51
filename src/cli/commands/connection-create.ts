import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { oauthProviders } from '../../connections/oauth.ts';
import { connectAccount } from '../../connections/operations.ts';
import {
  account,
  defaultPorts,
  integrationOf,
  keep,
  tlsModes,
  usualDays,
} from '../../connections/schemas.ts';
import { connectionTypes } from '../../connections/table.ts';
import { reasonOf } from '../../core/reason.ts';
import { type Cli, orgCommand } from '../command.ts';
import { wrongUsage } from '../errors.ts';
import { flag, flagOf, listField, momentField, option, portField, sourceField } from '../options.ts';

/** The environment variables that give secrets without standard input. */
const passwordVariable = 'CONNECTION_PASSWORD';
const urlVariable = 'CONNECTION_URL';
const refreshTokenVariable = 'CONNECTION_REFRESH_TOKEN';
const clientSecretVariable = 'CONNECTION_CLIENT_SECRET';

const oauthHosts = { google: 'imap.gmail.com', microsoft: 'outlook.office365.com' };

/** A file of certificates, which is read where the command was called. */
const certificatesField = z.string().transform((path, context) => {
  let rule = 'Give a file of certificates in PEM.';
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    rule = `It cannot be read: ${reasonOf(error)}.`;
  }
  context.addIssue({ code: 'custom', message: rule });
  return z.NEVER;
});

const text = z.string().optional();

/** The options that a calendar does not have. */
const imapOptions = {
  host: option('<host>', 'the IMAP server, such as imap.example.com', text),
  port: option('<port>', 'by default 993 with implicit TLS, else 143', portField.optional()),
  tls: option('<mode>', 'by default implicit; "none" is for this machine only', z.enum(tlsModes).optional()),
  user: option('<user>', 'the name to log in with, often the address', text),
  oauth: option(
    '<provider>',
    `log in by OAuth, with the token in ${refreshTokenVariable}`,
    z.enum(oauthProviders).optional(),
  ),
  clientId: option('<id>', `the client at the provider; its secret is in ${clientSecretVariable}`, text),
  tokenUrl: option('<url>', 'where the provider issues tokens, such as that of one Microsoft tenant', text),
  mailboxes: option(
    '<list>',
    'separated by commas; by default INBOX and the sent mailbox',
    listField.optional(),
  ),
  since: option('<time>', `an age such as 90d, or a day; by default ${usualDays}d`, momentField.optional()),
  ca: option('<file>', 'certificates of your own authority, in PEM', certificatesField.optional()),
};

export const connectionCreate = orgCommand('connection create', {
  description: `connect a mailbox or a calendar; the password of a mailbox is read from standard input, or from ${passwordVariable}`,
  options: {
    type: option('<type>', 'what to connect', z.enum(connectionTypes)),
    url: option(
      '<url>',
      `the URL of a calendar; else it is read like a password, or from ${urlVariable}`,
      text,
    ),
    ...imapOptions,
    integration: option('<name>', 'by default calendar, gmail, outlook or imap', sourceField.optional()),
    keep: option(
      '<what>',
      'clients: only what has the domain of a client or rule; all: everything',
      keep.default('clients'),
    ),
    allowPrivate: flag('allow a server in a private network'),
  },
  examples: [
    'connection create --org acme --type imap \\\n    --host imap.example.com --user ann@acme.example < password.txt',
    'connection create --org acme --type imap --host imap.gmail.com \\\n    --user ann@acme.example --mailboxes INBOX --since 90d',
    'connection create --org acme --type calendar \\\n    --url https://calendar.example.com/ann.ics',
  ],
  async run(cli, { org: _org, type, url, keep, allowPrivate, integration, ...given }) {
    for (const [name, value] of Object.entries(type === 'imap' ? { url } : given))
      if (value !== undefined) throw wrongUsage(`${flagOf(name)} is not an option of --type ${type}`);
    const made = type === 'imap' ? await mailboxOf(cli, given) : { secret: await readSecret(cli, { url }) };
    const parsed = account.parse({ type, ...made });
    const source = parsed.type === 'imap' ? integrationOf(parsed.settings.host) : 'calendar';
    return connectAccount(cli, { account: parsed, integration: integration ?? source, keep, allowPrivate });
  },
});

type Given = { readonly [Name in keyof typeof imapOptions]: z.output<(typeof imapOptions)[Name]['schema']> };

async function mailboxOf(cli: Cli, { oauth, clientId, tokenUrl, since, ...given }: Given) {
  const { user, host = oauth && oauthHosts[oauth], tls = 'implicit' } = given;
  if (host === undefined || user === undefined) throw wrongUsage('--type imap requires --host and --user');
  if ((oauth === undefined) !== (clientId === undefined))
    throw wrongUsage('--oauth and --client-id go together');
  const settings = {
    ...{ host, user, tls, port: given.port ?? defaultPorts[tls] },
    ...{ mailboxes: given.mailboxes ?? null, ca: given.ca ?? null },
    since: since ?? momentField.parse(`${usualDays}d`),
    oauth: oauth && { provider: oauth, clientId, tokenUrl: tokenUrl ?? null },
  };
  const secret = await readSecret(cli, { user, oauth });
  return { settings, secret: { ...secret, clientSecret: secret.clientSecret ?? null } };
}

type Account = {
  readonly user?: string | undefined;
  readonly oauth?: unknown;
  readonly url?: string | undefined;
};
type Secret = { url?: string; password?: string; refreshToken?: string; clientSecret?: string | undefined };

/** Reads the secret of a mailbox, or without a user the URL of a calendar. */
export async function readSecret(cli: Cli, { user, oauth, url }: Account): Promise<Secret> {
  if (user === undefined) return { url: url ?? (await cli.secret(urlVariable, 'URL of the calendar: ')) };
  if (!oauth) return { password: await cli.secret(passwordVariable, `Password of ${user}: `) };
  return {
    refreshToken: await cli.secret(refreshTokenVariable, `Refresh token of ${user}: `),
    clientSecret: await cli.variable(clientSecretVariable),
  };
}
