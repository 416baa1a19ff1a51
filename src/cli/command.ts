import { userInfo } from 'node:os';
import { z } from 'zod';
import type { Secrets } from '../connections/secrets.ts';
import type { Database } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import { readPages } from '../core/db/pages.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb, type TenantWriter } from '../core/db/tenant.ts';
import type { WorkServices } from '../insights/work.ts';
import { findOrganization, findOrganizationById } from '../organization/queries.ts';
import { CliError, found, notFound } from './errors.ts';
import type { CliIO, Screen } from './io.ts';
import { idArgument, type Option, orgOption } from './options.ts';
import { printResult } from './print.ts';

/** The services of the process that holds the database. */
export interface CommandServices extends Omit<WorkServices, 'db'> {
  readonly database: Database;
  /** The number of migrations applied when the database was opened for this command. */
  readonly applied: number;
  readonly secrets: Secrets;
  now(): Date;
}

/** The process that was called, as a command sees it that may run in another one. */
export interface Caller {
  /** The program as it was called, so that examples can be pasted. */
  readonly self: string;
  readonly isJson: boolean;
  readonly screen: Screen;
  /** Writes to standard output. */
  out(text: string): Promise<void>;
  /** Shows progress in place of the one before, with the average rate of `count` since the start. */
  show(text: string, count: number): void;
  /** Writes a line to standard error. */
  say(line: string): void;
  /** Asks for a line; undefined without a terminal. */
  ask(prompt: string): Promise<string | undefined>;
  /** Reads a secret from an environment variable or standard input, so that it appears in no list of processes. */
  secret(variable: string, prompt: string): Promise<string>;
  /** An environment variable; undefined if it is empty or not set. */
  variable(name: string): Promise<string | undefined>;
}

/** The context of a running command. */
export interface Cli extends CommandServices, Caller {
  readonly author: Author;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  /** Makes the exit code 1, for a command that ran to its end although part of it failed. */
  fail(): void;
}

/** The context of a command for one organization. Changes go through `writer`, so that each has an audit entry. */
export interface OrgCli extends Cli {
  readonly db: TenantDb;
  readonly writer: TenantWriter;
}

type Options = Readonly<Record<string, Option>>;
type None = Record<never, never>;
type Input<O extends Options> = { readonly [Name in keyof O]: z.output<O[Name]['schema']> };
type OrgInput<O extends Options> = Input<O> & { readonly org: string };

/** An object, a text, or a list: rows, or pages of rows, each of which is read after the one before it was printed. */
type Result = object | string | undefined;

interface Declaration<Context, O extends Options, Given, L extends object> {
  readonly description: string;
  readonly options?: O;
  readonly examples?: readonly string[];
  /** Ends the help. */
  readonly note?: string;
  /** Set for the command that upgrades an older schema, which the others refuse. */
  readonly upgrades?: true;
  /**
   * Makes functions and values of the calling process that only this command needs. They cross a socket as JSON; `close` is
   * called at the end.
   */
  readonly lend?: (input: Given, io: CliIO) => Promise<L>;
  readonly run: (cli: Context & L, input: Given) => Result | Promise<Result>;
}

/** A command; its name is that of its group and its own. */
export type Command = Declaration<never, Options, never, object> & { readonly name: string };

export const command = <O extends Options = None, L extends object = None>(
  name: string,
  declaration: Declaration<Cli, O, Input<O>, L>,
): Command => ({ ...declaration, name });

export const orgCommand = <O extends Options = None, L extends object = None>(
  name: string,
  { run, options, ...declaration }: Declaration<OrgCli, O, OrgInput<O>, L>,
): Command => ({
  ...{ ...declaration, name, options: { org: orgOption, ...options } },
  run: async (cli: Cli & L, input: OrgInput<O>) => {
    const db = await openOrganization(cli, input.org);
    return run({ ...cli, db, writer: db.writtenBy(cli.author) }, input);
  },
});

