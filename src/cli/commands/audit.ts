import { listAuditEntries } from '../../core/db/audit/queries.ts';
import { readPages } from '../../core/db/pages.ts';
import { orgCommand, pageSize } from '../command.ts';
import { CliError } from '../errors.ts';
import { countField, momentField, option } from '../options.ts';

type Entry = Awaited<ReturnType<typeof listAuditEntries>>[number];

export const auditList = orgCommand('audit list', {
  description: 'list the changes made through the API, by commands and by connections, newest first',
  options: {
    limit: option('<count>', 'how many at most', countField.default(100)),
    since: option(
      '<time>',
      'only entries at or after this time: a date, a time with its zone, or an age such as 7d',
      momentField.optional(),
    ),
    until: option('<time>', 'only entries before this time; same forms as --since', momentField.optional()),
  },
  examples: [
    'audit list --org acme --since 24h',
    'audit list --org acme --since 2026-11-01 --until 2026-12-01 \\\n    --limit 1000000 --json > november.json',
  ],
  async *run({ db, isJson }, { limit, since, until }) {
    if (since !== undefined && until !== undefined && since > until)
      throw new CliError('--since must not be later than --until');
    let left = limit;
    const pages = readPages<Entry>(async (before) =>
      left === 0 ? [] : listAuditEntries(db, { since, until, before, limit: Math.min(left, pageSize) }),
    );
    for await (const page of pages) {
      left -= page.length;
      yield page.map(({ id: _id, ...entry }) => (isJson ? entry : toRow(entry)));
    }
  },
});

const toRow = ({
  at,
  token,
  systemUser,
  connection,
  operation,
  resource,
  requestId,
  ...values
}: Omit<Entry, 'id'>) => ({
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
