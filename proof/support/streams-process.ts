/** Sends the streams that it is told over IPC, and tells what came of them. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { answerTasks } from '../../bench/requests/processes.ts';
import type { Streamer } from './streams.ts';

const random = () => randomBytes(32).toString('base64').replaceAll(/[+/=]/g, '0').slice(0, 32);

const run: Streamer = async ({ url, connections, seconds, requests, reads }) => {
  const { hostname, port } = new URL(url);
  const endsAt = performance.now() + seconds * 1_000;
  const perSending = requests.split(' HTTP/1.1\r\n').length - 1;
  const statuses: Record<string, number> = {};
  let isOver = false;
  const sockets = new Set<Socket>();

  function open(): void {
    const socket = connect(Number(port), hostname).setNoDelay();
    sockets.add(socket);
    let owed = 0;
    function send(): void {
      if (isOver || socket.destroyed) return;
      owed += perSending;
      socket.write(requests.replaceAll('{random}', random), 'latin1');
    }
    socket.on('connect', send);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      // A flood goes on over a new connection.
      if (!isOver && reads === 'all') open();
    });
    if (reads === 'nothing') socket.pause();
    else if (reads === 'all') {
      let rest = '';
      socket.setEncoding('latin1').on('data', (data) => {
        const text = rest + data;
        // A status line may be cut in two.
        rest = text.slice(-12);
        for (const [, status] of text.slice(0, -12).matchAll(/HTTP\/1\.1 (\d{3})/g)) {
          statuses[status ?? ''] = (statuses[status ?? ''] ?? 0) + 1;
          owed -= 1;
        }
        // The last status line of a sending is always within what has come.
        if (owed <= 0) send();
      });
    }
  }

  for (let count = 0; count < connections; count += 1) {
    open();
    if (count % 100 === 99) await setTimeout(10);
  }
  while (performance.now() < endsAt) {
    await setTimeout(reads === 'a byte a second' ? 1_000 : 50);
    if (reads !== 'a byte a second') continue;
    for (const socket of sockets) socket.read(1);
  }
  isOver = true;
  const closed = [...sockets].map((socket) => once(socket.destroy(), 'close'));
  await Promise.all(closed);
  return statuses;
};

answerTasks(run);
