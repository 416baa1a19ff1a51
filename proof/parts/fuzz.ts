import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../../src/config.ts';
import type { Told } from '../fuzz/process.ts';
import type { Part } from '../part.ts';

const program = fileURLToPath(new URL('../fuzz/process.ts', import.meta.url));
const inputs = 12_000;

/** By the clock, and far above what an input takes of the processor: then it never ends. */
const hangMs = 180_000;
const heapMegabytes = 768;

export const fuzz: Part = {
  promise:
    'whatever is imported is read or refused in time and memory, and its cards are checklists without a link',
  async run(trial) {
    const [seed = String(randomInt(2 ** 31)), ...path] = processEnvironment.FUZZ_SEED?.split(':') ?? [];
    trial.say(
      `the seed is ${seed}; FUZZ_SEED=${seed} tries the same again, FUZZ_SEED=${seed}:N input N of it`,
    );
    const runs = path.length === 0 ? inputs : 1;
    const child = fork(program, [seed, String(runs), path.join(':')], {
      execArgv: ['--import', 'tsx', `--max-old-space-size=${heapMegabytes}`],
    });
    trial.atEnd(() => child.kill('SIGKILL'));
    let number = 0;
    let result: Told | undefined;
    let timer: NodeJS.Timeout | undefined;
    child.on('message', (told: Told) => {
      clearTimeout(timer);
      if ('tries' in told) {
        number = told.tries;
        if (number > 0 && number % 1_000 === 0) trial.say(`${number} inputs`);
        timer = setTimeout(() => child.kill('SIGKILL'), hangMs);
      } else result = told;
    });
    await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(timer);
    if (result === undefined || 'tries' in result)
      return trial.expect(
        false,
        `input ${seed}:${number} never ends, or takes more than ${heapMegabytes} MB`,
      );
    const { tried, worstMs, worst, fault } = result;
    trial.expect(fault === undefined, `input ${seed}:${result.path} ${fault?.slice(0, 1_000)}`);
    trial.figure(
      `${tried} inputs, seed ${seed}; at worst ${Math.round(worstMs)} ms of the processor, for ${seed}:${worst}`,
    );
  },
};
