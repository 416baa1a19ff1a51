import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../core/paths.ts';
import { type Page, toPage } from './compressed-page.ts';

const contentTypes = new Map([
  ['js', 'application/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
]);

const typeOf = (name: string) => contentTypes.get(name.slice(name.lastIndexOf('.') + 1));

/**
 * Returns the names of the scripts and styles that the build has put into a folder of `build/`.
 * @throws when there are none
 */
export function builtFiles(folder: string): string[] {
  const directory = join(root, 'build', folder);
  const names = existsSync(directory) ? readdirSync(directory).filter(typeOf) : [];
  if (names.length === 0) throw new Error(`${directory} holds no script; run npm run build`);
  return names;
}

/** Reads a built file as it was compressed. Its name changes with its content, so caches may keep it forever. */
export async function builtPage(folder: string, name: string): Promise<Page> {
  const path = join(root, 'build', folder, name);
  const [br, gzip, identity] = await Promise.all([
    readFile(`${path}.br`),
    readFile(`${path}.gz`),
    readFile(path),
  ]);
  return toPage(
    { br, gzip, identity },
    {
      'Content-Type': typeOf(name) ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  );
}
