import { setImmediate } from 'node:timers/promises';
import {
  type ImportedActivity,
  type ImportFormat,
  readActivities,
  UnreadableFile,
} from '../activities/import/read.ts';
import type { OperatorClient } from './socket.ts';

const batchActivities = 200;
const batchCharacters = 4_000_000;

export interface ImportCounts {
  read: number;
  imported: number;
  duplicates: number;
  unassigned: number;
  failed: number;
}

/**
 * Reads files and hands what they hold over in batches, each recorded whole or not at all; so whatever was counted as
 * imported stays, and running it again completes what is missing. While one batch is recorded, the next is read.
 * @param target `now` bounds which occurrences of repeating meetings are imported
 * @param tell `failure` is told what could not be read, `progress` how far it is, once something is recorded
 */
export async function importFiles(
  operator: OperatorClient,
  target: { org: string; integration: string; format: ImportFormat | undefined; now: Date },
  files: readonly string[],
  tell: { failure(line: string): void; progress(counts: Readonly<ImportCounts>): void },
): Promise<ImportCounts> {
  const counts: ImportCounts = { read: 0, imported: 0, duplicates: 0, unassigned: 0, failed: 0 };
  let batch: ImportedActivity[] = [];
  let characters = 0;
  let recording = Promise.resolve();

  async function record(activities: ImportedActivity[]): Promise<void> {
    const { org, integration } = target;
    const recorded = await operator.activities.record.mutate({ org, integration, activities });
    counts.imported += recorded.imported;
    counts.duplicates += recorded.duplicates;
    counts.unassigned += recorded.unassigned;
  }

  /** Waits for the batch under way, then hands over the one just read. */
  async function handOver(): Promise<void> {
    await recording;
    recording = record(batch);
    // Its failure surfaces where it is awaited; until then it must not count as unhandled.
    recording.catch(() => {});
    batch = [];
    characters = 0;
  }

  try {
    // An empty batch tells at once whether there is such an organization.
    await record([]);
    for (const file of files) {
      try {
        for await (const item of readActivities(file, target.format, target.now)) {
          counts.read++;
          // Reading seldom waits for anything; the database's answers are taken in here.
          await setImmediate();
          if (!item.ok) {
            counts.failed++;
            tell.failure(`${item.where}: ${item.reason}`);
            continue;
          }
          batch.push(item.activity);
          characters += item.activity.content.length;
          if (batch.length < batchActivities && characters < batchCharacters) continue;
          await handOver();
          if (counts.imported + counts.duplicates > 0) tell.progress(counts);
        }
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        counts.failed++;
        tell.failure(error.message);
      }
    }
    await handOver();
  } finally {
    // Whatever ended the reading, nothing is under way when this function ends.
    await recording;
  }
  return counts;
}
