const closings: (() => unknown)[] = [];

/** Has `close` called when the test file is over; also where a test is running, which can declare no hook. */
export function atEndOfFile(close: () => unknown): void {
  closings.push(close);
}

/** Calls what was left for the end of the file, and forgets it: the next file may share this module. */
export async function closeFile(): Promise<void> {
  for (const close of closings.splice(0)) await close();
}
