import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { insightJobs, insightSummaries, insights } from '../insights/table.ts';

/**
 * Deletes the cards of clients and makes them due. A worker that is computing one of them loses its lease, so that it
 * stores nothing that it read before. Runs in a transaction.
 */
export async function dropCards(transaction: Db, organizationId: string, clientIds: string[]): Promise<void> {
  if (clientIds.length === 0) return;
  // In the order in which the triggers on activities lock jobs.
  const held = transaction.$with('held').as(
    transaction
      .select({ id: insightJobs.clientId })
      .from(insightJobs)
      .where(and(eq(insightJobs.organizationId, organizationId), inArray(insightJobs.clientId, clientIds)))
      .orderBy(insightJobs.clientId)
      .for('update'),
  );
  await transaction
    .with(held)
    .update(insightJobs)
    .set({
      revision: sql`${insightJobs.revision} + 1`,
      dueAt: sql`now()`,
      activitiesChanged: true,
      failures: 0,
      lease: null,
      leasedUntil: null,
    })
    .where(
      and(
        eq(insightJobs.organizationId, organizationId),
        sql`${insightJobs.clientId} in (select ${held.id} from ${held})`,
      ),
    );
  for (const table of [insights, insightSummaries])
    await transaction
      .delete(table)
      .where(and(eq(table.organizationId, organizationId), inArray(table.clientId, clientIds)));
}
