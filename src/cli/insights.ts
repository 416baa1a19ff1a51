import { setTimeout } from 'node:timers/promises';
import type { OperatorClient } from './socket.ts';

const pauseMs = 100;

export interface InsightCounts {
  assigned: number;
  computed: number;
  failed: number;
}

/**
 * Works off all that is due, part by part, and waits for what other processes are at work on.
 * @param target one organization, or all; `past` computes every client as of that moment (UTC), due or not
 * @param progress is told after each part how far it is
 * @returns how many activities were assigned, and clients computed and failed, by this run
 */
export async function runInsights(
  operator: OperatorClient,
  target: { org: string | undefined; past: { asOf: string; runFrom: string } | undefined },
  progress: (counts: Readonly<InsightCounts>) => void,
): Promise<InsightCounts> {
  const counts = { assigned: 0, computed: 0, failed: 0 };
  for (;;) {
    const { assigned, computed, failed, isDone } = await operator.insights.work.mutate(target);
    counts.assigned += assigned;
    counts.computed += computed;
    counts.failed += failed;
    if (isDone) return counts;
    if (assigned + computed + failed === 0) await setTimeout(pauseMs);
    else progress(counts);
  }
}
