import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An HTTP server of one test. It keeps the requests it received; `answer` can be replaced at any time. */
export interface TestServer {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  answer: (request: ReceivedRequest, response: ServerResponse) => void;
}

export async function startHttpServer(answer: TestServer['answer']): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(received);
    started.answer(received, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const started: TestServer = { url: `http://127.0.0.1:${port}`, requests, answer };
  return started;
}
