import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TenantReader } from '../core/db/tenant.ts';
import { named } from '../core/db/tenant-statements.ts';
import { type CardKey, insights } from '../insights/table.ts';
import type { Dashboard } from './schemas.ts';

const ofClient = named('dashboards.insights', { clientId: insights.clientId }, (db, { clientId }) =>
  db.select(
    { card: insights.card, content: insights.content, computedAt: insights.computedAt },
    insights,
    eq(insights.clientId, clientId),
  ),
);

const cards: readonly { key: CardKey; name: string }[] = [
  { key: 'client-health', name: 'Client Health' },
  { key: 'wins-and-traction', name: 'Wins & Traction' },
  { key: 'frictions-and-risks', name: 'Frictions & Risks' },
];

/** Reads the default dashboard of an existing client. Cards without an insight are `computing`. */
export async function getDefaultDashboard(
  db: TenantReader,
  clientId: string,
): Promise<z.input<typeof Dashboard>> {
  const computed = new Map((await db.all(ofClient, { clientId })).map((insight) => [insight.card, insight]));
  return {
    // Unique, unlike a bare "default", so that frontends can use it as a cache key.
    id: `${clientId}.default`,
    clientId,
    name: 'Default',
    isDefault: true,
    cards: cards.map(({ key, name }, position) => {
      const insight = computed.get(key);
      return {
        id: `${clientId}.default.${key}`,
        name,
        outputType: 'markdown',
        outputSubtype: 'checklist',
        outputStyle: 'concise',
        position,
        result: {
          content: insight?.content ?? '',
          computedAt: insight?.computedAt ?? null,
          status: insight ? 'ready' : 'computing',
        },
      };
    }),
  };
}
