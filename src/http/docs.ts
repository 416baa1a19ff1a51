import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
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

  const reference = referencePage(publicUrl);
  app.get('/docs', (request, reply) => sendPage(reference, request, reply));
  serveBuilt(app, 'reference', '/docs/js/');
}

/** Makes the document. Its parts are loaded when they are first needed, since they take 15 MB. */
async function documentAt(url: string): Promise<Page> {
  const { openApiDocument } = await import('./openapi.ts');
  return toPage(JSON.stringify({ ...openApiDocument, servers: [{ url }] }), {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

/** Makes the page of the reference, as Scalar's manual has it. */
function referencePage(publicUrl: string | undefined): Page {
  const configuration = {
    // Relative, for proxies that add a prefix.
    sources: [{ url: './openapi.json' }],
    // Where nothing else is known, the page calls the server that it came from, by whatever name.
    ...(publicUrl === undefined && { servers: [{ url: '/' }] }),
    // Else the browser asks for one that there is not.
    favicon: 'data:,',
    defaultOpenAllTags: true,
    authentication: { preferredSecurityScheme: 'bearerAuth' },
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
  };
  const start = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})`;
  const html = `<!doctype html>
<title>Clientele API</title>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<div id="app"></div>
<script src=".${scriptPath}"></script>
<script>${start}</script>
`;
  // The page may run its own scripts and call this server, and nothing else.
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', start, 'base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return toPage(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
  });
}
