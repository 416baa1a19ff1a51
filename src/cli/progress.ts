import { type CliIO, noScreen } from './io.ts';

/** Shows the progress of long work on standard error. */
export interface Progress {
  /** Replaces the progress shown before. */
  show(text: string): void;
  /** Writes a line that stays. */
  say(line: string): void;
  /** Removes the progress shown. */
  end(): void;
}

const terminalPauseMs = 100;
const linePauseMs = 5_000;
const wipe = '\r\u001b[K';

/**
 * Shows progress on a terminal in one line that is rewritten up to ten times a second, otherwise in a new line every five
 * seconds.
 */
export function createProgress({
  err,
  errScreen = noScreen,
  environment,
  now,
}: Pick<CliIO, 'err' | 'errScreen' | 'environment' | 'now'>): Progress {
  const isRewritten = errScreen.columns !== undefined && environment.TERM !== 'dumb';
  const pauseMs = isRewritten ? terminalPauseMs : linePauseMs;
  // In a log, a number of the first moments beside the result would read like a loss.
  let shownMs = isRewritten ? Number.NEGATIVE_INFINITY : now().getTime();
  let shown = '';

  return {
    show(text) {
      const nowMs = now().getTime();
      if (nowMs - shownMs < pauseMs) return;
      shownMs = nowMs;
      if (!isRewritten) return err(`${text}\n`);
      // A line that wraps cannot be cleared.
      shown = text.slice(0, (errScreen.columns ?? 0) - 1);
      err(`${wipe}${shown}`);
    },
    say(line) {
      err(shown === '' ? `${line}\n` : `${wipe}${line}\n${shown}`);
    },
    end() {
      if (shown !== '') err(wipe);
      shown = '';
    },
  };
}

export function perSecond(count: number, start: Date, now: Date): string {
  const seconds = Math.max(now.getTime() - start.getTime(), 1) / 1_000;
  return `${Math.round(count / seconds)} a second`;
}
