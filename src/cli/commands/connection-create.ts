import { readFileSync } from 'node:fs';
import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { inferRouterInputs } from '@trpc/server';
import { type OAuthProvider, oauthProviders } from '../../connections/oauth.ts';
import { defaultPorts, integrationOf, type TlsMode, tlsModes, usualDays } from '../../connections/schemas.ts';
import { connectionTypes, keeps } from '../../connections/table.ts';
import { reasonOf } from '../../core/reason.ts';
import { orgOption, toList, toPastInstant } from '../options.ts';
import type { CliRouter } from '../router.ts';
import type { Runner } from '../runner.ts';
import {
  clientSecretVariable,
  passwordVariable,
  refreshTokenVariable,
  toPort,
  urlVariable,
} from './connection-options.ts';

/** The options that a calendar does not have. */
const imapOptions = [
  'host',
  'port',
  'tls',
  'user',
  'mailboxes',
  'since',
  'ca',
  'oauth',
  'clientId',
  'tokenUrl',
];

/** The servers of providers with OAuth. */
const oauthHosts = { google: 'imap.gmail.com', microsoft: 'outlook.office365.com' };

function toCertificates(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${reasonOf(error)}.`);
  }
  throw new InvalidArgumentError('Give a file of certificates in PEM.');
}

/** An option as it is written, by the name of its value. */
const flagOf = (command: CommandUnknownOpts, name: string) =>
  command.options.find((option) => option.attributeName() === name)?.long ?? name;

const typeOption = new Option('--type <type>', 'what to connect')
  .choices(connectionTypes)
  .makeOptionMandatory();

const tlsOption = new Option(
  '--tls <mode>',
  'encrypted from the start, after a command, or not at all, which only reaches this machine',
)
  .choices(tlsModes)
  .default('implicit' as const);

const oauthOption = new Option(
  '--oauth <provider>',
  `log in by OAuth; the refresh token is read like a password, or from ${refreshTokenVariable}`,
).choices(oauthProviders);

const keepOption = new Option(
  '--keep <what>',
  'record only what has a domain with a client or a rule, or everything',
)
  .choices(keeps)
  .default('clients' as const);

const descriptions = {
  command: `connect a mailbox or a calendar; the password of a mailbox is read from standard input, or from ${passwordVariable}`,
  url: `the URL of a calendar in ICS format; without it, it is read like a password, or from ${urlVariable}`,
  clientId: `the client registered with the provider; its secret is in ${clientSecretVariable}`,
  integration: 'the source of its activities; by default calendar, or gmail, outlook or imap by the host',
};

const examples = [
  'connection create --org acme --type imap \\\n    --host imap.example.com --user ann@acme.example < password.txt',
  'connection create --org acme --type imap --host imap.gmail.com \\\n    --user ann@acme.example --mailboxes INBOX --since 90d',
  'connection create --org acme --type calendar \\\n    --url https://calendar.example.com/ann.ics',
];

/** Adds `connection create`. */
export function addConnectionCreate(connection: CommandUnknownOpts, runner: Runner): void {
  connection
    .command('create')
    .description(descriptions.command)
    .addOption(orgOption)
    .addOption(typeOption)
    .option('--url <url>', descriptions.url)
    .option('--host <host>', 'the IMAP server, such as imap.example.com')
    .option('--port <port>', 'by default 993 with implicit TLS, else 143', toPort)
    .addOption(tlsOption)
    .option('--user <user>', 'the name to log in with, often the address')
    .addOption(oauthOption)
    .option('--client-id <id>', descriptions.clientId)
    .option('--token-url <url>', 'where the provider issues tokens, such as that of one Microsoft tenant')
    .option('--mailboxes <list>', 'separated by commas; by default INBOX and the one of sent mail', toList)
    .option('--since <time>', 'how far back to read: an age such as 90d, or a day', `${usualDays}d`)
    .option('--integration <name>', descriptions.integration)
    .addOption(keepOption)
    .option('--allow-private', 'allow a server in a private network', false)
    .option('--ca <file>', 'certificates of an authority of your own to trust, in PEM', toCertificates)
    .addHelpText('after', runner.examples(...examples))
    .action(async ({ org, type, keep, allowPrivate, ...options }, command) => {
      for (const name of type === 'imap' ? ['url'] : imapOptions)
        if (command.getOptionValueSource(name) === 'cli')
          command.error(`error: ${flagOf(command, name)} is not an option of --type ${type}`);
      const fail = (message: string) => command.error(`error: ${message}`);
      const { integration, account } =
        type === 'calendar' ? await calendarOf(options, runner) : await mailboxOf(options, runner, fail);
      await runner.print((client) =>
        client.connection.create.mutate({ org, integration, keep, allowPrivate, account }),
      );
    });
}

type Account = inferRouterInputs<CliRouter>['connection']['create']['account'];

/** The input from which a connection is created. */
interface Created {
  readonly integration: string;
  readonly account: Account;
}

interface Given {
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly tls: TlsMode;
  readonly user?: string | undefined;
  readonly oauth?: OAuthProvider | undefined;
  readonly clientId?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly mailboxes?: string[] | undefined;
  readonly since: string;
  readonly integration?: string | undefined;
  readonly ca?: string | undefined;
}

async function calendarOf(given: Given, runner: Runner): Promise<Created> {
  const url = given.url ?? (await runner.readSecret(urlVariable, 'URL of the calendar: '));
  return { integration: given.integration ?? 'calendar', account: { type: 'calendar', secret: { url } } };
}

async function mailboxOf(given: Given, runner: Runner, fail: (message: string) => never): Promise<Created> {
  const { user, clientId, tls } = given;
  const host = given.host ?? (given.oauth && oauthHosts[given.oauth]);
  if (host === undefined || user === undefined) return fail('--type imap requires --host and --user');
  if ((given.oauth === undefined) !== (clientId === undefined))
    return fail('--oauth and --client-id go together');
  const oauth = given.oauth && {
    provider: given.oauth,
    clientId: clientId ?? '',
    tokenUrl: given.tokenUrl ?? null,
  };
  const settings = {
    host,
    port: given.port ?? defaultPorts[tls],
    tls,
    user,
    mailboxes: given.mailboxes ?? null,
    since: toPastInstant(given.since, runner.now()),
    ca: given.ca ?? null,
    oauth,
  };
  const secret = oauth
    ? {
        refreshToken: await runner.readSecret(refreshTokenVariable, `Refresh token of ${user}: `),
        clientSecret: runner.variable(clientSecretVariable) ?? null,
      }
    : { password: await runner.readSecret(passwordVariable, `Password of ${user}: `) };
  const integration = given.integration ?? integrationOf(host);
  return { integration, account: { type: 'imap', settings, secret } };
}
