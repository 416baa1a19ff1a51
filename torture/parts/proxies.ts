import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clientOf, fill, tokenOf } from '../../bench/requests/fixture.ts';
import { NotRun, type Part, type Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl } from '../support/engines.ts';
import { type Server, startServer, temporaryDirectory, unlimited } from '../support/server.ts';
import { until } from '../support/until.ts';

const requestsPerSecond = 300;
const callers = 20;
const delaySeconds = 5;

interface Proxy {
  readonly name: string;
  /** The shipped file, and how the program is started with it. */
  readonly file: string;
  start(path: string, directory: string): { command: string; words: string[] };
}

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    file: 'ops/nginx.conf',
    start(path, directory) {
      const main = join(directory, 'main.conf');
      writeFileSync(
        main,
        `pid ${directory}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy; fastcgi_temp_path ${directory}/a; uwsgi_temp_path ${directory}/b; scgi_temp_path ${directory}/c; include ${path}; }`,
      );
      return { command: 'nginx', words: ['-c', main, '-g', 'daemon off;'] };
    },
  },
  {
    name: 'haproxy',
    file: 'ops/haproxy.cfg',
    start: (path) => ({ command: 'haproxy', words: ['-db', '-f', path] }),
  },
];

export const proxiesPart: Part = {
  promise: `a rolling restart under ${requestsPerSecond} requests/s behind nginx and HAProxy, with the shipped files, fails no request`,
  async run(trial) {
    if (trial.isQuick) return trial.figure('left to the full form, which needs nginx and HAProxy');
    for (const proxy of proxies) await rollingRestart(trial, proxy);
  },
};

async function rollingRestart(trial: Trial, proxy: Proxy): Promise<void> {
  const url = await sharedDatabase(trial);
  await fill(url, callers);
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startServer(trial, {
      DATABASE_URL: url,
      REDIS_URL: sharedRedisUrl,
      PORT: String(port),
      SHUTDOWN_DELAY: String(delaySeconds),
      ...unlimited,
    });
  const servers = new Map<number, Server>();
  for (const port of ports) servers.set(port, await start(port));
  const origin = await startProxy(trial, proxy, ports);
  const counts = { sent: 0, failed: new Map<string, number>() };
  let isOver = false;
  const calling = Promise.all(
    Array.from({ length: callers }, (_, caller) => callUntil(() => isOver, origin, caller, counts)),
  );
  for (const port of [...ports, ...ports]) {
    await setTimeout(2_000);
    const server = servers.get(port);
    server?.process.kill('SIGTERM');
    await server?.ended;
    servers.set(port, await start(port));
  }
  await setTimeout(2_000);
  isOver = true;
  await calling;
  const failed = [...counts.failed].map(([reason, count]) => `${count} × ${reason}`);
  trial.expect(failed.length === 0, `behind ${proxy.name}: ${failed.join(', ')} of ${counts.sent}`);
  trial.figure(
    `${proxy.name}: 4 restarts, ${counts.sent} requests, ${failed.length === 0 ? 'none' : failed} failed`,
  );
}

/** Starts the proxy with the shipped file, whose ports are replaced; gives its origin. */
async function startProxy(trial: Trial, proxy: Proxy, [a, b]: readonly number[]): Promise<string> {
  const directory = temporaryDirectory(trial);
  const port = await freePort();
  const path = join(directory, 'conf');
  const shipped = readFileSync(proxy.file, 'utf8');
  writeFileSync(
    path,
    shipped.replace(':8080', `:${port}`).replace(':3001', `:${a}`).replace(':3002', `:${b}`),
  );
  const { command, words } = proxy.start(path, directory);
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const started = await Promise.race([
    once(child, 'spawn').then(() => true),
    once(child, 'error').then(() => false),
  ]);
  if (!started) throw new NotRun(`${proxy.name} is not installed`);
  trial.atEnd(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200, 30);
  return origin;
}

/** Reads, renames and creates in turn at an even rate. */
async function callUntil(
  isOver: () => boolean,
  origin: string,
  caller: number,
  counts: { sent: number; failed: Map<string, number> },
): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(caller)}`, 'content-type': 'application/json' };
  const everyMs = (callers / requestsPerSecond) * 1_000;
  const client = `${origin}/v1/clients/${clientOf(caller)}`;
  const body = JSON.stringify({ name: 'Renamed' });
  const requests = [
    () => fetch(client, { headers }),
    () => fetch(client, { method: 'PUT', headers, body }),
    () => {
      const key = { 'Idempotency-Key': randomUUID() };
      return fetch(`${origin}/v1/clients`, { method: 'POST', headers: { ...headers, ...key }, body });
    },
  ];
  let due = performance.now();
  while (!isOver()) {
    for (const request of requests) {
      due += everyMs;
      await setTimeout(Math.max(0, due - performance.now()));
      counts.sent += 1;
      const reason = await request().then(
        async (answer) => {
          await answer.text();
          return answer.status === 200 ? undefined : `status ${answer.status}`;
        },
        (error: Error) => String(error.cause ?? error),
      );
      if (reason !== undefined) counts.failed.set(reason, (counts.failed.get(reason) ?? 0) + 1);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The address has no port.');
  return address.port;
}
