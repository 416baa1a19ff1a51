import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { root } from '../core/paths.ts';
import { builtFiles, builtPage } from './built-files.ts';
import { cached, encode, type Page, sendPage, toPage } from './compressed-page.ts';

/** Serves the scripts and styles of the web console. Returns a function that reads its page. */
export function mountConsole(app: FastifyInstance): () => Promise<Page> {
  for (const name of builtFiles('console')) {
    const file = cached(() => builtPage('console', name));
    app.get(`/console/${name}`, async (request, reply) => sendPage(await file(), request, reply));
  }
  return cached(async () =>
    toPage(encode(await readFile(join(root, 'build/console/index.html'))), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy,
      'Referrer-Policy': 'no-referrer',
      // A page that has opened the console cannot send it to the link of another session.
      'Cross-Origin-Opener-Policy': 'same-origin',
    }),
  );
}

/** Allows the page its own files and calls of this server, and nothing else: no inline script, no other host. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
