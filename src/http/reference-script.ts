import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../core/paths.ts';
import type { Encoded } from './compressed-page.ts';

const directory = join(root, 'build/reference');

const name = existsSync(directory) && readdirSync(directory).find((each) => each.endsWith('.js'));
if (!name) throw new Error(`${directory} holds no script; run npm run build`);

/** The path of the reference's script. It changes with the content, so responses may be cached forever. */
export const scriptPath = `/docs/js/${name}`;

/** Reads the script as `build-reference.js` compressed it. */
export async function readScript(): Promise<Encoded> {
  const path = join(directory, basename(scriptPath));
  const [br, gzip, identity] = await Promise.all([
    readFile(`${path}.br`),
    readFile(`${path}.gz`),
    readFile(path),
  ]);
  return { br, gzip, identity };
}
