import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Lane, type Ticket } from '../../src/http/lane.ts';

const maxWaitMs = 60_000;

/** A lane that runs two tickets and queues three, with a log of what becomes of them. */
function newLane() {
  const lane = new Lane({ running: 2, queued: 3, maxWaitMs });
  const log: string[] = [];
  const enter = (name: string, waitedMs = 0) => {
    const run = () => log.push(name);
    const refuse = (reason: string) => log.push(`${name} ${reason}`);
    const ticket: Ticket = { lane, sinceMs: performance.now() - waitedMs, run, refuse, state: 'queued' };
    lane.enter(ticket);
    return ticket;
  };
  return { lane, log, enter };
}

test('tickets beyond the bound wait, and run in the order in which they came', async () => {
  const { lane, log, enter } = newLane();
  const [first, second] = [enter('1'), enter('2')];
  for (const name of ['3', '4', '5', '6']) enter(name);
  expect(log).toEqual(['1', '2', '6 queue_full']);
  // A ticket has one place, however often it ends.
  for (const ticket of [first, first, second, second]) lane.end(ticket);
  await setImmediate();
  expect(log.slice(3)).toEqual(['3', '4']);
});

test('a ticket that has waited too long is refused when its turn comes, and one that has ended is left out', async () => {
  const { lane, log, enter } = newLane();
  const [first] = [enter('1'), enter('2')];
  enter('3', maxWaitMs + 1);
  lane.end(enter('4'));
  enter('5');
  lane.end(first);
  await setImmediate();
  expect(log).toEqual(['1', '2', '3 queue_timeout', '5']);
});
