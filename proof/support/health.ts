import { setTimeout } from 'node:timers/promises';
import { clientOf, tokenOf } from '../../bench/requests/fixture.ts';
import type { Trial } from '../part.ts';
import { type Server, startServer, unlimited } from './server.ts';
import { patienceSeconds, until } from './until.ts';
import { type Answers, Writers } from './writers.ts';

/** A server under steady calls, while harm is done to its database. */
export interface Watched {
  readonly trial: Trial;
  readonly server: Server;
  readonly callers: Writers;
}

/** Starts a server with a worker, whose transactions are under way while connections are lost, and its callers. */
export async function startWatched(trial: Trial, databaseUrl: string, callerCount: number): Promise<Watched> {
  const server = await startServer(trial, { DATABASE_URL: databaseUrl, WORKER: 'true', ...unlimited });
  const callers = new Writers();
  callers.start(server.url, ownersOf(callerCount), 5);
  trial.atEnd(() => callers.stop());
  await setTimeout(5_000);
  return { trial, server, callers };
}

/** The most that a caller waits: several times the deadlines of the service, and half of the longest freeze. */
export const maxWaitSeconds = 15;

/** Waits until the service is ready, and then until it serves every call. */
export async function healthyAgain({ trial, server, callers }: Watched, what: string): Promise<void> {
  const from = performance.now();
  const isReady = await until(async () => (await probe(server)) === 200, patienceSeconds);
  trial.expect(isReady, `${what}: /readyz never said 200 again`);
  const readyMs = performance.now() - from;
  // Callers that asked before get their answers meanwhile.
  await setTimeout(2_000);
  const during = callers.clear();
  const isServed = await until(async () => {
    await setTimeout(400);
    const { served, refused } = callers.answers;
    expectAnswers(trial, `${what}, later`, callers.clear());
    return served > 0 && refused === 0;
  }, patienceSeconds);
  trial.expect(isServed, `${what}: calls are refused for good`);
  expectAnswers(trial, what, during);
  trial.figure(
    `${what}: ${during.served} served, ${during.refused} refused, slowest ${during.slowestMs.toFixed(0)} ms, ready again after ${readyMs.toFixed(0)} ms`,
  );
}

function expectAnswers(trial: Trial, what: string, { wrong, slowestMs }: Answers): void {
  trial.expect(wrong.length === 0, `${what}: ${wrong.length} wrong answers, the first: ${wrong[0]}`);
  trial.expect(slowestMs <= maxWaitSeconds * 1_000, `${what}: a caller waited ${slowestMs.toFixed(0)} ms`);
}

/** Waits until the service says that it is not ready. */
export async function expectUnready({ trial, server }: Watched, what: string): Promise<void> {
  const isTold = await until(async () => (await probe(server)) === 503, maxWaitSeconds);
  trial.expect(isTold, `${what}/readyz does not say 503`);
}

async function probe(server: Server): Promise<number> {
  const answer = await fetch(`${server.url}/readyz`);
  await answer.text();
  return answer.status;
}

/** The tokens of the first organizations of the bench, and a client of each. */
export const ownersOf = (organizations: number) =>
  Array.from({ length: organizations }, (_, at) => ({ token: tokenOf(at), client: clientOf(at) }));

/** Compares what the callers were acknowledged with what is stored. */
export async function nothingLost({ trial, server, callers }: Watched, what: string): Promise<void> {
  const { acknowledged, unanswered, faults } = await callers.check(server.url);
  for (const fault of faults) trial.expect(false, `${what}${fault}`);
  trial.figure(
    `${what}${acknowledged} writes acknowledged, ${faults.length} lost; ${unanswered} creations answered 503`,
  );
}
