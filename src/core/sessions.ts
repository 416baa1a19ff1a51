import type { Logger } from 'pino';
import { type Background, startLoop } from './loop.ts';

/** Work of which each piece is done in a session, under a lease. */
interface Sessions<Leased extends { readonly organizationId: string }> {
  readonly log: Logger;
  /** Names the work in log lines. */
  readonly what: string;
  /** The pause between two looks for work. */
  readonly restMs: number;
  /** The sessions of this process at once, and those that start at once. */
  readonly maxSessions: number;
  readonly maxStarted: number;
  readonly leaseMs: number;
  lease(limit: number): Promise<readonly Leased[]>;
  /** @returns those whose lease still lasts */
  renew(held: readonly Leased[]): Promise<readonly Leased[]>;
  /**
   * Does a piece of work and releases it. Never rejects.
   * @param session aborts when the lease is lost, when another organization gets its place, or when the process stops
   */
  run(leased: Leased, session: AbortSignal): Promise<void>;
  /** Leases at most one piece of work that has been waiting, of an organization other than these. */
  leaseOfOthers?(organizationIds: readonly string[]): Promise<readonly Leased[]>;
}

/** Leases work and does it, up to `maxSessions` pieces at once, and renews the leases meanwhile. */
export function startSessions<Leased extends { readonly organizationId: string }>(
  sessions: Sessions<Leased>,
): Background {
  const { log, what, restMs, maxSessions, maxStarted } = sessions;
  const running = new Map<Leased, { readonly session: AbortController; readonly ended: Promise<void> }>();

  function start(leased: Leased, work: AbortSignal): void {
    const session = new AbortController();
    if (work.aborted) session.abort();
    const ended = sessions.run(leased, session.signal).finally(() => running.delete(leased));
    running.set(leased, { session, ended });
  }

  /** Gives the oldest place of the organization that has the most to one that has at least two fewer, if one waits. */
  async function share(work: AbortSignal): Promise<void> {
    const own = [...running].filter(([, { session }]) => !session.signal.aborted);
    const places = new Map<string, number>();
    for (const [{ organizationId }] of own) places.set(organizationId, (places.get(organizationId) ?? 0) + 1);
    const most = Math.max(...places.values());
    if (most < 2) return;
    const rich = [...places]
      .filter(([, count]) => count > most - 2)
      .map(([organizationId]) => organizationId);
    for (const leased of (await sessions.leaseOfOthers?.(rich)) ?? []) {
      own.find(([{ organizationId }]) => places.get(organizationId) === most)?.[1].session.abort();
      start(leased, work);
    }
  }

  async function renew(): Promise<void> {
    const held = [...running.keys()];
    if (held.length === 0) return;
    const renewed = new Set(await sessions.renew(held));
    for (const leased of held) if (!renewed.has(leased)) running.get(leased)?.session.abort();
  }

  const looking = startLoop({ log, restMs, what: `looking for ${what}` }, async (signal) => {
    const limit = Math.min(maxSessions - running.size, maxStarted);
    if (limit > 0) for (const leased of await sessions.lease(limit)) start(leased, signal);
    else await share(signal);
    return false;
  });
  const renewing = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, `could not renew the leases of ${what}`));
  }, sessions.leaseMs / 3);
  return {
    heartbeatAgeMs: looking.heartbeatAgeMs,
    async stop() {
      const ended = looking.stop();
      for (const { session } of running.values()) session.abort();
      await ended;
      await Promise.all([...running.values()].map((each) => each.ended));
      clearInterval(renewing);
    },
  };
}
