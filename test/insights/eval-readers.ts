import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { InsightEngine } from '../../src/insights/engine.ts';
import { activitiesIn } from './eval-quotes.ts';

const folder = new URL('clients/', import.meta.url);

/** Two readers' verdicts and next steps for a client, by as-of date. `name` is the name of its file. */
const readingsSchema = z.object({
  name: z.string(),
  /** The domains of the client and of our users. */
  theirs: z.string(),
  ours: z.string(),
  dates: z.array(
    z.object({
      asOf: z.string(),
      verdicts: z.array(z.string()),
      /** Verdicts that a reader would also accept. */
      others: z.array(z.string()),
      /** The activities behind the readers' next steps, up to three each. */
      steps: z.array(z.string()),
    }),
  ),
});

export interface Agreement {
  readonly verdicts: { readonly same: number; readonly accepted: number; readonly all: number };
  /** The next steps on the cards: `same` counts those in a thread for which a reader has one, too. */
  readonly steps: { readonly same: number; readonly all: number };
  /** Verdicts that no reader gives or accepts, and next steps in threads for which no reader has one. */
  readonly differences: readonly string[];
}

/** Compares the verdicts and next steps on the cards of twelve invented clients with those of two readers of their records. */
export async function compareWithReaders(engine: InsightEngine): Promise<Agreement> {
  const clients = z
    .array(readingsSchema)
    .parse(JSON.parse(readFileSync(new URL('readers.json', folder), 'utf8')));
  const verdicts = { same: 0, accepted: 0, all: 0 };
  const steps = { same: 0, all: 0 };
  const differences: string[] = [];
  for (const { name, theirs, ours, dates } of clients) {
    const activities = await activitiesIn(fileURLToPath(new URL(`${name}.jsonl`, folder)));
    const threads = new Map(activities.map(({ id, thread }) => [id, thread ?? id]));
    const people = new Set(activities.flatMap(({ participants }) => participants));
    const users = [...people].filter((address) => address.endsWith(`@${ours}`));
    for (const read of dates) {
      const { summary, explanation } = await engine.compute(
        {
          client: { id: 'client', name },
          clientDomains: [theirs],
          users: users.map((email) => ({ email, firstName: '', lastName: '' })),
          timezone: 'UTC',
          asOf: read.asOf,
          activities: activities.filter(({ occurredAt }) => occurredAt <= read.asOf),
          upcoming: undefined,
        },
        new AbortController().signal,
      );
      const { verdict } = summary;
      const isSame = read.verdicts.includes(verdict);
      const isAccepted = isSame || read.others.includes(verdict);
      verdicts.all += 1;
      verdicts.same += Number(isSame);
      verdicts.accepted += Number(isAccepted);
      const where = `${name}, ${read.asOf.slice(0, 10)}`;
      if (!isAccepted)
        differences.push(`${where}: ${verdict} (${explanation.reason}); readers: ${read.verdicts}`);
      const wanted = new Set(read.steps.map((id) => threads.get(id)));
      for (const { action, subject, activityId } of explanation.steps) {
        const isWanted = wanted.has(threads.get(activityId));
        steps.all += 1;
        steps.same += Number(isWanted);
        if (!isWanted)
          differences.push(`${where}: ${action} “${subject}” (${activityId}); readers: ${read.steps}`);
      }
    }
  }
  return { verdicts, steps, differences };
}
