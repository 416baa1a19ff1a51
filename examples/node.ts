/**
 * Makes a client, once however often it is tried, lists all clients, and handles an error.
 *
 *   TOKEN=sk_live_… npx tsx examples/node.ts
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type CallContext, createClient, isClienteleError } from 'clientele';

const { API_URL = 'http://127.0.0.1:3000', TOKEN = '' } = process.env;
const api = createClient(API_URL, TOKEN);

/** How long to wait before the same call may be made again; undefined where that cannot help. */
function secondsToWait(error: unknown): number | undefined {
  if (!isClienteleError(error)) return undefined;
  const answer = error.data?.error;
  if (answer?.code === 'rate_limited') return Number(answer.details?.retry_after_seconds);
  // No answer came, the service cannot answer now, or it is still at the first of two attempts.
  const mayPass = answer === undefined || answer.code === 'unavailable' || answer.code === 'conflict';
  return mayPass ? 1 : undefined;
}

/** Makes a call up to five times, with the waits that the service asks for. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === undefined || attempt === 5) throw error;
      console.error(`Not now; again in ${seconds} s.`);
      await wait(seconds * 1_000);
    }
  }
}

/** Every client, page by page. */
async function* allClients() {
  let cursor: string | undefined;
  do {
    const { data, meta } = await patiently(() => api.clients.list.query({ limit: 100, cursor }));
    yield* data;
    cursor = meta.cursor ?? undefined;
  } while (cursor !== undefined);
}

// One key for all attempts: when an answer is lost on its way, the next attempt does not make a second client.
const context: CallContext = { idempotencyKey: randomUUID() };
const input = { name: 'Initech', domain: 'initech.example' };
const { data: made } = await patiently(() => api.clients.create.mutate(input, { context }));
console.log(`Made ${made.name}, ${made.id}.`);

for await (const { name, domain } of allClients()) console.log(`${name} (${domain ?? 'no domain'})`);

try {
  await patiently(() => api.clients.update.mutate({ clientId: made.id, domain: 'initech' }));
} catch (error) {
  const answer = isClienteleError(error) ? error.data?.error : undefined;
  if (answer?.code !== 'invalid_argument') throw error;
  console.log(`Refused, domain: ${answer.details?.domain}`);
}
