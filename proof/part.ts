/** One promise, and the faults that are tried against it. */
export interface Part {
  /** The promise in one line, for the table. */
  readonly promise: string;
  run(trial: Trial): Promise<void>;
}

/** The functions by which a part reports. */
export interface Trial {
  /** Adds a figure that was measured to the table, such as `1,204 kills`. */
  figure(text: string): void;
  /** Breaks the promise unless it holds; the text says what was seen instead. */
  expect(holds: boolean, otherwise: string): void;
  /** Tells of the progress. */
  say(line: string): void;
  /** Gives back what was started, whatever happens; the last one first. */
  atEnd(close: () => unknown): void;
}

/** Thrown if a part cannot run on this machine. It counts as broken: an untested promise is not kept. */
export class NotRun extends Error {}
