import { chmodSync, rmSync } from 'node:fs';
import { createTRPCClient, httpLink, localLink, type TRPCClient } from '@trpc/client';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { type OperatorContext, type OperatorRouter, operatorRouter } from './operator.ts';

/** How long a command under way may take to end when the server stops. */
const graceMs = 4_000;

/** Calls the operator's commands, wherever they run. */
export type OperatorClient = TRPCClient<OperatorRouter>;

/** Runs the operator's commands in this process. */
export function callInProcess(context: OperatorContext): OperatorClient {
  return createTRPCClient<OperatorRouter>({
    links: [localLink({ router: operatorRouter, createContext: async () => context })],
  });
}

/** Hands the operator's commands to the server that listens at a socket. `close` ends its connections. */
export async function callOverSocket(
  path: string,
): Promise<{ operator: OperatorClient; close(): Promise<void> }> {
  // Only here, since every start would wait for its many files.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { socketPath: path } });
  const operator = createTRPCClient<OperatorRouter>({
    links: [
      httpLink({
        url: 'http://operator',
        methodOverride: 'POST',
        // The fetch of undici is Node's own, but typed apart from it.
        fetch: ((url: string, options: object) => fetch(url, { ...options, dispatcher })) as never,
      }),
    ],
  });
  return { operator, close: () => dispatcher.close() };
}

/**
 * Takes the operator's commands at a socket that only this user may open.
 * @returns how to stop
 */
export function serveOperator(path: string, context: OperatorContext): Promise<() => Promise<void>> {
  // The caller holds the lock of the directory, so what stands here was left by a process that died.
  rmSync(path, { force: true });
  const server = createHTTPServer({
    router: operatorRouter,
    allowMethodOverride: true,
    createContext: () => context,
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const mask = process.umask(0o177);
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve(
        () =>
          new Promise((stopped) => {
            // A command under way may end, so that its answer is not lost; what is idle or too slow is cut.
            server.close(() => stopped());
            server.closeIdleConnections();
            setTimeout(() => server.closeAllConnections(), graceMs).unref();
          }),
      );
    });
    process.umask(mask);
  });
}
