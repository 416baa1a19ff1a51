import { noScreen, type Screen } from './screen.ts';

/** Tells people how far long work is. */
export interface Progress {
  /** Shows how far it is, in place of what was shown before. */
  show(text: string): void;
  /** Writes a line that stays. */
  say(line: string): void;
  /** Takes away what is shown. */
  end(): void;
}

const terminalPauseMs = 100;
const linePauseMs = 5_000;
const wipe = '\r\u001b[K';

/**
 * Shows progress on standard error: on a terminal in one line that is written again and again, otherwise in a line now and
 * then.
 */
export function createProgress({
  err,
  errScreen = noScreen,
  environment,
  now,
}: {
  err(text: string): void;
  readonly errScreen?: Screen;
  readonly environment: Record<string, string | undefined>;
  now(): Date;
}): Progress {
  const isRewritten = errScreen.columns !== undefined && environment.TERM !== 'dumb';
  const pauseMs = isRewritten ? terminalPauseMs : linePauseMs;
  let shownMs = Number.NEGATIVE_INFINITY;
  let shown = '';

  return {
    show(text) {
      const nowMs = now().getTime();
      if (nowMs - shownMs < pauseMs) return;
      shownMs = nowMs;
      if (!isRewritten) return err(`${text}\n`);
      // A line that the terminal breaks could not be wiped.
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

/** Gives how many a second a count makes since `start`, in words. */
export function perSecond(count: number, start: Date, now: Date): string {
  const seconds = Math.max(now.getTime() - start.getTime(), 1) / 1_000;
  return `${Math.round(count / seconds)} a second`;
}
