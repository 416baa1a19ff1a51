import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { atEndOfFile } from './cleanup.ts';
import { listen } from './listen.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  bytes: Buffer;
}

/** An HTTP server. It keeps the requests it received; `answer` can be replaced at any time. */
export interface TestServer {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  answer: (request: ReceivedRequest, response: ServerResponse) => void;
}

export async function startHttpServer(answer: TestServer['answer']): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, bytes, body: bytes.toString() };
    requests.push(received);
    started.answer(received, response);
  });
  atEndOfFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const started: TestServer = { url: `http://127.0.0.1:${await listen(server)}`, requests, answer };
  return started;
}
