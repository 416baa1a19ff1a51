import { readConfig } from '../config.ts';
import { readPages } from '../core/db/pages.ts';
import { createLog } from '../log.ts';
import { type CliClient, connect } from './connect.ts';
import { section } from './help.ts';
import { type CliIO, noScreen, type Screen } from './io.ts';
import { plain, printList, toJson, toText } from './print.ts';
import { createProgress, type Progress } from './progress.ts';

/** A question that is answered by typing a text. */
export interface Confirmation {
  readonly prompt: string;
  readonly expected: string;
  /** The error if another text is typed. */
  readonly mistyped: string;
}

/** Connects for the commands and prints their results. */
export class Runner {
  /** The exit code of a command that ran to its end; not 0 if part of it failed. */
  exitCode = 0;
  /** The program as it was called, so that examples in the help can be pasted. */
  readonly self: string;
  readonly progress: Progress;
  readonly now: () => Date;
  /** True if there is a terminal to ask on. */
  readonly canAsk: boolean;
  readonly #io: CliIO;
  readonly #isJson: () => boolean;

  constructor(io: CliIO, isJson: () => boolean) {
    this.self = io.environment.npm_lifecycle_event === 'cli' ? 'npm run -s cli --' : 'clientele';
    this.progress = createProgress(io);
    this.now = io.now;
    this.canAsk = io.ask !== undefined;
    this.#io = io;
    this.#isJson = isJson;
  }

  /** Formats the examples in the help of a command. */
  examples(...commands: readonly string[]): string {
    const lines = commands.map((command) => `${this.self} ${command}`);
    return section('Examples', lines);
  }

  /**
   * Reads a secret from an environment variable or standard input, so that it appears in no list of processes.
   * @throws Error when there is none
   */
  async readSecret(variable: string, prompt: string): Promise<string> {
    const given = this.#io.environment[variable] || (await this.#io.input?.(prompt));
    const secret = given?.replace(/\r?\n$/, '') ?? '';
    if (secret === '') throw new Error(`give the secret on standard input, or in ${variable}`);
    return secret;
  }

  /** An environment variable; undefined if it is empty or not set. */
  variable(name: string): string | undefined {
    return this.#io.environment[name] || undefined;
  }

  /**
   * Asks on a terminal for a text that must be typed.
   * @throws Error if another text is typed, or if there is no terminal
   */
  async confirm(question: () => Confirmation | Promise<Confirmation>): Promise<void> {
    const { ask } = this.#io;
    if (!ask) throw new Error('there is no terminal to ask for confirmation; add --yes');
    const { prompt, expected, mistyped } = await question();
    if ((await ask(prompt)).trim() !== expected) throw new Error(mistyped);
  }

  /** Writes to standard output what `work` passes on, and nothing else. */
  async write(work: (client: CliClient, out: (text: string) => unknown) => Promise<unknown>): Promise<void> {
    await this.#connected(async (client) => {
      await work(client, (text) => this.#io.out(text));
    });
  }

  /** Prints the result of a call. */
  async print<Result extends object>(
    call: (client: CliClient) => Promise<Result>,
    toOutput: (result: Result, isJson: boolean) => object = (result) => result,
    toLines?: (result: Result, screen: Screen) => string,
  ): Promise<void> {
    await this.#connected(async (client) => this.#printResult(await call(client), toOutput, toLines));
  }

  /** Upgrades an older schema, which the other commands refuse, and prints the result of a call. */
  async upgradeAndPrint(call: (client: CliClient) => Promise<object>): Promise<void> {
    await this.#connected(async (client) => this.#printResult(await call(client), (result) => result), true);
  }

  async #printResult<Result extends object>(
    result: Result,
    toOutput: (result: Result, isJson: boolean) => object,
    toLines?: (result: Result, screen: Screen) => string,
  ): Promise<void> {
    this.progress.end();
    const { out, outScreen: screen = noScreen } = this.#io;
    const isJson = this.#isJson();
    const output = toOutput(result, isJson);
    const text = isJson ? toJson(output) : (toLines?.(result, screen) ?? toText(output, screen));
    await out(`${text}\n`);
  }

  /**
   * Prints a list; requests each page after the previous one has been printed.
   * @param request takes the id of the last row of the previous page, and returns an empty page after the last row
   */
  async printPages<Row extends { readonly id: string }>(
    request: (client: CliClient, after: string | undefined) => Promise<readonly Row[]>,
    toRow: (row: Row, isJson: boolean) => object = (row) => row,
  ): Promise<void> {
    const json = this.#isJson();
    await this.#printList(async function* (client) {
      for await (const rows of readPages<Row>((last) => request(client, last?.id)))
        yield rows.map((row) => toRow(row, json));
    });
  }

  /** Prints a list that is requested as a whole. */
  async printRows(request: (client: CliClient) => Promise<object[]>): Promise<void> {
    await this.#printList(async function* (client) {
      const rows = await request(client);
      if (rows.length > 0) yield rows;
    });
  }

  async #printList(pages: (client: CliClient) => AsyncIterable<object[]>): Promise<void> {
    const { out, outScreen: screen = noScreen } = this.#io;
    await this.#connected((client) => printList(pages(client), out, { json: this.#isJson(), screen }));
  }

  async #connected(work: (client: CliClient) => Promise<void>, upgrade = false): Promise<void> {
    const config = readConfig(this.#io.environment);
    const write = (line: string) => this.progress.say(plain(line.trimEnd()));
    const log = createLog({ logLevel: 'warn' }, { write });
    const { client, createdIn, applied, close } = await connect(config, log, this.now, { upgrade });
    try {
      // Often the wrong directory, and otherwise found out much later.
      if (createdIn !== undefined)
        write(`created a new database, because there was none in ${createdIn} (DATA_DIR)`);
      else if (applied > 0 && !upgrade)
        write(
          `applied ${applied} migrations to the empty database (${'url' in config.database ? 'DATABASE_URL' : 'DATA_DIR'})`,
        );
      await work(client);
    } finally {
      this.progress.end();
      await close();
    }
  }
}
