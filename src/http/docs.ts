import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNamed, tagOfContent } from '../core/entity-tag.ts';
import { invalidArgument } from '../core/errors.ts';
import { openApiDocument } from './openapi.ts';

/** Serves the document, and an interactive reference made from it that loads nothing from elsewhere. */
export async function mountDocs(app: FastifyInstance): Promise<void> {
  const document = JSON.stringify(openApiDocument);
  app.get('/openapi.json', (request, reply) => {
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return unlessKnown(request, reply, document);
  });
  await app.register(async (docs) => {
    docs.addHook('onRequest', async ({ hostname }) => {
      // The plugin makes a URL of it, and would fail with 500.
      if (!isHostName(hostname)) throw invalidArgument({ Host: 'Send a Host header that names a host.' });
    });
    docs.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string') return payload;
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (isPage) reply.header('Content-Security-Policy', contentPolicy(payload));
      return reply.statusCode === 200 ? unlessKnown(request, reply, payload) : payload;
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        // Not as `url`: the plugin would then serve the document itself, and fail at it.
        sources: [{ url: '/openapi.json' }],
        cdn: '/docs/js/scalar.js',
        pageTitle: 'Clientele API',
        // Else the browser asks for one that there is not.
        favicon: 'data:,',
        defaultOpenAllTags: true,
        authentication: { preferredSecurityScheme: 'bearerAuth' },
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    });
  });
}

const tags = new Map<string, string>();

/** The text, tagged; nothing and 304 for whoever has it. The script of the page alone is 3.5 MB. */
function unlessKnown(request: FastifyRequest, reply: FastifyReply, text: string): string {
  const tag = tags.get(text) ?? tagOfContent(text);
  // The page differs by the host that was asked.
  if (text.length > 50_000) tags.set(text, tag);
  reply.header('ETag', tag);
  if (!isNamed(tag, request.headers['if-none-match'])) return text;
  reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
  return '';
}

// Not URL.canParse: Node 20 refuses what it took before once it has been called some thousand times.
function isHostName(text: string): boolean {
  try {
    return new URL(`http://${text}`).hostname !== '';
  } catch {
    return false;
  }
}

/** Allows the page its own scripts and this server, and nothing else. */
function contentPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
