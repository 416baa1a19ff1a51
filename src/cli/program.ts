import { Argument, Command, CommanderError, Option } from 'commander';
import { type ImportFormat, importFormats } from '../activities/import/read.ts';
import { readConfig } from '../config.ts';
import { permissions } from '../core/permissions.ts';
import { createLog } from '../log.ts';
import { type Connection, connect } from './connect.ts';
import { addHelp, configureHelp, general } from './help.ts';
import { importFiles } from './import.ts';
import { runInsights } from './insights.ts';
import { after, toInstant, toList, toMilliseconds } from './options.ts';
import { plain, toJson, toText } from './print.ts';
import { createProgress, perSecond } from './progress.ts';
import { noScreen, type Screen, styled } from './screen.ts';
import type { OperatorClient } from './socket.ts';

/** What a command line meets outside. */
export interface Surroundings {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  /** What standard output leads to; a file or a pipe when left out. */
  readonly outScreen?: Screen;
  /** What standard error leads to; a file or a pipe when left out. */
  readonly errScreen?: Screen;
  readonly environment: Record<string, string | undefined>;
  /** Tells the time. */
  now(): Date;
}

interface Printing {
  json?: boolean;
}

type MadeToken = Awaited<ReturnType<OperatorClient['token']['create']['mutate']>>;
const withNote = (made: MadeToken) => ({ ...made, note: 'keep the token; it is not shown again' });

type Tokens = Awaited<ReturnType<OperatorClient['token']['list']['query']>>;

