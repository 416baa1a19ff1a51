import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';
import type { Trial } from '../part.ts';

interface Spelling {
  readonly method: string;
  readonly path: string;
  /** The number of calls that it counts as. */
  readonly calls: number;
}

/** Ways to say `GET /v1/clients/{clientId}`, not all of which are taken. */
function spellingsOf(clientId: string): Spelling[] {
  const input = encodeURIComponent(JSON.stringify({ clientId }));
  const inputs = encodeURIComponent(JSON.stringify({ 0: { clientId }, 1: { clientId } }));
  const coded = (text: string) =>
    text.replaceAll(/[a-z\d]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const gets = [
    `/v1/clients/${clientId}`,
    `/v1/clients/${clientId.toUpperCase()}`,
    `/v1/clients/${coded(clientId)}`,
    `/v1/client%73/${clientId}`,
    `/%76%31/${coded('clients')}/${clientId}`,
    `/v1/clients%2F${clientId}`,
    `/v1/clients/${clientId}?`,
    `/v1/clients/${clientId}?limit=1&limit=2&path=users.list`,
    `/v1/clients/${clientId}#fragment`,
    `/v1/clients/${clientId};version=1`,
    `/v1/clients/${clientId}/`,
    `/v1//clients/${clientId}`,
    `//v1/clients/${clientId}`,
    `/v1/./clients/${clientId}`,
    `/v1/users/../clients/${clientId}`,
    `/V1/Clients/${clientId}`,
    `/v1/clients/${clientId}%20`,
    `http://localhost/v1/clients/${clientId}`,
    `/trpc/clients.get?input=${input}`,
    `/trpc/clients.get?x=1&input=${input}&input=${input}`,
    `/trpc/clients%2Eget?input=${input}`,
    `/%74rpc/clients.get?input=${input}`,
    `/trpc/clients/get?input=${input}`,
  ];
  return [
    ...gets.map((path) => ({ method: 'GET', path, calls: 1 })),
    { method: 'HEAD', path: `/v1/clients/${clientId}`, calls: 1 },
    { method: 'HEAD', path: `/v1/client%73/${clientId.toUpperCase()}`, calls: 1 },
    { method: 'HEAD', path: `/trpc/clients.get?input=${input}`, calls: 1 },
    { method: 'GET', path: `/trpc/clients.get,clients.get?batch=1&input=${inputs}`, calls: 2 },
    { method: 'GET', path: `/trpc/clients.get%2Cclients.get?batch=1&input=${inputs}`, calls: 2 },
  ];
}

async function statusOf(url: string, token: string, { method, path }: Spelling): Promise<number> {
  const { hostname, port } = new URL(url);
  const asked = request({
    hostname,
    port,
    method,
    path,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

/**
 * Tries which spellings are taken, of one organization; and with another one, that all of these count together. Gives what
 * tells a trial of it.
 */
export async function trySpellings(
  urls: readonly string[],
  [judging, counting]: readonly [number, number],
): Promise<(trial: Trial) => void> {
  const wrong: string[] = [];
  const taken: number[] = [];
  for (const [at, spelling] of spellingsOf(clientOf(judging)).entries()) {
    const status = await statusOf(urls[at % urls.length] ?? '', tokenOf(judging), spelling);
    if (status === 200) taken.push(at);
    if (![200, 400, 404, 405].includes(status))
      wrong.push(`${spelling.method} ${spelling.path}: answered with ${status}`);
  }
  const all = spellingsOf(clientOf(counting));
  const spellings = all.filter((_, at) => taken.includes(at));
  if (spellings.length < 10) wrong.push(`only ${spellings.length} spellings are taken`);
  let admitted = 0;
  for (let turn = 0; turn < 120; turn += 1) {
    const spelling = spellings[turn % spellings.length];
    if (!spelling) break;
    // The second call of a batch may be the first over the limit.
    const calls = Math.min(spelling.calls, 50 - admitted);
    const status = await statusOf(urls[(turn * 7) % urls.length] ?? '', tokenOf(counting), spelling);
    if (status === 200 || status === 207) admitted += calls;
    if (calls === 0 && status !== 429)
      wrong.push(`after 50 calls ${spelling.method} ${spelling.path} was answered with ${status}`);
  }
  if (admitted !== 50) wrong.push(`${admitted} of 50 were admitted over all spellings`);
  return (trial) => {
    for (const what of wrong) trial.expect(false, what);
    trial.figure(
      `${spellings.length} of ${all.length} spellings of one operation are taken, and share its limit over ${urls.length} processes`,
    );
  };
}
