import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import scalar from '@scalar/fastify-api-reference';
import Fastify, { type FastifyInstance } from 'fastify';
import { listeningUrl } from './listening-url.ts';
import { type Page, sendPage, toPage } from './page.ts';
import { builtFolder, serveBuilt } from './static-files.ts';

/** The path of the reference's script. It changes with the content. */
export const scriptPath = `/docs/js/${readdirSync(builtFolder('reference')).find((name) => name.endsWith('.js'))}`;

/** Serves the OpenAPI document, and an interactive reference that loads nothing from other hosts. */
export function mountDocs(app: FastifyInstance, publicUrl: string | undefined): void {
  let document: { readonly url: string; readonly page: Page } | undefined;
  app.get('/openapi.json', async (request, reply) => {
    const url = publicUrl ?? listeningUrl(app.server);
    if (document?.url !== url) document = { url, page: await documentAt(url) };
    return sendPage(document.page, request, reply);
  });

  let reference: Promise<Page> | undefined;
  const isBehindPrefix = publicUrl !== undefined && new URL(publicUrl).pathname !== '/';
  for (const url of ['/docs', '/docs/']) {
    app.get(url, async (request, reply) => {
      // Seen from there, what the page loads from `..` lies outside the prefix.
      if (isBehindPrefix && url === '/docs') return reply.redirect(`${publicUrl}/docs/`, 308);
      reference ??= renderReference(publicUrl);
      return sendPage(await reference, request, reply);
    });
  }
  serveBuilt(app, 'reference', '/docs/js/');
}

/** Makes the document. Its parts are loaded when they are first needed, since they take 15 MB. */
async function documentAt(url: string): Promise<Page> {
  const { openApiDocument } = await import('./openapi.ts');
  return toPage(JSON.stringify({ ...openApiDocument, servers: [{ url }] }), {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

/** Has the plugin make the page and its script, once, on a server that never listens. */
async function renderReference(publicUrl: string | undefined) {
  const renderer = Fastify();
  await renderer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      // Not as `url`: the plugin would then serve the document itself, and fail at it. Relative, for proxies that add a prefix.
      sources: [{ url: '../openapi.json' }],
      cdn: `..${scriptPath}`,
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
  const html = (await renderer.inject('/docs/')).payload;
  await renderer.close();
  return toPage(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy(html, publicUrl),
  });
}

/** Allows the page its own scripts and this server, and nothing else. */
function contentPolicy(html: string, publicUrl: string | undefined): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`);
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
