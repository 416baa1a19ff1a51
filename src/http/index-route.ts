import type { FastifyInstance } from 'fastify';
import { type Page, sendPage } from './compressed-page.ts';
import { listeningUrl } from './listening-url.ts';

/**
 * Serves `/`: the web console to browsers, or a redirect to the reference where there is no console; and a list of the
 * main URLs to other clients.
 */
export function mountIndex(
  app: FastifyInstance,
  publicUrl: string | undefined,
  consolePage: (() => Promise<Page>) | undefined,
): void {
  app.get('/', async (request, reply) => {
    reply.header('Vary', 'Accept');
    if (request.headers.accept?.includes('text/html')) {
      if (consolePage) return sendPage(await consolePage(), request, reply);
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
