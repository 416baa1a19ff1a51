import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../core/db/tenant.ts';
import { languageModelUsage } from '../table.ts';

/** The tokens that a language model uses for an organization. */
export interface TokenUsage {
  /** The tokens used since midnight, UTC. */
  today(): Promise<number>;
  add(tokens: number): Promise<void>;
}

const { day, tokens, organizationId } = languageModelUsage;
const currentDay = sql<string>`(now() at time zone 'UTC')::date`;

/** The usage that all processes share, in the database. */
export const usageOf = (db: TenantDb): TokenUsage => ({
  async today() {
    const [used] = await db.select({ tokens }, languageModelUsage, sql`${day} = ${currentDay}`);
    return used?.tokens ?? 0;
  },
  async add(more) {
    await db.insert(languageModelUsage, [{ day: currentDay, tokens: more }]).onConflictDoUpdate({
      target: [organizationId, day],
      set: { tokens: sql`${tokens} + excluded.tokens` },
    });
  },
});
