/** One promise, and the faults that are tried against it. */
export interface Part {
  /** The promise in one line, for the table. */
  readonly promise: string;
  run(trial: Trial): Promise<void>;
}

/** The options of a part, and the functions by which it reports. */
export interface Trial {
  /** A small form, some 20 seconds; else the full one. */
  readonly isQuick: boolean;
  /** A figure that was measured, for the table, such as `1,204 kills`. */
  figure(text: string): void;
  /** Part of the promise: where it does not hold, the run ends with 1, and the text says what was seen instead. */
  expect(holds: boolean, otherwise: string): void;
  /**
   * Part of the promise that speaks of time or speed. The quick form only tells when it does not hold, since machines that
   * others share are late at times; the full form ends with 1.
   */
  expectInTime(holds: boolean, otherwise: string): void;
  /** Tells of the progress. */
  say(line: string): void;
  /** Gives back what was started, whatever happens; the last one first. */
  atEnd(close: () => unknown): void;
}

/** Thrown if a part cannot run on this machine. It counts as broken: an untested promise is not kept. */
export class NotRun extends Error {}
