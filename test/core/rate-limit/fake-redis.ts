import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { atEndOfFile } from '../../support/cleanup.ts';

/** A call of the script. The clock of this Redis is `aheadUs` ahead of the process's. */
interface ScriptCall {
  readonly organizationId: string;
  readonly leftUs: number;
  readonly append: boolean;
}

type Behaviour = 'usually' | 'error' | 'never' | 'too late';

const aheadUs = 5_000_000;

/** Starts a Redis in this process that counts requests per organization and never lets them expire. */
export async function fakeRedis(limit: number) {
  const sockets = new Set<Socket>();
  const redis = {
    url: '',
    isUp: true,
    /** False for one that accepts connections and then does not answer. */
    isAwake: true,
    /** The answer to the script: as usual, an error, none, or that it came after its deadline. */
    answers: 'usually' as Behaviour,
    /** The answers to the next calls, before those. */
    next: [] as Behaviour[],
    counts: new Map<string, number>(),
    calls: [] as ScriptCall[],
    /** A line of its statistics, and how often it was asked for them. */
    stats: '',
    statsAsked: 0,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    connections: () => sockets.size,
  };

  function run(args: string[]): string {
    const behaviour = redis.next.shift() ?? redis.answers;
    const organizationId = /\{(.*)\}/.exec(args[3] ?? '')?.[1] ?? '';
    const nowUs = Math.round(performance.now() * 1_000) + aheadUs;
    const append = args[9] === '1';
    if (!organizationId.startsWith('probe-'))
      redis.calls.push({ organizationId, leftUs: Number(args[5]) - nowUs, append });
    if (behaviour === 'never') return '';
    if (behaviour === 'error') return '-OOM command not allowed\r\n';
    if (behaviour === 'too late') return '$-1\r\n';
    const count = redis.counts.get(organizationId) ?? 0;
    if (append && count < limit) redis.counts.set(organizationId, count + 1);
    const resetUs = count === 0 ? 0 : 30_000_000;
    return `*5\r\n${[nowUs, count, resetUs, count, resetUs].map((each) => `:${each}\r\n`).join('')}`;
  }

  function answer(socket: Socket, [command = '', ...rest]: string[]): void {
    if (!redis.isAwake) return;
    if (command.toLowerCase() === 'info') {
      if (rest[0] === 'stats') redis.statsAsked += 1;
      const info = `loading:0\r\n${redis.stats}\r\n`;
      socket.write(`$${info.length}\r\n${info}\r\n`);
    } else if (!/^eval/i.test(command)) socket.write('+OK\r\n');
    else socket.write(run([command, ...rest]));
  }

  const server = createServer((socket) => {
    if (!redis.isUp) return socket.destroy();
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
      for (let whole = commandIn(received); whole; whole = commandIn(received)) {
        received = whole.rest;
        answer(socket, whole.words);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.close();
    redis.cut();
  });
  redis.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return redis;
}

/** The first whole command of what was received, an array of bulk strings without line breaks of the protocol; and the rest. */
function commandIn(received: string): { words: string[]; rest: string } | undefined {
  const [count = '', ...lines] = received.split('\r\n');
  // Each word has a line with its length before it.
  const end = 2 * Number(count.slice(1));
  if (lines.length <= end) return undefined;
  return {
    words: lines.slice(0, end).filter((_line, at) => at % 2 === 1),
    rest: lines.slice(end).join('\r\n'),
  };
}
