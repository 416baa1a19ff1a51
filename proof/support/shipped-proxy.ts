import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { isInstalled } from '../../test/support/installed.ts';
import { NotRun, type Trial } from '../part.ts';
import { temporaryDirectory } from './server.ts';
import { patienceSeconds, until } from './until.ts';

/** The shipped files, and the arguments that run a proxy with the copy of its file at `path`. */
const kinds = {
  nginx: {
    file: 'ops/nginx.conf',
    prepare(path: string, directory: string) {
      const main = join(directory, 'main.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${directory}/${name};`)
        .join(' ');
      writeFileSync(
        main,
        `pid ${directory}/pid; error_log stderr crit; events { worker_connections 4096; }
         http { access_log off; ${temporary} include ${path}; }`,
      );
      return ['-c', main, '-g', 'daemon off;'];
    },
  },
  haproxy: { file: 'ops/haproxy.cfg', prepare: (path: string) => ['-db', '-q', '-f', path] },
};

export type ProxyName = keyof typeof kinds;

export const proxyNames: readonly ProxyName[] = ['nginx', 'haproxy'];

/** Starts a proxy with its shipped file, in which only the ports are replaced, and waits until it serves. */
export async function startProxy(
  trial: Pick<Trial, 'atEnd'>,
  name: ProxyName,
  [a, b]: readonly number[],
): Promise<{ readonly origin: string }> {
  if (!isInstalled(name)) throw new NotRun(`${name} is not installed`);
  const { file, prepare } = kinds[name];
  const directory = temporaryDirectory(trial);
  const port = await freePort();
  const path = join(directory, 'shipped');
  const shipped = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  writeFileSync(
    path,
    shipped.replace(':8080', `:${port}`).replace(':3001', `:${a}`).replace(':3002', `:${b}`),
  );
  const child = spawn(name, prepare(path, directory), { stdio: ['ignore', 'ignore', 'inherit'] });
  trial.atEnd(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  const isServing = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200;
  if (!(await until(isServing, patienceSeconds))) throw new Error(`${name} does not serve.`);
  return { origin };
}
