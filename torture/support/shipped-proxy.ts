import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../test/support/free-port.ts';
import { NotRun, type Trial } from '../part.ts';
import { temporaryDirectory } from './server.ts';
import { until } from './until.ts';

/** A kind of proxy that the service ships a file for. */
interface Kind {
  /** The shipped file. */
  readonly file: string;
  /** Returns the arguments that run the program with the file at `path`, and record what it sends again. */
  prepare(path: string, directory: string): string[];
  /** Counts the requests that were sent to a server again. */
  resent(directory: string): Promise<number>;
}

const kinds = {
  nginx: {
    file: 'ops/nginx.conf',
    prepare(path, directory) {
      const main = join(directory, 'main.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${directory}/${name};`)
        .join(' ');
      writeFileSync(
        main,
        `pid ${directory}/pid; error_log stderr crit; events { worker_connections 4096; }
         http { log_format servers "$upstream_addr"; access_log ${directory}/servers servers; ${temporary} include ${path}; }`,
      );
      return ['-c', main, '-g', 'daemon off;'];
    },
    // A line names all servers that the request was sent to.
    resent: async (directory) => readFileSync(join(directory, 'servers'), 'utf8').split(',').length - 1,
  },
  haproxy: {
    file: 'ops/haproxy.cfg',
    prepare(path, directory) {
      const socket = join(directory, 'socket.cfg');
      writeFileSync(socket, `global\n    stats socket ${directory}/socket\n`);
      return ['-db', '-q', '-f', socket, '-f', path];
    },
    async resent(directory) {
      const socket = connect(join(directory, 'socket'));
      socket.write('show stat\n');
      const [header = [], ...rows] = (await text(socket)).split('\n').map((line) => line.split(','));
      const backend = rows.find((row) => row[header.indexOf('svname')] === 'BACKEND') ?? [];
      const count = (column: string) => Number(backend[header.indexOf(column)]);
      return count('wretr') + count('wredis');
    },
  },
} satisfies Record<string, Kind>;

export type ProxyName = keyof typeof kinds;

export const proxyNames: readonly ProxyName[] = ['nginx', 'haproxy'];

export const isInstalled = (name: ProxyName) => spawnSync(name, ['-v'], { stdio: 'ignore' }).status === 0;

export interface ShippedProxy {
  readonly origin: string;
  /** Counts the requests that were sent to a server again. */
  resent(): Promise<number>;
}

/** Starts a proxy with its shipped file, in which only the ports are replaced, and waits until it serves. */
export async function startProxy(
  trial: Pick<Trial, 'atEnd'>,
  name: ProxyName,
  [a, b]: readonly number[],
): Promise<ShippedProxy> {
  if (!isInstalled(name)) throw new NotRun(`${name} is not installed`);
  const kind: Kind = kinds[name];
  const directory = temporaryDirectory(trial);
  const port = await freePort();
  const path = join(directory, 'shipped');
  const shipped = readFileSync(new URL(`../../${kind.file}`, import.meta.url), 'utf8');
  writeFileSync(
    path,
    shipped.replace(':8080', `:${port}`).replace(':3001', `:${a}`).replace(':3002', `:${b}`),
  );
  const child = spawn(name, kind.prepare(path, directory), { stdio: ['ignore', 'ignore', 'inherit'] });
  trial.atEnd(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  const isServing = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200;
  if (!(await until(isServing, 30))) throw new Error(`${name} does not serve.`);
  return { origin, resent: () => kind.resent(directory) };
}
