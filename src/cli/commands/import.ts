import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  type ImportedActivity,
  type ImportFormat,
  type ImportItem,
  importFormats,
  readActivities,
  UnreadableFile,
} from '../../activities/import/read.ts';
import { allowErased, recordActivities } from '../../activities/record.ts';
import { findOldestClient } from '../../clients/assignment-rules.ts';
import type { UnassignedDomain } from '../../connections/schemas.ts';
import { listUnassignedDomains } from '../../connections/unassigned.ts';
import { batchesOf } from '../batches.ts';
import { type OrgCli, openOrganization, orgCommand } from '../command.ts';
import { argument, flag, option, sourceField } from '../options.ts';
import { toTable, toText } from '../print.ts';

const maxDomainsInJson = 100;
const maxDomainsPrinted = 10;

export const importCommand = orgCommand('import', {
  description: 'import activities from files, and print the counts; a second import of a file adds nothing',
  options: {
    files: argument(
      '<files...>',
      'mail (mbox, eml), calendars (ics), or an activity a line (jsonl)',
      z.array(z.string()),
    ),
    integration: option('<name>', 'where they come from', sourceField.default('import')),
    format: option(
      '<format>',
      'by default, detected from the file extension',
      z.enum(importFormats).optional(),
    ),
    withErased: flag('also import what was erased'),
  },
  examples: [
    'import --org acme mail.mbox calendar.ics',
    'import --org acme --integration crm --format jsonl export.txt',
  ],
  lend: async ({ files, format }, { now }) => ({
    nextBatch: batchesOf(readItems(files, format, now()), (item) =>
      item.ok ? item.activity.content.length : 0,
    ),
  }),
  async run(cli, input) {
    const counts = await importBatches(cli, input);
    if (counts.failed > 0) cli.fail();
    const domains = counts.unassigned > 0 ? await listUnassignedDomains(cli.db, maxDomainsInJson) : [];
    if (cli.isJson) return { ...counts, unassignedDomains: domains };
    const text = toText(counts, cli.screen);
    return domains.length > 0 ? `${text}\n\n${await describeDomains(domains, cli, input.org)}` : text;
  },
});

/** Reads files: their activities, and the reasons why others could not be read, or a whole file. */
async function* readItems(files: readonly string[], format: ImportFormat | undefined, now: Date) {
  for (const file of files)
    try {
      for await (const item of readActivities(file, format, now)) {
        // Reading rarely waits, so yield to the responses of the database.
        await setImmediate();
        yield item;
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      yield { ok: false as const, reason: error.message };
    }
}

type Item = ImportItem | { readonly ok: false; readonly where?: never; readonly reason: string };

interface ImportCli extends OrgCli {
  nextBatch(): Promise<readonly Item[] | undefined>;
}

interface Target {
  readonly org: string;
  readonly integration: string;
  readonly withErased: boolean;
}

/**
 * Records batches, each completely or not at all, so everything counted as imported stays, and a second run adds the
 * rest. The next batch is read while one is recorded.
 */
async function importBatches(cli: ImportCli, target: Target) {
  const counts = { read: 0, imported: 0, duplicates: 0, unassigned: 0, failed: 0 };
  async function record(incoming: readonly ImportedActivity[]): Promise<void> {
    const recorded = await recordIn(cli, target, incoming);
    for (const [name, count] of Object.entries(recorded)) counts[name as keyof typeof recorded] += count;
  }

  let recording = Promise.resolve();
  try {
    for (let batch = await cli.nextBatch(); batch; batch = await cli.nextBatch()) {
      for (const item of batch) {
        if (item.ok || item.where !== undefined) counts.read++;
        if (item.ok) continue;
        counts.failed++;
        cli.say(item.where === undefined ? item.reason : `${item.where}: ${item.reason}`);
      }
      await recording;
      recording = record(batch.flatMap((item) => (item.ok ? item.activity : [])));
      // A failure is handled where the promise is awaited; until then it must not count as unhandled.
      recording.catch(() => {});
      const { read, imported, duplicates } = counts;
      const done = imported + duplicates;
      if (done > 0) cli.show(`${read} read, ${imported} imported, ${duplicates} duplicates`, done);
    }
  } finally {
    await recording;
  }
  return counts;
}

async function recordIn(
  cli: OrgCli,
  { org, integration, withErased }: Target,
  incoming: readonly ImportedActivity[],
) {
  // Again for each batch, since the organization may be deleted meanwhile.
  const db = await openOrganization(cli, org);
  return db.transaction(async (transaction) => {
    if (withErased) await allowErased(transaction, integration, incoming);
    const counts = await recordActivities(transaction, integration, incoming);
    const { imported } = counts;
    if (imported > 0)
      await transaction.audit(cli.author, { resource: `activities/${integration}`, after: { imported } });
    return counts;
  });
}

/** The domains that no rule matches, of this import or of others, and what to do about the first one. */
async function describeDomains(
  domains: readonly UnassignedDomain[],
  cli: OrgCli,
  org: string,
): Promise<string> {
  const more = domains.length - maxDomainsPrinted;
  return [
    'Domains that no rule matched, most activities first:',
    '',
    toTable(domains.slice(0, maxDomainsPrinted), cli.screen),
    ...(more > 0 ? [`and ${more} more`] : []),
    '',
    ...(await adviceOn(domains[0]?.domain ?? '', cli, org)),
  ].join('\n');
}

async function adviceOn(domain: string, { db, self }: OrgCli, org: string): Promise<string[]> {
  if (await findOldestClient(db, domain))
    return [
      `${domain} has a client. To make a rule for it and all integrations:`,
      `  ${self} rule create --org ${org} --integration any --domain ${domain}`,
    ];
  return [
    'To create a client for the first domain, with a rule for all integrations:',
    `  ${self} client create --org ${org} --name NAME --domain ${domain} --integration any`,
  ];
}
