import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CliClient } from '../connect.ts';
import { orgOption, toCount, toPastInstant } from '../options.ts';
import { pageSize } from '../procedures/base.ts';
import type { Runner } from '../runner.ts';

export function addAuditCommands(program: CommandUnknownOpts, runner: Runner): void {
  const audit = program.command('audit').description('list who changed what');
  const toPast = (text: string) => toPastInstant(text, runner.now());

  audit
    .command('list')
    .description('list the changes made through the API, by commands and by connections, newest first')
    .addOption(orgOption)
    .option('--limit <count>', 'how many at most', toCount, 100)
    .option(
      '--since <time>',
      'only entries at or after this time: a date, a time with its zone, or an age such as 7d',
      toPast,
    )
    .option('--until <time>', 'only entries before this time; same forms as --since', toPast)
    .addHelpText(
      'after',
      runner.examples(
        'audit list --org acme --since 24h',
        'audit list --org acme --since 2026-11-01 --until 2026-12-01 \\\n    --limit 1000000 --json > november.json',
      ),
    )
    .action(async ({ limit, ...range }) => {
      const { since, until } = range;
      if (since !== undefined && until !== undefined && since > until)
        throw new Error('--since must not be later than --until');
      let before: { at: string; id: string } | undefined;
      let left = limit;
      await runner.printPages(
        async (client) => {
          if (left === 0) return [];
          const page = { ...range, before, limit: Math.min(left, pageSize) };
          const rows = await client.audit.list.query(page);
          before = rows.at(-1);
          left -= rows.length;
          return rows;
        },
        ({ id: _id, ...entry }, isJson) => (isJson ? entry : toRow(entry)),
      );
    });
}

type Entry = Omit<Awaited<ReturnType<CliClient['audit']['list']['query']>>[number], 'id'>;

const toRow = ({ at, token, systemUser, connection, operation, resource, requestId, ...values }: Entry) => ({
  at,
  by: systemUser ?? (token === null ? `connection ${connection}` : `token ${token}`),
  operation,
  resource,
  change: toChange(values),
  requestId,
});

/** Formats the values that differ. */
function toChange({ before, after }: Pick<Entry, 'before' | 'after'>): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const texts = [...names].flatMap((name) => {
    const [old, now] = [JSON.stringify(before?.[name] ?? null), JSON.stringify(after?.[name] ?? null)];
    if (old === now) return [];
    return before && after ? `${name}: ${old} → ${now}` : `${name}: ${before ? old : now}`;
  });
  return texts.join(', ');
}
