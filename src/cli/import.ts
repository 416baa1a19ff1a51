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
 * imported stays, and running it again completes what is missing.
 * @param say tells the operator, a line at a time: what could not be read, and how far it is
 */
export async function importFiles(
  operator: OperatorClient,
  target: { org: string; integration: string; format: ImportFormat | undefined },
  files: readonly string[],
  say: (line: string) => void,
): Promise<ImportCounts> {
  const counts: ImportCounts = { read: 0, imported: 0, duplicates: 0, unassigned: 0, failed: 0 };
  let batch: ImportedActivity[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    const { org, integration } = target;
    const recorded = await operator.activities.record.mutate({ org, integration, activities: batch });
    counts.imported += recorded.imported;
    counts.duplicates += recorded.duplicates;
    counts.unassigned += recorded.unassigned;
    batch = [];
    characters = 0;
  }

  // An empty batch tells at once whether there is such an organization.
  await flush();
  for (const file of files) {
    try {
      for await (const item of readActivities(file, target.format)) {
        counts.read++;
        if (!item.ok) {
          counts.failed++;
          say(`${item.where}: ${item.reason}`);
          continue;
        }
        batch.push(item.activity);
        characters += item.activity.content.length;
        if (batch.length < batchActivities && characters < batchCharacters) continue;
        await flush();
        say(`${counts.read} read, ${counts.imported} imported, ${counts.duplicates} duplicates`);
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      counts.failed++;
      say(error.message);
    }
  }
  await flush();
  return counts;
}
