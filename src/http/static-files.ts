import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { root } from '../core/paths.ts';
import { varyBy } from './page.ts';

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
 * Serves the scripts and styles of a built folder, as the build has compressed them. Their names change with their content,
 * so caches may keep them forever.
 */
export async function serveBuilt(app: FastifyInstance, name: string, prefix: string): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      varyBy(reply, 'Accept-Encoding');
      done();
    });
    await scope.register(fastifyStatic, {
      root: builtFolder(name),
      prefix,
      wildcard: false,
      globIgnore: ['*.{br,gz,html}'],
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
    });
  });
}
