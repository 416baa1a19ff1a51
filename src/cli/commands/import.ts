import { setImmediate } from 'node:timers/promises';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import {
  type ImportedActivity,
  type ImportFormat,
  importFormats,
  readActivities,
  UnreadableFile,
} from '../../activities/import/read.ts';
import { type UnassignedDomain, UnassignedDomains } from '../../activities/unassigned-domains.ts';
import type { CliClient } from '../connect.ts';
import type { Screen } from '../io.ts';
import { orgOption } from '../options.ts';
import { plain, toTable, toText } from '../print.ts';
import { perSecond } from '../progress.ts';
import type { Runner } from '../runner.ts';

export function addImportCommand(program: CommandUnknownOpts, runner: Runner): void {
  const { progress } = runner;
  program
    .command('import')
    .description('import activities from files, and count them; a second import of a file adds nothing')
    .argument('<files...>', 'mail (mbox, eml), calendars (ics), or an activity a line (jsonl)')
    .addOption(orgOption)
    .option('--integration <name>', 'where they come from', 'import')
    .addOption(
      new Option('--format <format>', 'by default, detected from the file extension').choices(importFormats),
    )
    .option('--with-erased', 'also import what was erased')
    .addHelpText(
      'after',
      runner.examples(
        'import --org acme mail.mbox calendar.ics',
        'import --org acme --integration crm --format jsonl export.txt',
      ),
    )
    .action(async (files, options) => {
      const start = runner.now();
      const run = async (cli: CliClient) => {
        const result = await importFiles(cli, { ...options, now: start }, files, {
          failure: (line) => progress.say(plain(line)),
          progress({ read, imported, duplicates }) {
            const rate = perSecond(imported + duplicates, start, runner.now());
            progress.show(`${read} read, ${imported} imported, ${duplicates} duplicates, ${rate}`);
          },
        });
        if (result.failed > 0) runner.exitCode = 1;
        const [first] = result.unassignedDomains;
        const client = first && (await cli.client.ofDomain.query({ org: options.org, domain: first.domain }));
        return { ...result, hasClient: Boolean(client) };
      };
      await runner.print(
        run,
        ({ unassignedDomains, hasClient: _, ...counts }) => ({
          ...counts,
          unassignedDomains: unassignedDomains.slice(0, maxDomainsInJson),
        }),
        ({ unassignedDomains, hasClient, ...counts }, screen) => {
          const [first] = unassignedDomains;
          const lines = [toText(counts, screen)];
          if (first) lines.push(...describeDomains(unassignedDomains, screen), '');
          if (first && hasClient)
            lines.push(
              `${first.domain} has a client. To make a rule for it and all integrations:`,
              `  ${runner.self} rule create --org ${options.org} --integration any --domain ${first.domain}`,
            );
          else if (first)
            lines.push(
              'To create a client for the first domain, with a rule for all integrations:',
              `  ${runner.self} client create --org ${options.org} --name NAME --domain ${first.domain} --integration any`,
            );
          return lines.join('\n');
        },
      );
    });
}

const maxDomainsInJson = 100;
const maxDomainsPrinted = 10;
const maxSubjectPrinted = 40;

/** The lines that tell which domains, at least one, no rule matched. */
function describeDomains(domains: readonly UnassignedDomain[], screen: Screen): string[] {
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

const batchActivities = 200;
const batchCharacters = 4_000_000;

interface ImportTarget {
  readonly org: string;
  readonly integration: string;
  readonly format?: ImportFormat | undefined;
  /** Also imports what was erased. */
  readonly withErased?: boolean | undefined;
  /** The time that limits which occurrences of recurring meetings are imported. */
  readonly now: Date;
}

interface ImportCounts {
  read: number;
  imported: number;
  duplicates: number;
  unassigned: number;
  failed: number;
}

interface ImportResult extends ImportCounts {
  /** The domains of the activities that this import left unassigned, most activities first. */
  readonly unassignedDomains: UnassignedDomain[];
}

interface ImportListener {
  /** Called for each part that could not be read. */
  failure(line: string): void;
  /** Called with the counts after each batch is recorded. */
  progress(counts: Readonly<ImportCounts>): void;
}

/**
 * Reads files and sends their activities in batches. Each batch is recorded completely or not at all, so everything
 * counted as imported stays, and a second run adds the rest. The next batch is read while one is recorded.
 */
export async function importFiles(
  client: CliClient,
  target: ImportTarget,
  files: readonly string[],
  listener: ImportListener,
): Promise<ImportResult> {
  const counts: ImportCounts = { read: 0, imported: 0, duplicates: 0, unassigned: 0, failed: 0 };
  const domains = new UnassignedDomains();
  async function record(activities: ImportedActivity[]): Promise<void> {
    const { org, integration, withErased } = target;
    const recorded = await client.activities.record.mutate({ org, integration, activities, withErased });
    counts.imported += recorded.imported;
    counts.duplicates += recorded.duplicates;
    counts.unassigned += recorded.unassigned;
    for (const domain of recorded.unassignedDomains) domains.add(domain);
  }

  // An empty batch fails immediately for an unknown organization.
  let recording = record([]);
  await recording;
  try {
    for await (const batch of readBatches(target, files, counts, listener)) {
      await recording;
      recording = record(batch);
      // A failure is handled where the promise is awaited; until then it must not count as unhandled.
      recording.catch(() => {});
      if (counts.imported + counts.duplicates > 0) listener.progress(counts);
    }
  } finally {
    await recording;
  }
  return { ...counts, unassignedDomains: domains.list() };
}

/** Counts the activities that were read and those that could not be. */
async function* readBatches(
  { format, now }: ImportTarget,
  files: readonly string[],
  counts: ImportCounts,
  listener: ImportListener,
): AsyncGenerator<ImportedActivity[]> {
  let batch: ImportedActivity[] = [];
  let characters = 0;
  const fail = (line: string) => {
    counts.failed++;
    listener.failure(line);
  };
  for (const file of files) {
    try {
      for await (const item of readActivities(file, format, now)) {
        counts.read++;
        // Reading rarely waits, so yield to the responses of the database.
        await setImmediate();
        if (!item.ok) {
          fail(`${item.where}: ${item.reason}`);
          continue;
        }
        batch.push(item.activity);
        characters += item.activity.content.length;
        if (batch.length < batchActivities && characters < batchCharacters) continue;
        yield batch;
        batch = [];
        characters = 0;
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      fail(error.message);
    }
  }
  if (batch.length > 0) yield batch;
}