/**
 * Runs one command line.
 * @param argv the words after the command's name
 * @returns the exit code: 0, 1 for a mistake or what could not be done, 2 for wrong usage
 */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err, outScreen = noScreen, errScreen = noScreen, environment, now } = surroundings;
  let exitCode = 0;
  const progress = createProgress(surroundings);

  /** Declares a command that does `work` with a connection and prints what it gives; `toPeople` puts that more briefly. */
  function action<Options extends Printing, Result = unknown>(
    work: (connection: Connection, options: Options, words: string[]) => Promise<Result>,
    toPeople: (result: Result) => unknown = (result) => result,
  ) {
    return async (...given: unknown[]) => {
      // Commander calls with the arguments, the options and the command, which knows the options of its parents too.
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<Options>();
      const config = readConfig(environment);
      // Standard error is for people here: only what they should know of.
      const log = createLog({ logLevel: 'warn' }, { write: (line) => progress.say(plain(line.trimEnd())) });
      const connection = await connect(config, log, now);
      try {
        const result = await work(connection, options, command.args);
        progress.end();
        out(`${options.json ? toJson(result) : toText(toPeople(result), outScreen)}\n`);
      } finally {
        progress.end();
        await connection.close();
      }
    };
  }

  // As it is called here, so that what the help shows can be pasted.
  const self = environment.npm_lifecycle_event === 'cli' ? 'npm run -s cli --' : 'clientele';
  const program = configureHelp(new Command(self), surroundings)
    .description(
      'Commands for the operator of Clientele. They act on the database of DATABASE_URL, or on the embedded one, also while its server runs',
    )
    .option('--json', 'print one JSON document and nothing else')
    .exitOverride()
    .helpCommand(false);
  addHelp(program, {
    Examples: [`${self} org list`, `${self} token create --org demo --json`, `${self} import --help`],
    ...general,
  });
  const group = (word: string, description: string) =>
    program.command(word).description(description).helpCommand(false);
  const org = () =>
    new Option('--org <slug>', 'the organization, as "org list" has it').makeOptionMandatory();

  program.commandsGroup('Organizations and who may do what:');
  const orgs = group('org', 'make and list organizations');
  const orgCreate = orgs
    .command('create')
    .description('make an organization')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--slug <slug>', 'its short name: 1 to 63 of a-z, 0-9 and -')
    .option('--timezone <zone>', 'its time zone, such as Europe/Berlin')
    .option('--currency <code>', 'its currency, such as EUR')
    .action(
      action<Printing & { name: string; slug: string; timezone?: string; currency?: string }>(
        ({ operator }, { name, slug, timezone, currency }) =>
          operator.org.create.mutate({ name, slug, timezone, currency }),
      ),
    );
  addHelp(orgCreate, { Examples: [`${self} org create --name Acme --slug acme --timezone Europe/Berlin`] });
  orgs
    .command('list')
    .description('list the organizations')
    .action(action(({ operator }) => operator.org.list.query()));

  const users = group('user', 'make and delete users');
  users
    .command('create')
    .description('make a user; stands in for the invitation flow')
    .addOption(org())
    .requiredOption('--email <email>', 'the email address')
    .requiredOption('--first-name <name>', 'the first name')
    .requiredOption('--last-name <name>', 'the last name')
    .option('--image-url <url>', 'a picture')
    .action(
      action<
        Printing & { org: string; email: string; firstName: string; lastName: string; imageUrl?: string }
      >(({ operator }, { org, email, firstName, lastName, imageUrl }) =>
        operator.user.create.mutate({ org, email, firstName, lastName, imageUrl }),
      ),
    );
  users
    .command('delete')
    .argument('<id>', 'its id')
    .description("delete a user and revoke the user's tokens")
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }, [id = '']) =>
        operator.user.delete.mutate({ org, id }),
      ),
    );

  const tokens = group('token', 'make, list and end the tokens of the API');
  const tokenCreate = tokens
    .command('create')
    .description('make a token and print it with its id; it is shown only this once')
    .addOption(org())
    .option('--user <email>', 'make it a user key; without it, an organization key that may do everything')
    .option(
      '--permissions <list>',
      `what a user key may do, separated by commas: ${permissions.join(', ')}`,
      toList,
    )
    .option('--name <name>', 'a name to know it by')
    .option('--expires-in <duration>', 'when it ends, such as 90d, 24h or 30m', toMilliseconds)
    .action(
      action<
        Printing & { org: string; user?: string; permissions?: string[]; name?: string; expiresIn?: number },
        MadeToken
      >(
        ({ operator }, { org, user, permissions: granted, name, expiresIn }) =>
          operator.token.create.mutate({
            org,
            user,
            // The server says which permissions there are.
            permissions: granted as (typeof permissions)[number][] | undefined,
            name,
            expiresAt: expiresIn === undefined ? undefined : after(now(), expiresIn),
          }),
        withNote,
      ),
    );
  addHelp(tokenCreate, {
    Examples: [
      `${self} token create --org acme --name setup`,
      `${self} token create --org acme --user ann@acme.example \\`,
      '  --permissions clients:read,users:read --expires-in 90d',
    ],
  });
  tokens
    .command('list')
    .description('list the tokens of an organization, without the tokens themselves')
    .addOption(org())
    .action(
      action<Printing & { org: string }, Tokens>(
        ({ operator }, { org }) => operator.token.list.query({ org }),
        (list) =>
          list.map((token) => ({
            ...token,
            permissions: token.permissions.length === permissions.length ? 'all' : token.permissions,
          })),
      ),
    );
  const tokenId = () => new Argument('<id>', 'its id, as "token list" has it');
  tokens
    .command('revoke')
    .addArgument(tokenId())
    .description('end a token at once, and tell when that was')
    .action(action(({ operator }, _options, [id = '']) => operator.token.revoke.mutate({ id })));
  tokens
    .command('rotate')
    .addArgument(tokenId())
    .description('make and print a token that replaces another, which ends after the overlap')
    .requiredOption('--overlap <duration>', 'how long both work, such as 24h', toMilliseconds)
    .action(
      action<Printing & { overlap: number }, MadeToken>(
        ({ operator }, { overlap }, [id = '']) =>
          operator.token.rotate.mutate({ id, oldExpiresAt: after(now(), overlap) }),
        withNote,
      ),
    );

  group('audit', 'list who changed what')
    .command('list')
    .description('list the changes made through the API, newest first')
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }) => operator.audit.list.query({ org })),
    );

  program.commandsGroup('Clients and their activities:');
  const rules = group('rule', 'say which activities belong to which client');
  const ruleCreate = rules
    .command('create')
    .description('send what an integration brings from a domain to the client with that domain')
    .addOption(org())
    .requiredOption('--integration <name>', 'the integration, such as gmail or import')
    .requiredOption('--domain <domain>', 'the domain of the participants')
    .action(
      action<Printing & { org: string; integration: string; domain: string }>(
        ({ operator }, { org, integration, domain }) =>
          operator.rule.create.mutate({ org, integration, domain }),
      ),
    );
  addHelp(ruleCreate, {
    Examples: [`${self} rule create --org acme --integration import --domain globex.example`],
  });
  rules
    .command('list')
    .description('list the rules and the clients that they are wired to')
    .addOption(org())
    .action(action<Printing & { org: string }>(({ operator }, { org }) => operator.rule.list.query({ org })));

  group('client', 'delete clients')
    .command('delete')
    .argument('<id>', 'its id, as GET /v1/clients has it')
    .description('delete a client and unwire its rules')
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }, [id = '']) =>
        operator.client.delete.mutate({ org, id }),
      ),
    );

  const imports = program
    .command('import')
    .argument('<files...>', 'mail (mbox, eml), calendars (ics), or an activity a line (jsonl)')
    .description('import activities from files, and count them; what is there already is not imported twice')
    .addOption(org())
    .option('--integration <name>', 'where they come from', 'import')
    .addOption(
      new Option('--format <format>', "told by the file's ending when left out").choices(importFormats),
    )
    .action(
      action<Printing & { org: string; integration: string; format?: ImportFormat }>(
        async ({ operator }, { org, integration, format }, files) => {
          const start = now();
          const counts = await importFiles(operator, { org, integration, format, now: start }, files, {
            failure: (line) => progress.say(plain(line)),
            progress({ read, imported, duplicates }) {
              const rate = perSecond(imported + duplicates, start, now());
              progress.show(`${read} read, ${imported} imported, ${duplicates} duplicates, ${rate}`);
            },
          });
          if (counts.failed > 0) exitCode = 1;
          return counts;
        },
      ),
    );

  addHelp(imports, {
    Examples: [
      `${self} import --org acme mail.mbox calendar.ics`,
      `${self} import --org acme --integration crm --format jsonl export.txt`,
    ],
  });

  const insights = group('insights', 'compute the cards of dashboards')
    .command('run')
    .description('do all the background work that is due, and count it')
    .option('--org <slug>', 'only for this organization')
    .option(
      '--as-of <time>',
      'compute every client as if it were this moment, such as 2001-06-01 or 2001-06-01T12:00:00Z',
      toInstant,
    )
    .action(
      action<Printing & { org?: string; asOf?: string }>(async ({ operator }, { org, asOf }) => {
        const start = now();
        const runFrom = start.toISOString();
        if (asOf !== undefined && asOf > runFrom) throw new Error('--as-of must not lie in the future');
        const past = asOf === undefined ? undefined : { asOf, runFrom };
        const { failed, ...counts } = await runInsights(operator, { org, past }, ({ assigned, computed }) => {
          const rate = perSecond(computed, start, now());
          progress.show(`${assigned} activities assigned, ${computed} clients computed, ${rate}`);
        });
        if (failed > 0) {
          exitCode = 1;
          progress.say(`${failed} failed; they are due again, or set aside for a day after the fifth time`);
        }
        return counts;
      }),
    );
  addHelp(insights, {
    Examples: [`${self} insights run`, `${self} insights run --org acme --as-of 2001-06-01`],
  });

  program.commandsGroup('The service:');
  group('db', 'the schema of the database')
    .command('migrate')
    .description('bring the schema up to date, and tell how many migrations that took')
    .action(action(({ operator }) => operator.db.migrate.mutate()));

  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const message = plain(error instanceof Error ? error.message : String(error));
    err(`${styled('red', message, errScreen)}\n`);
    return 1;
  }
}
