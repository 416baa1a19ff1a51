import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { type ImportFormat, importFormats } from '../activities/import/read.ts';
import { readConfig } from '../config.ts';
import { permissions } from '../core/permissions.ts';
import { createLog } from '../log.ts';
import { type Connection, connect } from './connect.ts';
import { importFiles } from './import.ts';
import { runInsights } from './insights.ts';
import { plain, toJson, toText } from './print.ts';

/** What a command line meets outside. */
export interface Surroundings {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  readonly environment: Record<string, string | undefined>;
  /** Tells the time. */
  now(): Date;
}

interface Printing {
  json?: boolean;
}

/**
 * Runs one command line.
 * @param argv the words after the command's name
 * @returns the exit code: 0, 1 for a mistake or what could not be done, 2 for wrong usage
 */
export async function run(
  argv: readonly string[],
  { out, err, environment, now }: Surroundings,
): Promise<number> {
  let exitCode = 0;

  /** Declares a command that does `work` with a connection and prints what it gives. */
  function action<Options extends Printing>(
    work: (connection: Connection, options: Options, words: string[]) => Promise<unknown>,
  ) {
    return async (...given: unknown[]) => {
      // Commander calls with the arguments, the options and the command, which knows the options of its parents too.
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<Options>();
      const config = readConfig(environment);
      // Standard error is for people here: only what they should know of.
      const log = createLog({ logLevel: 'warn' }, { write: err });
      const connection = await connect(config, log, now);
      try {
        const result = await work(connection, options, command.args);
        out(`${options.json ? toJson(result) : toText(result)}\n`);
      } finally {
        await connection.close();
      }
    };
  }

  const program = new Command('clientele')
    .description(
      'Commands for the operator of Clientele. They act on DATABASE_URL, or on the embedded database in DATA_DIR.',
    )
    .option('--json', 'print one JSON document and nothing else')
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .showHelpAfterError('(add --help for the options)');
  const group = (name: string, description: string) => program.command(name).description(description);
  const org = () => new Option('--org <slug>', 'the organization').makeOptionMandatory();

  group('db', 'the database')
    .command('migrate')
    .description('bring the schema up to date')
    .action(action(({ operator }) => operator.db.migrate.mutate()));

  const orgs = group('org', 'organizations');
  orgs
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
  orgs
    .command('list')
    .description('list the organizations')
    .action(action(({ operator }) => operator.org.list.query()));

  const users = group('user', 'users');
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
    .command('delete <id>')
    .description("delete a user and revoke the user's tokens")
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }, [id = '']) =>
        operator.user.delete.mutate({ org, id }),
      ),
    );

  const tokens = group('token', 'API tokens');
  tokens
    .command('create')
    .description('make a token, and show it this once')
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
        Printing & { org: string; user?: string; permissions?: string[]; name?: string; expiresIn?: number }
      >(({ operator }, { org, user, permissions: granted, name, expiresIn }) =>
        operator.token.create.mutate({
          org,
          user,
          // The server says which permissions there are.
          permissions: granted as (typeof permissions)[number][] | undefined,
          name,
          expiresAt: expiresIn === undefined ? undefined : after(now(), expiresIn),
        }),
      ),
    );
  tokens
    .command('list')
    .description('list the tokens of an organization')
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }) => operator.token.list.query({ org })),
    );
  tokens
    .command('revoke <id>')
    .description('end a token at once')
    .action(action(({ operator }, _options, [id = '']) => operator.token.revoke.mutate({ id })));
  tokens
    .command('rotate <id>')
    .description('make a token that replaces another, which ends after the overlap')
    .requiredOption('--overlap <duration>', 'how long both work, such as 24h', toMilliseconds)
    .action(
      action<Printing & { overlap: number }>(({ operator }, { overlap }, [id = '']) =>
        operator.token.rotate.mutate({ id, oldExpiresAt: after(now(), overlap) }),
      ),
    );

  group('audit', 'who changed what')
    .command('list')
    .description('list all changes, newest first')
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }) => operator.audit.list.query({ org })),
    );

  const rules = group('rule', 'assignment rules');
  rules
    .command('create')
    .description('send the activities of an integration with a domain to the client of that domain')
    .addOption(org())
    .requiredOption('--integration <name>', 'the integration, such as gmail or import')
    .requiredOption('--domain <domain>', 'the domain of the participants')
    .action(
      action<Printing & { org: string; integration: string; domain: string }>(
        ({ operator }, { org, integration, domain }) =>
          operator.rule.create.mutate({ org, integration, domain }),
      ),
    );
  rules
    .command('list')
    .description('list the rules')
    .addOption(org())
    .action(action<Printing & { org: string }>(({ operator }, { org }) => operator.rule.list.query({ org })));

  group('client', 'clients')
    .command('delete <id>')
    .description('delete a client and unwire its rules')
    .addOption(org())
    .action(
      action<Printing & { org: string }>(({ operator }, { org }, [id = '']) =>
        operator.client.delete.mutate({ org, id }),
      ),
    );

  program
    .command('import <files...>')
    .description('import activities; what is there already is not imported twice')
    .addOption(org())
    .option('--integration <name>', 'where they come from', 'import')
    .addOption(
      new Option('--format <format>', "told by the file's ending when left out").choices(importFormats),
    )
    .action(
      action<Printing & { org: string; integration: string; format?: ImportFormat }>(
        async ({ operator }, { org, integration, format }, files) => {
          const counts = await importFiles(
            operator,
            { org, integration, format, now: now() },
            files,
            (line) => err(`${plain(line)}\n`),
          );
          if (counts.failed > 0) exitCode = 1;
          return counts;
        },
      ),
    );

  group('insights', 'what the background process computes')
    .command('run')
    .description('do all the background work that is due, then end')
    .option('--org <slug>', 'only for this organization')
    .option(
      '--as-of <time>',
      'compute every client as if it were this moment, such as 2001-06-01 or 2001-06-01T12:00:00Z',
      toInstant,
    )
    .action(
      action<Printing & { org?: string; asOf?: string }>(async ({ operator }, { org, asOf }) => {
        const runFrom = now().toISOString();
        if (asOf !== undefined && asOf > runFrom) throw new Error('--as-of must not lie in the future');
        const past = asOf === undefined ? undefined : { asOf, runFrom };
        const { failed, ...counts } = await runInsights(operator, { org, past }, (line) => err(`${line}\n`));
        if (failed > 0) {
          exitCode = 1;
          err(`${failed} failed; they are due again, or set aside for a day after the fifth time\n`);
        }
        return counts;
      }),
    );

  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    err(`${plain(error instanceof Error ? error.message : String(error))}\n`);
    return 1;
  }
}

const toList = (text: string) => text.split(',').map((part) => part.trim());

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function toInstant(text: string): string {
  const { data } = moment.safeParse(text);
  if (data === undefined)
    throw new InvalidArgumentError('Give a day or a time with its zone, such as 2001-06-01T12:00:00Z.');
  return new Date(data).toISOString();
}

const unitMs = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

function toMilliseconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs.get(unit) ?? Number.NaN);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a whole number with m, h or d, such as 90d.');
  return ms;
}

const after = (time: Date, durationMs: number) => new Date(time.getTime() + durationMs).toISOString();
