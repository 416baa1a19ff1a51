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

/** From now on, when PostgreSQL accepts, the service must be well within two seconds. */
export async function healthyAgain({ trial, server, callers }: Watched, what: string): Promise<void> {
  const from = performance.now();
  const isReady = await until(async () => (await probe(server)) === 200, patienceSeconds);
  trial.expect(isReady, `${what}: /readyz never said 200 again`);
  const readyMs = performance.now() - from;
  trial.expectInTime(readyMs <= 2_000, `${what}: /readyz said 200 only after ${readyMs.toFixed(0)} ms`);
  // Whoever asked before has an answer; from here on every call must succeed.
  await setTimeout(2_000 - Math.min(2_000, performance.now() - from));
  const during = callers.clear();
  expectAnswers(trial, what, during);
  await setTimeout(400);
  const isServed = await until(() => callers.answers.served > 0, patienceSeconds);
  trial.expect(isServed, `${what}: nothing is served`);
  const after = callers.clear();
  expectAnswers(trial, `${what}, 2 s after`, after);
  const late = after.refused;
  trial.expectInTime(late === 0, `${what}: ${late} calls refused more than 2 s after it was back`);
  trial.figure(
    `${what}: ${during.served} served, ${during.refused} refused, slowest ${during.slowestMs.toFixed(0)} ms, ready again after ${readyMs.toFixed(0)} ms`,
  );
}

function expectAnswers(trial: Trial, what: string, { wrong, slowestMs }: Answers): void {
  trial.expect(wrong.length === 0, `${what}: ${wrong.length} wrong answers, the first: ${wrong[0]}`);
  trial.expectInTime(slowestMs <= 5_000, `${what}: a caller waited ${slowestMs.toFixed(0)} ms`);
}

/** The service says that it is not ready. */
export async function expectUnready({ trial, server }: Watched, what: string): Promise<void> {
  const from = performance.now();
  const isTold = await until(async () => (await probe(server)) === 503, patienceSeconds);
  const ms = performance.now() - from;
  trial.expect(isTold, `${what}/readyz never said 503`);
  trial.expectInTime(ms <= 2_000, `${what}/readyz said 503 only after ${ms.toFixed(0)} ms`);
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
