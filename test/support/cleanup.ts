const closings: (() => unknown)[] = [];

/**
 * Calls `close` at the end of the test file, before what was registered earlier: a server ends before its directory is
 * removed. Unlike a hook, it can be registered while a test runs.
 */
export function atEndOfFile(close: () => unknown): void {
  closings.push(close);
}

/** Runs the registered callbacks and clears them, because the next test file may share this module. */
export async function closeFile(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close();
}
