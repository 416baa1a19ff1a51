import tab from '@bomb.sh/tab/commander';
import {
  CommanderError,
  type CommandUnknownOpts,
  Command as TypedCommand,
} from '@commander-js/extra-typings';
import { TRPCClientError } from '@trpc/client';
import type { Command } from 'commander';
import { readVersion } from '../core/paths.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addClientCommands } from './commands/client.ts';
import { addConnectionCommands } from './commands/connection.ts';
import { addDbCommands } from './commands/db.ts';
import { addImportCommand } from './commands/import.ts';
import { addInsightsCommands } from './commands/insights.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addOrgCommands } from './commands/org.ts';
import { addPersonCommands } from './commands/person.ts';
import { addRuleCommands } from './commands/rule.ts';
import { addTokenCommands } from './commands/token.ts';
import { addUnassignedCommands } from './commands/unassigned.ts';
import { addUserCommands } from './commands/user.ts';
import { addWebhookCommands } from './commands/webhook.ts';
import { configureHelp, environmentSection, exitCodeSection } from './help.ts';
import { type CliIO, noScreen, styled } from './io.ts';
import { plain } from './print.ts';
import { Runner } from './runner.ts';

/**
 * Runs one command line.
 * @param argv the words after the program's name
 * @returns the exit code: 0, 1 for a mistake or a failure, 2 for wrong usage
 */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  const program = new TypedCommand()
    .description(
      'Commands for administrators of Clientele. They act on the database of DATABASE_URL, or on the embedded one, even while its server runs',
    )
    .version(readVersion(), '-V, --version', 'show the version')
    .option('--json', 'print one JSON document and nothing else')
    .exitOverride();
  const runner = new Runner(io, () => program.opts().json === true);
  configureHelp(program, io);
  program
    .addHelpText('after', runner.examples('org list', 'token create --org demo --json', 'import --help'))
    .addHelpText('after', environmentSection)
    .addHelpText('after', exitCodeSection);

  program.commandsGroup('Organizations and access:');
  addOrgCommands(program, runner);
  addUserCommands(program, runner);
  addPersonCommands(program, runner);
  addTokenCommands(program, runner);
  addAuditCommands(program, runner);
  program.commandsGroup('Clients and their activities:');
  addRuleCommands(program, runner);
  addUnassignedCommands(program, runner);
  addClientCommands(program, runner);
  addImportCommand(program, runner);
  addConnectionCommands(program, runner);
  addInsightsCommands(program, runner);
  addWebhookCommands(program, runner);
  program.commandsGroup('The service:');
  addDbCommands(program, runner);
  addMcpCommand(program, runner);
  addCompletion(program);
  program.name(runner.self);

  try {
    await program.parseAsync(toHelpOption(argv), { from: 'user' });
    return runner.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // The reader closed the pipe, as `head` does.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return runner.exitCode;
    const message = plain(error instanceof Error ? error.message : String(error));
    io.err(`${styled('red', message, io.errScreen ?? noScreen)}\n`);
    return error instanceof TRPCClientError && error.data?.isUsage === true ? 2 : 1;
  }
}

/** Turns `help org delete` into `org delete --help`; commander looks only at the first command. */
const toHelpOption = (argv: readonly string[]) =>
  argv[0] === 'help' && argv.length > 2 ? [...argv.slice(1), '--help'] : argv;

/** Adds `completion`, which prints a script for a shell, and the hidden command that the script calls. */
function addCompletion(program: CommandUnknownOpts): void {
  // The script completes this name, however the command line was started.
  program.name('clientele');
  // The types that infer options from declarations do not fit those of commander itself; the class is the same.
  tab(program as unknown as Command, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.summary('print a script that completes commands in a shell')
    .description('print a script that completes commands in a shell')
    .addHelpText('after', '\nExamples:\n  source <(clientele completion bash)\n');
}
