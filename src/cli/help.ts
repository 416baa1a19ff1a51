import { styleText } from 'node:util';
import { type Command, Help } from 'commander';
import { plain } from './print.ts';
import { noScreen, type Screen, styled, usualColumns } from './screen.ts';

// Commander takes the colors away where the screen has none.
const title = (text: string) => styleText('bold', text, { validateStream: false });

interface Writing {
  out(text: string): void;
  err(text: string): void;
  readonly outScreen?: Screen;
  readonly errScreen?: Screen;
}

const usual = new Help();
const plainLines = (text: string) => text.split('\n').map(plain).join('\n');
const toSentence = (text: string) =>
  text.replace(/^[a-z]/, (first) => first.toUpperCase()).replace(/\.?$/, '.');

/** Makes help and errors of a command, and of those that are added to it later, fit their screens. */
export function configureHelp(
  program: Command,
  { out, err, outScreen = noScreen, errScreen = noScreen }: Writing,
): Command {
  return program
    .configureOutput({
      writeOut: out,
      writeErr: err,
      getOutHelpWidth: () => outScreen.columns ?? usualColumns,
      getErrHelpWidth: () => errScreen.columns ?? usualColumns,
      getOutHasColors: () => outScreen.hasColors,
      getErrHasColors: () => errScreen.hasColors,
      // It quotes words of the command line, which can be names of files that somebody else gave.
      outputError: (text, write) => write(styled('red', plainLines(text), errScreen)),
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: title,
      commandDescription: (command) => toSentence(command.description()),
      optionDescription: (option) =>
        `${usual.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('(add --help for the options)');
}

/** Adds paragraphs below a command's help, each with a title. */
export function addHelp(command: Command, paragraphs: Record<string, readonly string[]>): Command {
  const texts = Object.entries(paragraphs).map(([heading, lines]) =>
    [title(`${heading}:`), ...lines.map((line) => `  ${line}`)].join('\n'),
  );
  return command.addHelpText('after', `\n${texts.join('\n\n')}`);
}

/** What holds for all commands, below the help of the program. */
export const general = {
  Environment: [
    'DATABASE_URL          PostgreSQL, instead of the embedded database',
    'DATA_DIR              where the embedded database is; .data unless it is set',
    'INSIGHTS_LLM_…        the language model of "insights run"; see the README',
    'NO_COLOR, FORCE_COLOR colors never, colors always; otherwise on terminals only',
  ],
  'Exit codes': [
    '0  it is done',
    '1  a mistake, or something could not be done; standard error says what',
    '2  wrong usage',
  ],
};
