import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** During this time new requests are still served, until proxies notice the stop. Their connections then close. */
const drainMs = 500;

/** Connections still open after this time are cut. */
const graceMs = 4_000;

/**
 * Makes Fastify's `close` drain connections first, and cut those that stall.
 * @param delayMs requests are served as usual for this time, until proxies that ask `/readyz` have noticed
 */
export function drainOnClose(app: FastifyInstance, delayMs = 0): void {
  let isStopping = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    if (delayMs > 0 && app.server.listening) await setTimeout(delayMs);
    isStopping = true;
    if (!app.server.listening) return;
    setTimeout(graceMs, undefined, { ref: false }).then(() => app.server.closeAllConnections());
    await setTimeout(drainMs);
  });
}
