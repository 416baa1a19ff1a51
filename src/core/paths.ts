import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. Sources and built programs are both two folders below it. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The version in `package.json`. */
export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return version;
}
