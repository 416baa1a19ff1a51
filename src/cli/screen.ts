import { styleText } from 'node:util';

/** What standard output or standard error leads to: a terminal, or a file or pipe. */
export interface Screen {
  /** How many characters a line of the terminal takes; undefined where there is no terminal. */
  readonly columns: number | undefined;
  readonly hasColors: boolean;
}

/** A file or a pipe. */
export const noScreen: Screen = { columns: undefined, hasColors: false };

/** Of a terminal that does not tell, and of what is no terminal. */
export const usualColumns = 80;

/** What a stream of this process leads to; colors as NO_COLOR, FORCE_COLOR and TERM have it. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    // Asked each time, since windows change; 0 where the terminal does not know.
    get columns() {
      return stream.isTTY ? stream.columns || usualColumns : undefined;
    },
    hasColors: styleText('bold', '.', { stream }) !== '.',
  };
}

/** The text in a style, where the screen has colors. */
export const styled = (style: 'bold' | 'dim' | 'red', text: string, { hasColors }: Screen) =>
  hasColors ? styleText(style, text, { validateStream: false }) : text;
