import { styleText } from 'node:util';
import { type Command, Help } from 'commander';
import { type CliIO, defaultColumns, noScreen, styled } from './io.ts';
import { plain } from './print.ts';

// Commander removes the colors if the screen has none.
const title = (text: string) => styleText('bold', text, { validateStream: false });

const defaults = new Help();
const plainLines = (text: string) => text.split('\n').map(plain).join('\n');
const toSentence = (text: string) =>
  text.replace(/^[a-z]/, (first) => first.toUpperCase()).replace(/\.?$/, '.');

/** Fits help and errors to their screens, for the program and the commands that are added to it later. */
export function configureHelp(
  program: Command,
  { out, err, outScreen = noScreen, errScreen = noScreen }: CliIO,
): void {
  program
    .configureOutput({
      writeOut: out,
      writeErr: err,
      getOutHelpWidth: () => outScreen.columns ?? defaultColumns,
      getErrHelpWidth: () => errScreen.columns ?? defaultColumns,
      getOutHasColors: () => outScreen.hasColors,
      getErrHasColors: () => errScreen.hasColors,
      // The message may quote untrusted words of the command line, such as file names.
      outputError: (text, write) => write(styled('red', plainLines(text), errScreen)),
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: title,
      commandDescription: (command) => toSentence(command.description()),
      optionDescription: (option) =>
        `${defaults.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('(add --help for the options)');
}

/** A paragraph below the help of a command. */
export const section = (heading: string, lines: readonly string[], start = '') =>
  [`\n${title(`${heading}:`)}`, ...lines.map((line) => `  ${start}${line}`)].join('\n');

export const environmentSection = section('Environment', [
  'DATABASE_URL          PostgreSQL, instead of the embedded database',
  'DATA_DIR              the directory of the embedded database; .data by default',
  'SECRETS_KEY           the key of connection and webhook secrets; they need it on PostgreSQL',
  'INSIGHTS_LLM_…        the language model of "insights run"; see docs/insights.md',
  'CLIENTELE_URL, CLIENTELE_TOKEN  the server and the token of "mcp"',
  'NO_COLOR, FORCE_COLOR colors never, colors always; on terminals only by default',
]);

export const exitCodeSection = section('Exit codes', [
  '0  success',
  '1  an error, or an incomplete import; standard error says what',
  '2  usage error',
]);
