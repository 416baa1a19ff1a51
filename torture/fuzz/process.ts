/**
 * Tries inputs one after the other and tells of each by a message, so that whoever started it knows which one never ends.
 * Arguments: the seed, the number of the first input, and the one after the last.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, tryInput } from './try-input.ts';

/** A message sent before or after an input is tried. */
export type Told =
  | { readonly begins: number }
  | ({ readonly ended: number; readonly residentBytes: number } & Outcome);

const [seed = 0, from = 0, until = 0] = process.argv.slice(2).map(Number);
const directory = mkdtempSync(join(tmpdir(), 'clientele-fuzz-'));
const tell = (told: Told) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(told, () => resolve());
    else resolve();
  });

process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit(1));
for (let number = from; number < until; number += 1) {
  await tell({ begins: number });
  const outcome = await tryInput(seed, number, join(directory, 'input'));
  await tell({ ended: number, residentBytes: process.memoryUsage.rss(), ...outcome });
}
process.disconnect?.();
