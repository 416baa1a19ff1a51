// Runs a command; all processes below it are stopped for 2.6 s and run for 3 s in turn, as on a machine that stalls:
// `node test/support/pause-workers.mjs -- npx vitest run --project=embedded`. Exits with the command's exit code.
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

const [command, ...args] = process.argv.slice(process.argv.indexOf('--') + 1);
const child = spawn(command, args, { stdio: 'inherit' });
const ended = new Promise((resolve) => child.once('error', () => resolve(127)).once('exit', resolve));
let stopped = [];

function descendants() {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number)));
  const isBelow = (pid) => parents.has(pid) && (parents.get(pid) === child.pid || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

function signal(name) {
  for (const pid of stopped)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
}

process.on('exit', () => signal('SIGCONT'));
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => child.kill(name));

const isRunningAfter = (ms) => Promise.race([setTimeout(ms, true, { ref: false }), ended.then(() => false)]);
while (await isRunningAfter(3_000)) {
  stopped = descendants();
  signal('SIGSTOP');
  await isRunningAfter(2_600);
  signal('SIGCONT');
}
process.exitCode = (await ended) ?? 1;
