import { setImmediate } from 'node:timers/promises';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import {
  type ImportedActivity,
  type ImportFormat,
  importFormats,
  readActivities,
  UnreadableFile,
} from '../../activities/import/read.ts';
import type { CliClient } from '../connect.ts';
import { orgOption } from '../options.ts';
import { plain } from '../print.ts';
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
    .addHelpText(
      'after',
      runner.examples(
        'import --org acme mail.mbox calendar.ics',
        'import --org acme --integration crm --format jsonl export.txt',
      ),
    )
    .action(async (files, options) => {
      const start = runner.now();
      await runner.print(async (client) => {
        const counts = await importFiles(client, { ...options, now: start }, files, {
          failure: (line) => progress.say(plain(line)),
          progress({ read, imported, duplicates }) {
            const rate = perSecond(imported + duplicates, start, runner.now());
            progress.show(`${read} read, ${imported} imported, ${duplicates} duplicates, ${rate}`);
          },
        });
        if (counts.failed > 0) runner.exitCode = 1;
        return counts;
      });
    });
}

const batchActivities = 200;
const batchCharacters = 4_000_000;

interface ImportTarget {
  readonly org: string;
  readonly integration: string;
  readonly format?: ImportFormat | undefined;
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
): Promise<ImportCounts> {
  const counts: ImportCounts = { read: 0, imported: 0, duplicates: 0, unassigned: 0, failed: 0 };
  async function record(activities: ImportedActivity[]): Promise<void> {
    const { org, integration } = target;
    const recorded = await client.activities.record.mutate({ org, integration, activities });
    counts.imported += recorded.imported;
    counts.duplicates += recorded.duplicates;
    counts.unassigned += recorded.unassigned;
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
  return counts;
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
