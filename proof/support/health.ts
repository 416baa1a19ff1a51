import { setTimeout } from 'node:timers/promises';
import sqlClient from 'postgres';
import type { Trial } from '../part.ts';
import type { Server } from './server.ts';
import type { Answers, Callers } from './steady-callers.ts';
import { patienceSeconds, until } from './until.ts';

/** A server under steady calls, while harm is done to its database. */
export interface Watched {
  readonly trial: Trial;
  readonly server: Server;
  readonly callers: Callers;
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

/** Makes a user in each organization, and gives their ids. */
export async function makeUsers(url: string): Promise<string[]> {
  const sql = sqlClient(url, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql`
      insert into users (organization_id, id, first_name, last_name, email)
      select id, gen_random_uuid(), 'Ann', 'Okafor', slug || '@example.com' from organizations
      returning id, email`;
    const place = (email: string) => Number(/\d+/.exec(email)?.[0]);
    return [...rows].sort((a, b) => place(a.email) - place(b.email)).map((row) => String(row.id));
  } finally {
    await sql.end();
  }
}
