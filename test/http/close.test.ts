import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { open, readAll } from '../support/raw-socket.ts';

const api = await startApi();

test('closing waits neither for idle connections nor for good for a request that stalls', async () => {
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.organization();
  const idle = await open(origin);
  const stalled = await open(origin);
  const ends = Promise.all([readAll(idle), readAll(stalled)]);
  stalled.write(`POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`);
  stalled.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await expect.poll(() => api.app.server.listening).toBe(true);
  await api.app.close();
  await ends;
  await expect(fetch(`${origin}/livez`)).rejects.toThrow();
}, 15_000);
