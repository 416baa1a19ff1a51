import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';

export interface CliIO {
  /** Writes to standard output; settles when it has been written. */
  out(text: string): unknown;
  /** Writes to standard error. */
  err(text: string): void;
  /** Standard output; a file or a pipe when left out. */
  readonly outScreen?: Screen;
  /** Standard error; a file or a pipe when left out. */
  readonly errScreen?: Screen;
  /** Reads standard input to its end, or a line without showing it from a terminal. */
  input?(prompt: string): Promise<string>;
  /** Asks for a line on a terminal and shows what is typed; absent without a terminal. */
  ask?: ((prompt: string) => Promise<string>) | undefined;
  readonly environment: Record<string, string | undefined>;
  now(): Date;
}

/** The terminal, file or pipe behind standard output or standard error. */
export interface Screen {
  /** The characters that fit into a line of the terminal; undefined for a file or a pipe. */
  readonly columns: number | undefined;
  readonly hasColors: boolean;
}

export const noScreen: Screen = { columns: undefined, hasColors: false };

/** For a terminal that does not report its width, and for files and pipes. */
export const defaultColumns = 80;

/** The screen behind a stream of this process; colors follow NO_COLOR, FORCE_COLOR and TERM. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    // Read each time, since windows change; 0 if the terminal does not know.
    get columns() {
      return stream.isTTY ? stream.columns || defaultColumns : undefined;
    },
    hasColors: styleText('bold', '.', { stream }) !== '.',
  };
}

async function question(input: NodeJS.ReadStream, output: Writable, prompt: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  try {
    return await lines.question(prompt);
  } finally {
    lines.close();
  }
}

/** Reads a stream to its end; from a terminal, asks for a line and does not show what is typed. */
export async function readInput(input: NodeJS.ReadStream, output: Writable, prompt: string): Promise<string> {
  if (!input.isTTY) return text(input);
  output.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  return question(input, silent, '').finally(() => output.write('\n'));
}

/** Asks for a line on a terminal; undefined if the input is none. */
export const askOn = (input: NodeJS.ReadStream, output: Writable) =>
  input.isTTY ? (prompt: string) => question(input, output, prompt) : undefined;

export const styled = (style: 'bold' | 'dim' | 'red', text: string, { hasColors }: Screen) =>
  hasColors ? styleText(style, text, { validateStream: false }) : text;
