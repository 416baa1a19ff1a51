import { sql } from 'drizzle-orm';
import { recordActivities } from '../../src/activities/record.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient } from '../../src/clients/queries.ts';
import type { Db } from '../../src/core/db/database.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { createOrganization, updateOrganization } from '../../src/organization/queries.ts';
import { incoming } from './incoming.ts';

/**
 * Creates an organization, which consents to the language model, with `count` clients, and makes every client due for
 * `hours` hours for its refresh. Returns the new ids.
 */
export async function makeDueClients(db: Db, slug: string, count: number, hours: number): Promise<string[]> {
  const { id } = await createOrganization(db, { name: 'Test', slug });
  const tenant = new TenantDb(db, id);
  await updateOrganization(tenant, { usesLanguageModel: true });
  const ids = [];
  for (let index = 0; index < count; index++) {
    const domain = `client-${index}.example`;
    await createRule(tenant, { integration: 'gmail', domain });
    ids.push((await createClient(tenant, { name: `Client ${index}`, domain })).id);
    const mail = incoming({ content: 'Thank you.', participants: [`pat@${domain}`] });
    await recordActivities(tenant, 'gmail', [mail]);
  }
  await db
    .update(insightJobs)
    .set({ activitiesChanged: false, dueAt: sql`now() - ${`${hours} hours`}::interval` });
  return ids;
}
