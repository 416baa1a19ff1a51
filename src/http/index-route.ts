import type { FastifyInstance } from 'fastify';
import { listeningUrl } from './listening-url.ts';

/** Serves `/`: redirects browsers to the reference, and lists the main URLs for other clients. */
export function mountIndex(app: FastifyInstance, publicUrl: string | undefined): void {
  app.get('/', (request, reply) => {
    reply.header('Vary', 'Accept');
    // Relative, so that the browser keeps the host name and scheme it used.
    if (request.headers.accept?.includes('text/html')) return reply.redirect(`${publicUrl ?? ''}/docs`, 302);
    const url = publicUrl ?? listeningUrl(app.server);
    return reply.send({
      name: 'Clientele API',
      docs: `${url}/docs`,
      openapi: `${url}/openapi.json`,
      health: `${url}/v1/health`,
    });
  });
}
