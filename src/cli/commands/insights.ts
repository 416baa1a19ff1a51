import { setTimeout } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CliClient } from '../connect.ts';
import { toInstant } from '../options.ts';
import { perSecond } from '../progress.ts';
import type { Runner } from '../runner.ts';

export function addInsightsCommands(program: CommandUnknownOpts, runner: Runner): void {
  const { progress } = runner;
  program
    .command('insights')
    .description('compute the cards of dashboards')
    .command('run')
    .description('do all due background work, and count it')
    .option('--org <slug>', 'only for this organization')
    .option(
      '--as-of <time>',
      'compute every client as if it were this moment, such as 2001-06-01 or 2001-06-01T12:00:00Z',
      toInstant,
    )
    .addHelpText('after', runner.examples('insights run', 'insights run --org acme --as-of 2001-06-01'))
    .action(async ({ org, asOf }) => {
      const start = runner.now();
      const runFrom = start.toISOString();
      if (asOf !== undefined && asOf > runFrom) throw new Error('--as-of must not lie in the future');
      const past = asOf === undefined ? undefined : { asOf, runFrom };
      await runner.print(async (client) => {
        const { failed, ...counts } = await runInsights(client, { org, past }, ({ assigned, computed }) => {
          const rate = perSecond(computed, start, runner.now());
          progress.show(`${assigned} activities assigned, ${computed} clients computed, ${rate}`);
        });
        if (failed > 0) {
          runner.exitCode = 1;
          progress.say(`${failed} failed; they are retried, and parked for a day after the fifth failure`);
        }
        return counts;
      });
    });
}

interface InsightCounts {
  assigned: number;
  computed: number;
  failed: number;
}

/**
 * Does all due work, part by part, and waits for the parts that other processes are working on.
 * @param target one organization, or all; `past` computes every client as of that moment (UTC), due or not
 * @param progress called after each part
 * @returns the numbers of activities assigned, and of clients computed and failed, in this run
 */
async function runInsights(
  client: CliClient,
  target: { org: string | undefined; past: { asOf: string; runFrom: string } | undefined },
  progress: (counts: Readonly<InsightCounts>) => void,
): Promise<InsightCounts> {
  const counts = { assigned: 0, computed: 0, failed: 0 };
  for (;;) {
    const { assigned, computed, failed, isDone } = await client.insights.work.mutate(target);
    counts.assigned += assigned;
    counts.computed += computed;
    counts.failed += failed;
    if (isDone) return counts;
    if (assigned + computed + failed === 0) await setTimeout(100);
    else progress(counts);
  }
}
