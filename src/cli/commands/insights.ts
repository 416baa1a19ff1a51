import { setTimeout } from 'node:timers/promises';
import { slugField } from '../../core/rest/fields.ts';
import { endPastRun } from '../../insights/jobs.ts';
import { isWorkDue, workOnce } from '../../insights/work.ts';
import { command, openOrganization } from '../command.ts';
import { CliError } from '../errors.ts';
import { momentField, option } from '../options.ts';

export const insightsRun = command('insights run', {
  description: 'do all due background work, and print the counts',
  options: {
    org: option('<slug>', 'only for this organization', slugField().optional()),
    asOf: option(
      '<time>',
      'compute every client as of a past moment, such as 2001-06-01 or 2001-06-01T12:00:00Z; for a day, or until a run without --as-of, these cards replace the current ones, and webhooks tell of them',
      momentField.optional(),
    ),
  },
  examples: ['insights run', 'insights run --org acme --as-of 2001-06-01'],
  async run(cli, { org, asOf }) {
    const { db } = cli.database;
    if (asOf !== undefined && asOf > cli.now().toISOString())
      throw new CliError('--as-of must not lie in the future');
    const organizationId = org === undefined ? undefined : (await openOrganization(cli, org)).organizationId;
    const scope = { organizationId, asOf };
    if (asOf === undefined) await endPastRun(db, organizationId);
    const counts = { assigned: 0, computed: 0 };
    let failed = 0;
    for (;;) {
      const done = await workOnce({ ...cli, db }, scope, cli.now, cli.signal);
      cli.signal.throwIfAborted();
      if (!done && !(await isWorkDue(db, scope))) break;
      counts.assigned += done?.assigned ?? 0;
      counts.computed += done?.computed ?? 0;
      failed += done?.failed ?? 0;
      const { assigned, computed } = counts;
      cli.show(`${assigned} activities assigned, ${computed} clients computed`, computed);
      // Other processes are working on the rest.
      if (!done) await setTimeout(100);
    }
    if (failed > 0) {
      cli.fail();
      cli.say(`${failed} failed; they are retried, and parked for a day after the fifth failure`);
    }
    return counts;
  },
});
