import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long new requests are still served, each on a connection that then closes, until proxies have noticed. */
const drainMs = 500;

/** How long requests under way may take to end. */
const graceMs = 4_000;

/** Makes Fastify's `close` drain connections first and cut those that stall. `/readyz` answers 503 from the start. */
export function drainOnClose(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    if (!app.server.listening) return;
    setTimeout(graceMs, undefined, { ref: false }).then(() => app.server.closeAllConnections());
    await setTimeout(drainMs);
  });
}
