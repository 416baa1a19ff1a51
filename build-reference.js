/** Compresses the script of the API reference, under a name with a hash of its content: doing so takes a second. */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeCompressed } from './compress.js';

const directory = 'build/reference';
const unfinished = `${directory}.unfinished`;

const plugin = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
const script = readFileSync(join(dirname(plugin), 'js/standalone.js'));

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
// Higher qualities save less than a tenth and take ten times as long.
writeCompressed(unfinished, 'scalar.js', script, 9);
rmSync(directory, { recursive: true, force: true });
renameSync(unfinished, directory);
