import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { listeningUrl } from './listening-url.ts';
import { type Page, sendPage, toPage, varyBy } from './page.ts';
import { builtFolder, serveBuilt } from './static-files.ts';

/**
 * Serves `/`: the web console to browsers, or a redirect to the reference where there is no console; and a list of the
 * main URLs to other clients.
 */
export function mountIndex(app: FastifyInstance, publicUrl?: string, hasConsole = false): void {
  const consolePage = hasConsole ? mountConsole(app) : undefined;
  app.get('/', (request, reply) => {
    varyBy(reply, 'Accept');
    if (request.headers.accept?.includes('text/html')) {
      if (consolePage) return sendPage(consolePage, request, reply);
      // Relative, so that the browser keeps the host name and scheme it used.
      return reply.redirect(`${publicUrl ?? ''}/docs`, 302);
    }
    const url = publicUrl ?? listeningUrl(app.server);
    return reply.send({
      name: 'Clientele API',
      docs: `${url}/docs`,
      openapi: `${url}/openapi.json`,
      health: `${url}/v1/health`,
    });
  });
}

/** Serves the scripts and styles of the web console, and returns its page. */
function mountConsole(app: FastifyInstance): Page {
  serveBuilt(app, 'console', '/console/');
  return toPage(readFileSync(join(builtFolder('console'), 'index.html')), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy,
    'Referrer-Policy': 'no-referrer',
    // A page that has opened the console cannot send it to the link of another session.
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

/** Allows the page its own files and calls of this server, and nothing else: no inline script, no other host. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
