import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { root } from '../core/paths.ts';
import { type Page, pageOf, sendPage } from './page.ts';

const contentTypes = [
  ['.js', 'application/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.woff2', 'font/woff2'],
] as const;

/** Returns a folder that the build has made. @throws when there is none */
export function builtFolder(name: string): string {
  const folder = join(root, 'build', name);
  try {
    readdirSync(folder);
  } catch (cause) {
    throw new Error(`${folder} cannot be read; run npm run build`, { cause });
  }
  return folder;
}

/**
 * Serves the scripts, styles and typefaces of a built folder, as the build has compressed them. Their names change with their content,
 * so caches may keep them forever.
 */
export function serveBuilt(app: FastifyInstance, name: string, prefix: string): void {
  const folder = builtFolder(name);
  for (const file of readdirSync(folder)) {
    const [, type] = contentTypes.find(([ending]) => file.endsWith(ending)) ?? [];
    if (type === undefined) continue;
    let page: Page | undefined;
    app.get(`${prefix}${file}`, (request, reply) => {
      page ??= readPage(join(folder, file), type);
      return sendPage(page, request, reply);
    });
  }
}

function readPage(path: string, type: string): Page {
  const bodies = {
    br: readFileSync(`${path}.br`),
    gzip: readFileSync(`${path}.gz`),
    identity: readFileSync(path),
  };
  return pageOf(bodies, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' });
}
