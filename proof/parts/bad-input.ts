import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { exchange } from '../../test/support/raw-socket.ts';
import { faultOf, insideLog } from '../bad-input/answers.ts';
import { type Known, requestMaker, type Sent } from '../bad-input/requests.ts';
import type { Part, Trial } from '../part.ts';
import { newDatabase } from '../support/engines.ts';
import { type Server, startServer, unlimited } from '../support/server.ts';

const requests = 60_000;

/** The maximum growth of the memory in use over the second half of the requests, in megabytes. */
const maxGrowthMegabytes = 32;

export const badInput: Part = {
  promise: 'whatever is sent, the answer is sound, tells nothing of what is inside, and the server goes on',
  async run(trial) {
    const url = await newDatabase(trial);
    await fill(url, 2);
    const server = await startServer(trial, { ...unlimited, DATABASE_URL: url });
    const make = requestMaker(await known(server, tokenOf(0)));
    const statuses: Record<string, number> = {};
    let left = requests;
    const sendUntil = (end: number) =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          for (; left > end; left -= 1) {
            const status = await send(trial, server, make());
            statuses[status] = (statuses[status] ?? 0) + 1;
          }
        }),
      );
    await sendUntil(requests / 2);
    const before = await server.liveMegabytes();
    await sendUntil(0);
    const atEnd = await server.liveMegabytes();
    const memory = `${before.toFixed()} MB in use at half-way, ${atEnd.toFixed()} MB at the end`;
    trial.expect(atEnd - before < maxGrowthMegabytes, `the server grew: ${memory}`);
    trial.expect((statuses[503] ?? 0) < requests / 20, `${statuses[503]} of ${requests} were answered 503`);
    trial.figure(`answers by status ${JSON.stringify(statuses)}; ${memory}`);
    checkLog(trial, server);
  },
};

/** Sends a request over a connection of its own, and returns the status of its answer. */
async function send(trial: Trial, { url }: Server, { method, bytes }: Sent): Promise<number> {
  const tell = (what: string) =>
    trial.expect(false, `${what}: ${JSON.stringify(bytes.toString('latin1').slice(0, 700))}`);
  // One whose head is too large is answered before it is read, which may reset the connection.
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = (await exchange(url, bytes).catch(() => [])).find(({ status }) => status >= 200);
    if (!answer) continue;
    const fault = faultOf(method, answer);
    if (fault !== undefined) tell(`${fault} (${answer.body.slice(0, 300)})`);
    return answer.status;
  }
  tell('got no answer');
  return 0;
}

/** Ids and cursors that the caller really has. */
async function known(server: Server, token: string): Promise<Known> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/v1/clients?limit=5`, { headers });
  const { data, meta } = (await response.json()) as { data: { id: string }[]; meta: { cursor: string } };
  const ids = data.map(({ id }) => id);
  return { token, ids: [...ids, '01900000-0001-7000-8000-00000000ffff'], cursors: [meta.cursor, ''] };
}

function checkLog(trial: Trial, server: Server): void {
  const lines = server.log().split('\n');
  const wrong = lines.filter(
    (line) => (insideLog.test(line) && !/unavailable|overloaded: /.test(line)) || /^\s+at /.test(line),
  );
  for (const line of wrong.slice(0, 5)) trial.expect(false, `the log holds ${line.slice(0, 500)}`);
  const odd = lines.filter((line) => line !== '' && !line.startsWith('{'));
  trial.expect(odd.length === 0, `the log holds what is no line of its own: ${odd[0]?.slice(0, 300)}`);
  trial.expect(lines.length > requests / 2, `the log has only ${lines.length} lines`);
}
