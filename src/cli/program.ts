import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError, Option } from 'commander';
import { z } from 'zod';
import { readVersion } from '../core/paths.ts';
import { call } from './call.ts';
import type { Command as Declared } from './command.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { commands, groups } from './commands.ts';
import { isClosedPipe, toCliError } from './errors.ts';
import { configureHelp, environmentSection, exitCodeSection, section } from './help.ts';
import { type CliIO, noScreen, styled } from './io.ts';
import { flagOf } from './options.ts';
import { plain } from './print.ts';

/**
 * Runs one command line.
 * @param argv the words after the program's name
 * @returns the exit code: 0, 1 for a mistake or a failure, 2 for wrong usage
 */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  // So that examples in the help can be pasted.
  const self = io.environment.npm_lifecycle_event === 'cli' ? 'npm run -s cli --' : 'clientele';
  const examples = (lines: readonly string[]) => section('Examples', lines, `${self} `);
  const program = new Command()
    .description(
      'Commands for administrators of Clientele. They act on the database of DATABASE_URL, or on the embedded one, even while its server runs',
    )
    .version(readVersion(), '-V, --version', 'show the version')
    .option('--json', 'print one JSON document and nothing else')
    .exitOverride();
  configureHelp(program, io);
  program
    .addHelpText('after', examples(['org list', 'token create --org demo --json', 'import --help']))
    .addHelpText('after', environmentSection)
    .addHelpText('after', exitCodeSection);

  let exitCode = 0;
  function add(parent: Command, declared: Declared): void {
    const added = parent.command(declared.name.split(' ').at(-1) ?? '').description(declared.description);
    const read = addOptions(added, declared);
    added
      .addHelpText('after', declared.examples ? examples(declared.examples) : (declared.note ?? ''))
      .action(async () => {
        exitCode = await call(declared, read(), io, { self, isJson: program.opts().json === true });
      });
  }
  for (const [heading, descriptions] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [group, description] of Object.entries(descriptions)) {
      const parent = description === '' ? program : program.command(group).description(description);
      for (const each of commands) if (each.name.split(' ')[0] === group) add(parent, each);
    }
  }
  addMcpCommand(program, io.environment);
  addCompletion(program);
  program.name(self);

  try {
    await program.parseAsync(toHelpOption(argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (isClosedPipe(error)) return exitCode;
    const { message, isUsage } = toCliError(error);
    io.err(`${styled('red', plain(message), io.errScreen ?? noScreen)}\n`);
    return isUsage ? 2 : 1;
  }
}

/** Adds the options and arguments of a command, and returns a function that reads them. */
function addOptions(added: Command, { options = {} }: Declared): () => object {
  const named = Object.entries(options);
  for (const [name, { isArgument, value, description, schema }] of named) {
    // Tells whether it is required, and what holds without it.
    const absent = schema.safeParse(undefined);
    const isShown = typeof absent.data === 'string' || typeof absent.data === 'number';
    const shown = isShown ? `${description} (default: ${JSON.stringify(absent.data)})` : description;
    const choices = choicesOf(schema);
    if (isArgument) added.argument(value, description);
    else {
      const made = new Option(`${flagOf(name)} ${value}`.trim(), shown).makeOptionMandatory(!absent.success);
      added.addOption(choices ? made.choices(choices) : made);
    }
  }
  const positional = named.filter(([, { isArgument }]) => isArgument).map(([name]) => name);
  const schema = z.object(Object.fromEntries(named.map(([name, each]) => [name, each.schema])));
  return () => {
    const words = positional.map((name, at) => [name, added.processedArgs[at]]);
    return schema.parse({ ...added.opts(), ...Object.fromEntries(words) });
  };
}

function choicesOf(schema: z.ZodType): readonly string[] | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return choicesOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : undefined;
}

/** Turns `help org delete` into `org delete --help`; commander looks only at the first command. */
const toHelpOption = (argv: readonly string[]) =>
  argv[0] === 'help' && argv.length > 2 ? [...argv.slice(1), '--help'] : argv;

/** Adds `completion`, which prints a script for a shell, and the hidden command that the script calls. */
function addCompletion(program: Command): void {
  // The script completes this name, however the command line was started.
  program.name('clientele');
  tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.summary('print a script that completes commands in a shell')
    .description('print a script that completes commands in a shell')
    .addHelpText('after', '\nExamples:\n  source <(clientele completion bash)\n');
}
