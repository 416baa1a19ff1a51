import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, vi } from 'vitest';
import { defaultLoad, type LoadSettings } from '../../src/core/settings.ts';
import { LoadShedding } from '../../src/http/load-shedding.ts';
import { createLog } from '../../src/log.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) {
    app.server.closeAllConnections();
    await app.close();
  }
});

interface Given {
  settings?: Partial<LoadSettings>;
  corsOrigins?: readonly string[];
}

/** Starts a server that holds requests until `answerAll`. By default it runs two at a time and queues none. */
export async function serve({ settings, corsOrigins = [] }: Given = {}) {
  const underWay: FastifyReply[] = [];
  const logLines: string[] = [];
  const refused = vi.fn();
  const few = {
    ...defaultLoad,
    running: 2,
    queued: 0,
    unauthenticatedRunning: 2,
    unauthenticatedQueued: 0,
    queueWaitMs: 60_000,
    ...settings,
  };
  const load = new LoadShedding({
    log: createLog({ logLevel: 'debug' }, { write: (line) => logLines.push(line) }),
    corsOrigins,
    // Any token is valid and belongs to the organization of the same name.
    callerOf: (token) =>
      token === undefined ? undefined : { organizationId: token, tokenId: token, permissions: 'all' },
    meter: { refused },
    settings: few,
  });
  const app = Fastify({
    serverFactory: (handle) => createServer(load.listener(handle)),
    forceCloseConnections: true,
  });
  apps.push(app);
  load.addHooks(app);
  let begun = 0;
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    begun += 1;
    done(null, payload);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));
  for (const url of ['/livez', '/readyz']) app.get(url, () => 'ready');
  app.options('/*', () => 'ready');
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler(_request, reply) {
      underWay.push(reply);
      return reply;
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    origin,
    underWay,
    logLines,
    refused,
    /** Counts the requests that have started, including those whose body has not arrived. */
    begun: () => begun,
    get: (path: string, headers = {}) => fetch(origin + path, { headers }),
    /** Sends `count` requests and waits until the server is handling all of them. */
    async busy(path: string, count: number) {
      const before = underWay.length;
      const answers = Array.from({ length: count }, () => fetch(origin + path));
      // Unanswered requests fail when the server closes.
      for (const answer of answers) answer.catch(() => {});
      await expect.poll(() => underWay.length).toBe(before + count);
      return answers;
    },
    /** Answers every request in flight. */
    answerAll() {
      for (const reply of underWay.splice(0)) reply.send('served');
    },
  };
}
