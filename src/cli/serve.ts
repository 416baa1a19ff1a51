import { rmSync } from 'node:fs';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import type { CliContext } from './procedures/base.ts';
import { cliRouter } from './router.ts';

/** The time that running commands get to finish when the server stops. */
const graceMs = 4_000;

/**
 * Serves the CLI's procedures on a socket that only this user can open.
 * @returns a function that stops it
 */
export async function serveCli(path: string, context: CliContext): Promise<() => Promise<void>> {
  // The caller holds the lock of the directory, so a socket here was left by a process that died.
  rmSync(path, { force: true });
  const server = createHTTPServer({
    router: cliRouter,
    allowMethodOverride: true,
    createContext: () => context,
  });
  const stop = () =>
    new Promise<void>((stopped) => {
      // A running command may finish, so that its result is not lost; idle and slow connections are closed.
      server.close(() => stopped());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), graceMs).unref();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const mask = process.umask(0o177);
    server.listen(path, () => resolve(stop));
    process.umask(mask);
  });
}