/** Declares a command for one row of an organization, which `act` reads or changes. */
export const rowCommand = (
  name: string,
  description: string,
  act: (cli: OrgCli, id: string) => PromiseLike<object | undefined>,
): Command => {
  const [kind = ''] = name.split(' ');
  const options = { id: idArgument(`${kind} list`) };
  return orgCommand(name, {
    ...{ description, options },
    run: async (cli, input) => found(kind, await act(cli, input.id), input),
  });
};

/** Declares a command that changes or deletes one row of an organization. */
export const change = (
  name: string,
  description: string,
  write: (writer: TenantWriter, id: string) => PromiseLike<object | undefined>,
) => rowCommand(name, description, ({ writer }, id) => write(writer, id));

export const pick = <Row extends object, F extends keyof Row>(
  row: Row | undefined,
  ...fields: readonly F[]
) => row && Object.fromEntries(fields.map((field) => [field, row[field]]));

export const listCommand = <Row extends { readonly id: string }>(
  name: string,
  description: string,
  list: (db: TenantDb, page: Page) => PromiseLike<readonly Row[]>,
) => orgCommand(name, { description, run: ({ db }) => pagesOf((page) => list(db, page)) });

/** Opens an organization by its slug, or by the id that logs show. Refuses one that is being imported or deleted. */
export async function openOrganization({ database: { db } }: Cli, org: string): Promise<TenantDb> {
  const isId = z.uuid().safeParse(org).success;
  const organization = (await findOrganization(db, org)) ?? (isId && (await findOrganizationById(db, org)));
  if (!organization) throw notFound(`organization "${org}"; "org list" lists them all`);
  const { id, slug, state } = organization;
  if (state === 'active') return new TenantDb(db, id);
  throw new CliError(`"${slug}" is being ${stateRules[state]}, run "org delete --org ${slug}"`);
}

const stateRules = {
  importing: 'imported; to remove what an interrupted import left',
  deleting: 'deleted; to continue after an interruption',
};

/** The page size of lists, small enough for the time and memory limits of one statement. */
export const pageSize = 1_000;

type Page = { readonly after: string | undefined; readonly limit: number };

/** Reads a list page by page, each after the one before it was printed. */
export const pagesOf = <Row extends { readonly id: string }>(
  list: (page: Page) => PromiseLike<readonly Row[]>,
) => readPages<Row>(async (last) => list({ after: last?.id, limit: pageSize }));

/** Makes the exit code 1 if a test has failed. */
export function tested<Test extends { readonly failure: string | null }>(cli: Cli, test: Test | undefined) {
  if (test && test.failure !== null) cli.fail();
  return test;
}

/** Counts the rows of work in steps, shows how many they are, and returns them with the result. */
export async function countRows<R>(cli: Cli, what: string, steps: AsyncGenerator<number, R>, before = 0) {
  let rows = before;
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) {
    rows += step.value;
    if (rows > 0) cli.show(`${rows} ${what}`, rows);
  }
  return { rows, result: step.value };
}

/**
 * Asks on a terminal for a text that must be typed.
 * @throws CliError if another text is typed, or without a terminal unless `orElse`
 */
export async function confirm(cli: Cli, prompt: string, expected: string, mistyped: string, orElse = false) {
  const typed = await cli.ask(prompt);
  if (typed === undefined && !orElse)
    throw new CliError('there is no terminal to ask for confirmation; add --yes');
  if (typed !== undefined && typed.trim() !== expected) throw new CliError(mistyped);
}

/**
 * Runs a command where the database is, and prints its result where it was called.
 * @returns its exit code
 */
export async function execute(
  { name, run }: Command,
  input: object,
  caller: Caller,
  services: CommandServices,
  signal: AbortSignal,
): Promise<number> {
  let exitCode = 0;
  const actor = { systemUser: systemUser() };
  const author: Author = { actor, operation: name.replace(' ', '.'), requestId: newId() };
  const fail = () => {
    exitCode = 1;
  };
  // The schemas of its options have read the input, and its own functions are among those of the caller.
  const result = await run({ ...services, ...caller, author, signal, fail } as never, input as never);
  await printResult(result, caller);
  return exitCode;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number but no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
