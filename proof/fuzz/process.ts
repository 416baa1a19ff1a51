/**
 * Tries inputs in a process of its own, so that one that never ends, or fills the memory, can be told.
 * Arguments: the seed, how many inputs, and where a replay begins (`12`, as fast-check tells it).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { importFile } from './files.ts';
import { tryInput } from './try-input.ts';

/** The processor time that an input may take: about ten times that of the slowest. */
const maxInputMs = 20_000;

export type Told =
  | { readonly tries: number }
  | {
      readonly tried: number;
      readonly worstMs: number;
      readonly worst: number;
      readonly fault: string | undefined;
      readonly path: string | null;
    };

const [seed = '0', runs = '1', path = ''] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'clientele-fuzz-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const tell = (told: Told) => new Promise<void>((resolve) => process.send?.(told, () => resolve()));
const processorMs = () => process.cpuUsage().user / 1_000;

// A replay is made smaller; a first run is not, since a slow input would be tried very often.
const isReplay = path !== '';
let tries = 0;
let worst = { ms: 0, number: 0 };
const property = fc.asyncProperty(importFile, async (file) => {
  await tell({ tries });
  const from = processorMs();
  // Looking for links takes longer than the rest.
  await tryInput(file, tries % 10 === 0 || isReplay, join(directory, 'input'));
  const ms = processorMs() - from;
  if (ms > worst.ms) worst = { ms, number: tries };
  tries += 1;
  if (ms > maxInputMs) throw new Error(`takes ${Math.round(ms)} ms of the processor`);
});
const details = await fc.check(property, {
  seed: Number(seed),
  numRuns: Number(runs),
  path,
  endOnFailure: !isReplay,
});
const fault = details.failed ? String(details.errorInstance) : undefined;
if (isReplay && details.counterexample)
  process.stderr.write(fc.stringify(details.counterexample).slice(0, 20_000));
await tell({
  tried: details.numRuns,
  worstMs: worst.ms,
  worst: worst.number,
  fault,
  path: details.counterexamplePath,
});
process.disconnect?.();
