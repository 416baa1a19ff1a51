/** Writes a file for serving: under a name with a hash of its content, and compressed. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * @param {string} directory
 * @param {string} name such as `main.js`
 * @param {Uint8Array} content
 * @param {number} quality of Brotli, 0 to 11
 * @returns {string} the name with the hash, such as `main-0123456789abcdef.js`; `.br` and `.gz` lie beside it
 */
export function writeCompressed(directory, name, content, quality) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const dot = name.lastIndexOf('.');
  const hashed = `${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
  const path = join(directory, hashed);
  writeFileSync(path, content);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  return hashed;
}
