import { join } from 'node:path';
import type { ImportedActivity } from '../activities/import/imported-activity.ts';
import { readJsonl } from '../activities/import/jsonl.ts';
import { root } from '../core/paths.ts';
import book from './data/book.json' with { type: 'json' };

/** An activity of the demo, and the integration that it is recorded under. */
export interface DemoActivity extends ImportedActivity {
  integration: string;
}

const folder = join(root, 'src/demo/data');
const weekMs = 7 * 86_400_000;

export const demoBook = {
  organization: book.organization,
  users: book.users,
  clients: book.clients.map(({ name, domain }) => ({ name, domain })),
  rules: book.clients.flatMap(({ domain, integrations }) =>
    [...new Set(Object.values(integrations))].map((integration) => ({ integration, domain })),
  ),
};

/**
 * Reads the activities of all clients in the order of the book, and then those of strangers. Their texts name weekdays,
 * and are told as of a Thursday, so their times move by whole weeks, to the last Thursday. Archived ones are archived
 * `now`.
 */
export async function readDemoActivities(now: Date): Promise<DemoActivity[]> {
  const movedMs = Math.floor((now.getTime() - Date.parse(book.asOf)) / weekMs) * weekMs;
  const activities: DemoActivity[] = [];
  for (const { file, integrations } of [...book.clients, book.strangers]) {
    for await (const item of readJsonl(join(folder, file))) {
      if (!item.ok) throw new Error(`${item.where} ${item.reason}`);
      const { activity } = item;
      const integration = integrationOf(activity, integrations);
      if (integration === undefined) throw new Error(`${item.where} has a type without an integration`);
      const occurredAt = new Date(Date.parse(activity.occurredAt) + movedMs).toISOString();
      const archivedAt = activity.archivedAt && now.toISOString();
      activities.push({ ...activity, integration, occurredAt, archivedAt });
    }
  }
  return activities;
}

/** The integration that the book gives for an activity, by its id or else its type. */
const integrationOf = (
  { sourceId, type }: ImportedActivity,
  integrations: Readonly<Record<string, string | undefined>>,
) => integrations[sourceId] ?? integrations[type];
