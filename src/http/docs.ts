import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { invalidArgument } from '../core/errors.ts';
import { matchesIfNoneMatch } from '../core/rest/entity-tag.ts';
import { listeningUrl } from './listening-url.ts';
import { openApiDocument } from './openapi.ts';

/** A page for everybody. All responses share its Buffer, so that thousands of them take no extra memory. */
interface Page {
  readonly body: Buffer;
  readonly tag: string;
  readonly headers: Record<string, string>;
}

/** Serves the OpenAPI document, and an interactive reference that loads nothing from other hosts. */
export function mountDocs(app: FastifyInstance, publicUrl: string | undefined): void {
  let document: { readonly url: string; readonly page: Page } | undefined;
  app.get('/openapi.json', (request, reply) => {
    const url = publicUrl ?? listeningUrl(app.server);
    if (document?.url !== url) document = { url, page: documentAt(url) };
    return serve(document.page, request, reply);
  });

  let reference: Promise<Record<'html' | 'script', Page>> | undefined;
  const render = () =>
    renderReference(publicUrl).catch((error: unknown) => {
      reference = undefined;
      throw error;
    });
  const isBehindPrefix = publicUrl !== undefined && new URL(publicUrl).pathname !== '/';
  for (const url of ['/docs', '/docs/']) {
    app.get(url, async (request, reply) => {
      if (!isHostName(request.host)) throw invalidArgument({ Host: 'Send a Host header that names a host.' });
      // Seen from there, what the page loads from `..` lies outside the prefix.
      if (isBehindPrefix && url === '/docs') return reply.redirect(`${publicUrl}/docs/`, 308);
      reference ??= render();
      return serve((await reference).html, request, reply);
    });
  }
  app.get('/docs/js/scalar.js', async (request, reply) => {
    reference ??= render();
    return serve((await reference).script, request, reply);
  });
}

const documentAt = (url: string): Page =>
  toPage(JSON.stringify({ ...openApiDocument, servers: [{ url }] }), {
    'Content-Type': 'application/json; charset=utf-8',
  });

/** Has the plugin make the page and its script, once, on a server that never listens. */
async function renderReference(publicUrl: string | undefined) {
  const renderer = Fastify();
  await renderer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      // Not as `url`: the plugin would then serve the document itself, and fail at it. Relative, for proxies that add a prefix.
      sources: [{ url: '../openapi.json' }],
      cdn: '../docs/js/scalar.js',
      // Where nothing else is known, the page calls the server that it came from, by whatever name.
      ...(publicUrl === undefined && { servers: [{ url: '/' }] }),
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
  const html = (await renderer.inject('/docs/')).rawPayload;
  const script = (await renderer.inject('/docs/js/scalar.js')).rawPayload;
  await renderer.close();
  return {
    html: toPage(html, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy(html.toString(), publicUrl),
    }),
    script: toPage(script, { 'Content-Type': 'application/javascript; charset=utf-8' }),
  };
}

function toPage(content: string | Buffer, headers: Record<string, string>): Page {
  const body = Buffer.from(content);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, tag: `"${hash}"`, headers };
}

/** Sends the page, tagged; nothing and 304 to whoever has it. The script alone is 3.5 MB. */
function serve({ body, tag, headers }: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('ETag', tag);
  if (matchesIfNoneMatch(tag, request.headers['if-none-match'])) return reply.code(304).send();
  return reply.headers(headers).send(body);
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
function contentPolicy(html: string, publicUrl: string | undefined): string {
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
    ["connect-src 'self'", ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
