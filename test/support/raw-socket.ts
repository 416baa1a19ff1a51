import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

/** Opens a connection. */
export async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  // A reset by the server counts as a close.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes over a new connection and returns the responses that arrive until the server closes it. */
export async function exchange(origin: string, ...bytes: (string | Buffer)[]): Promise<RawAnswer[]> {
  const socket = await open(origin);
  const answered = readAll(socket);
  for (const part of bytes) socket.write(part);
  return answered;
}

/** Reads a connection until it is closed and returns the responses. */
export async function readAll(socket: Socket): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.on('close', resolve));
  return parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`No answer: ${rest.toString()}`);
    const headers = rest.subarray(0, end).toString();
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
    const bodyAt = end + 4;
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]);
    answers.push({ status, headers, body: rest.subarray(bodyAt, bodyAt + length).toString() });
    rest = rest.subarray(bodyAt + (status === 100 ? 0 : length));
  }
  return answers;
}
