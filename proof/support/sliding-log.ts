import type { Arrival } from './generator.ts';

// Each was decided at some instant from `sentMs` to `receivedMs`; whatever is told here holds wherever that was.

const limits = { organization: 100, endpoint: 50 };
const windowMs = 60_000;

/** The clocks of Redis and of whoever asks may be slewed differently. */
const toleranceMs = 2;

/** Counts the windows in which more than a limit was certainly admitted. */
export function provenOverruns(decided: readonly Arrival[]): number {
  let overruns = 0;
  for (const { log, limit } of logsOf(decided)) {
    for (let index = 0; index + limit < log.sent.length; index += 1) {
      const spanMs = (log.received[index + limit] ?? Number.NaN) - (log.sent[index] ?? Number.NaN);
      if (spanMs < windowMs - toleranceMs) overruns += 1;
    }
  }
  return overruns;
}

/** Counts the refusals that were certainly early, and those whose retry time was certainly too short. */
export function provenMistakes(decided: readonly Arrival[]) {
  const logs = new Map<string, Log>();
  for (const { key, log } of logsOf(decided)) logs.set(key, log);
  let early = 0;
  let tooShort = 0;
  let refusals = 0;
  for (const { organization, path, sentMs, receivedMs, status, retryAfterSeconds } of decided) {
    if (status !== 429) continue;
    refusals += 1;
    const both = [
      { log: logs.get(`${organization}`) ?? nothing, limit: limits.organization },
      { log: logs.get(`${organization} ${path}`) ?? nothing, limit: limits.endpoint },
    ];
    const mayBeFull = both.some(
      ({ log, limit }) =>
        countBelow(log.sent, receivedMs + toleranceMs) -
          countBelow(log.received, sentMs - windowMs - toleranceMs) >=
        limit,
    );
    if (!mayBeFull) early += 1;
    // By then, what was admitted before the refusal must leave room.
    const againMs = receivedMs + retryAfterSeconds * 1_000;
    const isStillFull = both.some(
      ({ log, limit }) =>
        countBelow(log.received, sentMs) - countBelow(log.sent, againMs - windowMs + toleranceMs) >= limit,
    );
    if (isStillFull) tooShort += 1;
  }
  return { refusals, early, tooShort };
}

/** When what was admitted was sent, and when received, each in order. */
interface Log {
  readonly sent: number[];
  readonly received: number[];
}

const nothing: Log = { sent: [], received: [] };

/** The logs of the organizations, and those of their operations. */
function logsOf(decided: readonly Arrival[]): { key: string; log: Log; limit: number }[] {
  const logs = new Map<string, { log: Log; limit: number }>();
  const add = (key: string, limit: number, { sentMs, receivedMs }: Arrival) => {
    const entry = logs.get(key) ?? { log: { sent: [], received: [] }, limit };
    logs.set(key, entry);
    entry.log.sent.push(sentMs);
    entry.log.received.push(receivedMs);
  };
  for (const row of decided) {
    if (row.status !== 200) continue;
    add(`${row.organization}`, limits.organization, row);
    add(`${row.organization} ${row.path}`, limits.endpoint, row);
  }
  for (const { log } of logs.values()) {
    log.sent.sort((a, b) => a - b);
    log.received.sort((a, b) => a - b);
  }
  return [...logs].map(([key, entry]) => ({ key, ...entry }));
}

/** Counts the sorted values below the bound. */
function countBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.NaN) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
