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
import { allowErased, recordBatch } from '../../activities/record.ts';
import { type UnassignedDomain, UnassignedDomains } from '../../activities/unassigned-domains.ts';
import { findOldestClient } from '../../clients/assignment-rules.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { findUsersByEmail, listUserDomains } from '../../users/queries.ts';
import { batchesOf } from '../batches.ts';
import { type OrgCli, openOrganization, orgCommand } from '../command.ts';
import { argument, flag, option, sourceField } from '../options.ts';
import { toTable, toText } from '../print.ts';

const maxDomainsInJson = 100;

export const importCommand = orgCommand('import', {
  description: 'import activities from files, and count them; a second import of a file adds nothing',
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
    const { domains, ...counts } = await importBatches(cli, input);
    if (counts.failed > 0) cli.fail();
    if (cli.isJson) return { ...counts, unassignedDomains: domains.slice(0, maxDomainsInJson) };
    const [first] = domains;
    const lines = [toText(counts, cli.screen)];
    if (first) lines.push(...describeDomains(domains, cli), '', ...(await adviceOn(first, cli, input.org)));
    return lines.join('\n');
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
  const domains = new UnassignedDomains();
  async function record(incoming: readonly ImportedActivity[]): Promise<void> {
    const { counts: recorded, unassigned } = await recordIn(cli, target, incoming);
    for (const [name, count] of Object.entries(recorded)) counts[name as keyof typeof recorded] += count;
    for (const activity of await withoutUsers(cli.db, unassigned)) domains.addActivity(activity);
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
  const own = new Set(await listUserDomains(cli.db));
  return { ...counts, domains: domains.list().filter(({ domain }) => !own.has(domain)) };
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
    const batch = await recordBatch(transaction, integration, incoming);
    const { imported } = batch.counts;
    if (imported > 0)
      await transaction.audit(cli.author, { resource: `activities/${integration}`, after: { imported } });
    return batch;
  });
}

async function withoutUsers(db: TenantDb, activities: readonly ImportedActivity[]) {
  if (activities.length === 0) return [];
  const addresses = new Set(activities.flatMap(({ participants }) => participants.map(toLower)));
  const users = new Set((await findUsersByEmail(db, [...addresses])).map(({ email }) => email));
  return activities.map(({ participants, ...activity }) => ({
    ...activity,
    participants: participants.filter((one) => !users.has(toLower(one))),
  }));
}

const toLower = (text: string) => text.toLowerCase();

const maxDomainsPrinted = 10;
const maxSubjectPrinted = 40;

/** The lines that tell which domains, at least one, no rule matched. */
function describeDomains(domains: readonly UnassignedDomain[], { screen }: OrgCli): string[] {
  const rows = domains.slice(0, maxDomainsPrinted).map(({ latestSubject, ...row }) => {
    const characters = [...latestSubject];
    const isLong = characters.length > maxSubjectPrinted;
    const subject = isLong ? `${characters.slice(0, maxSubjectPrinted - 1).join('')}…` : latestSubject;
    return { ...row, latestSubject: subject };
  });
  const more = domains.length - rows.length;
  return [
    '',
    'Domains that no rule matched, most activities first:',
    '',
    toTable(rows, screen),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

async function adviceOn({ domain }: UnassignedDomain, { db, self }: OrgCli, org: string): Promise<string[]> {
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
