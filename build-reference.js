/** Compresses the script of the API reference, under a name with a hash of its content: doing so takes a second. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const directory = 'build/reference';
const unfinished = `${directory}.unfinished`;

const plugin = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
const script = readFileSync(join(dirname(plugin), 'js/standalone.js'));
const hash = createHash('sha256').update(script).digest('hex').slice(0, 16);
const path = join(unfinished, `scalar-${hash}.js`);

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
writeFileSync(path, script);
writeFileSync(`${path}.gz`, gzipSync(script, { level: 9 }));
// Higher qualities save less than a tenth and take ten times as long.
writeFileSync(`${path}.br`, brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
rmSync(directory, { recursive: true, force: true });
renameSync(unfinished, directory);
