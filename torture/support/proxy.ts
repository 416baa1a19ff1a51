import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';

/** As a load balancer does that retries: a request that got no answer, or 503, goes to the next server. */
export interface RetryingProxy {
  send(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    token: string,
    body?: object,
  ): Promise<{ status: number; text: string }>;
  add(url: string): void;
  remove(url: string): void;
  readonly counts: { requests: number; retries: number };
  close(): Promise<unknown>;
}

const maxTries = 100;

export function createProxy(urls: readonly string[]): RetryingProxy {
  const pools = new Map(urls.map((url) => [url, new Pool(url)]));
  const counts = { requests: 0, retries: 0 };

  return {
    counts,
    async send(method, path, token, body) {
      const headers: Record<string, string> = { authorization: `Bearer ${token}` };
      if (body) headers['content-type'] = 'application/json';
      // What is created twice must be created once.
      if (method === 'POST') headers['idempotency-key'] = randomUUID();
      const given = body ? { body: JSON.stringify(body) } : {};
      counts.requests += 1;
      for (let attempt = 1; ; attempt += 1) {
        const all = [...pools.values()];
        const pool = all[(counts.requests + attempt) % all.length];
        if (!pool) throw new Error('There is no server.');
        let answer = { status: 0, text: 'no answer' };
        try {
          const response = await pool.request({ method, path, headers, ...given });
          answer = { status: response.statusCode, text: await response.body.text() };
        } catch {
          // The connection ended, or there is none.
        }
        // 409 says that the first attempt is still under way.
        if (![0, 409, 503].includes(answer.status) || attempt === maxTries) return answer;
        counts.retries += 1;
        await setTimeout(20);
      }
    },
    add: (url) => void pools.set(url, new Pool(url)),
    remove(url) {
      // What it still has to answer has ended with the server.
      pools.get(url)?.destroy();
      pools.delete(url);
    },
    close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())),
  };
}
