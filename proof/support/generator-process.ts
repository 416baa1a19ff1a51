/** Sends the requests it is told over IPC, and tells what came of them. */
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';
import { answerTasks } from '../../bench/requests/processes.ts';
import { type Arrival, nowMs, type Plan } from './generator.ts';

async function send({ urls, rate, seconds, connections, organizations, paths }: Plan): Promise<Arrival[]> {
  const pools = new Map(urls.map((url) => [url, new Pool(url, { connections, headersTimeout: 60_000 })]));
  const rows: Arrival[] = [];
  const anyOf = (values: readonly string[]) => values[Math.floor(Math.random() * values.length)] ?? '';

  async function sendOne(): Promise<void> {
    const [url, path] = [anyOf(urls), anyOf(paths)];
    const { first, count, skewed = false } = organizations;
    const random = Math.random();
    const organization = first + Math.floor((skewed ? random * random : random) * count);
    const headers = { authorization: `Bearer ${tokenOf(organization)}` };
    const target = path.replace('{client}', () => clientOf(organization));
    const sentMs = nowMs();
    let status = 0;
    let retryAfterSeconds = 0;
    try {
      const answer = await pools.get(url)?.request({ method: 'GET', path: target, headers });
      await answer?.body.dump();
      status = answer?.statusCode ?? 0;
      retryAfterSeconds = Number(answer?.headers['retry-after'] ?? 0);
    } catch {
      // Counted as no answer.
    }
    rows.push({ organization, path, url, sentMs, receivedMs: nowMs(), status, retryAfterSeconds });
  }

  const startedAt = nowMs();
  const sending: Promise<void>[] = [];
  while (sending.length < rate * seconds) {
    const due = Math.min(rate * seconds, ((nowMs() - startedAt) / 1_000) * rate);
    while (sending.length < due) sending.push(sendOne());
    await setTimeout(1);
  }
  await Promise.all(sending);
  for (const pool of pools.values()) await pool.destroy();
  return rows;
}

answerTasks(send);
