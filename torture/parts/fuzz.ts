import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../../src/config.ts';
import type { Told } from '../fuzz/process.ts';
import type { Part, Trial } from '../part.ts';

const program = fileURLToPath(new URL('../fuzz/process.ts', import.meta.url));

/**
 * An input that takes longer than the first by the clock never ends; none takes longer than the others of the processor.
 * The events of one UID of a calendar may take 5 s.
 */
const hangMs = 60_000;
const maxInputMs = 20_000;
const usualInputMs = 2_000;
/** The maximum growth of the process over the second half. */
const maxGrowthMegabytes = 150;
const heapMegabytes = 768;

/** The totals over all inputs. */
interface Totals {
  tried: number;
  worst: { readonly tookMs: number; readonly input: string };
  /** The least that the process held, in megabytes, in the tenth before half-way and in the last one. */
  halfway: number;
  atEnd: number;
}

/** The input to continue with, and the reason why the process ended early. */
interface End {
  readonly next: number;
  readonly fault: string | undefined;
}

/** Tries the inputs from `from` on in a process of their own, until one hangs or ends it. */
function tryFrom(trial: Trial, seed: number, from: number, until: number, totals: Totals): Promise<End> {
  return new Promise((resolve) => {
    const args = [seed, from, until].map(String);
    const child = fork(program, args, {
      execArgv: ['--import', 'tsx', `--max-old-space-size=${heapMegabytes}`],
    });
    trial.atEnd(() => child.kill('SIGKILL'));
    let current = from;
    let fault: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    child.on('message', (told: Told) => {
      clearTimeout(timer);
      if ('begins' in told) {
        current = told.begins;
        timer = setTimeout(() => {
          fault = `takes more than ${hangMs / 1_000} s`;
          child.kill('SIGKILL');
        }, hangMs);
        return;
      }
      totals.tried += 1;
      const megabytes = told.residentBytes / 1e6;
      const share = told.ended / until;
      if (share > 0.4 && share <= 0.5) totals.halfway = Math.min(totals.halfway, megabytes);
      if (share > 0.9) totals.atEnd = Math.min(totals.atEnd, megabytes);
      if (told.ended > 0 && told.ended % 10_000 === 0)
        trial.say(`${told.ended} inputs, ${Math.round(megabytes)} MB`);
      const input = `${seed}:${told.ended} (${told.what})`;
      if (told.tookMs > totals.worst.tookMs) totals.worst = { tookMs: told.tookMs, input };
      for (const each of told.faults) trial.expect(false, `input ${input} ${each.slice(0, 600)}`);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      const early = fault ?? (code === 0 ? undefined : `ends the process (${signal ?? code})`);
      resolve({ next: early === undefined ? until : current + 1, fault: early });
    });
  });
}

/** `FUZZ_SEED`: that of a run, or of one input of it (`1234:56`). */
function chosen(isQuick: boolean): { seed: number; from: number; until: number } {
  const [seed, number] = (processEnvironment.FUZZ_SEED ?? '')
    .split(':')
    .map((part) => (part === '' ? undefined : Number(part)));
  const from = number ?? 0;
  return {
    seed: seed ?? randomInt(2 ** 32),
    from,
    until: number === undefined ? (isQuick ? 2_000 : 100_000) : from + 1,
  };
}

export const fuzz: Part = {
  promise: 'whatever is imported is read or refused in time, and its cards are checklists without a link',
  async run(trial) {
    const { seed, from, until } = chosen(trial.isQuick);
    trial.say(
      `the seed is ${seed}; FUZZ_SEED=${seed} tries the same again, FUZZ_SEED=${seed}:N one input of it`,
    );
    const totals: Totals = {
      tried: 0,
      worst: { tookMs: 0, input: 'none' },
      halfway: Number.POSITIVE_INFINITY,
      atEnd: Number.POSITIVE_INFINITY,
    };
    let faults = 0;
    for (let next = from; next < until; ) {
      const end = await tryFrom(trial, seed, next, until, totals);
      if (end.fault !== undefined) trial.expect(false, `input ${seed}:${end.next - 1} ${end.fault}`);
      if (end.fault !== undefined && ++faults === 20) break;
      next = end.next;
    }
    const { tried, worst, halfway, atEnd } = totals;
    trial.expect(faults > 0 || tried === until - from, `only ${tried} inputs were tried`);
    const slowest = `${Math.round(worst.tookMs)} ms of the processor for input ${worst.input}`;
    trial.expect(worst.tookMs <= maxInputMs, `it took ${slowest}`);
    trial.expectInTime(worst.tookMs <= usualInputMs, `it took ${slowest}`);
    const growth = `${Math.round(halfway)} MB at half-way, ${Math.round(atEnd)} MB at the end`;
    // Of one input that is tried again, there is no half-way.
    if (until - from > 1) trial.expect(atEnd - halfway <= maxGrowthMegabytes, `the process grew: ${growth}`);
    trial.figure(`${tried.toLocaleString('en')} inputs, seed ${seed}; at worst ${slowest}`);
    if (until - from > 1) trial.figure(growth);
  },
};
