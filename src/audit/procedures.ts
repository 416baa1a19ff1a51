import { z } from 'zod';
import { listAuditEntries } from '../core/db/audit/queries.ts';
import { cursorInput, readCursor, timePosition, writeCursor } from '../core/rest/cursor.ts';
import { page, toPage } from '../core/rest/envelope.ts';
import { limitInput, timestamp } from '../core/rest/fields.ts';
import { internalOperationsOf, router } from '../core/trpc.ts';
import { namesOfTokens } from '../tokens/queries.ts';

export const auditPermissions = ['audit:read'] as const;
const operation = internalOperationsOf(auditPermissions);

const AuditEntry = z
  .object({
    id: z.uuid(),
    at: timestamp('The time of the change.'),
    token: z
      .object({ id: z.uuid(), name: z.string().nullable() })
      .meta({ description: 'The token that made it.' }),
    operation: z.string().meta({ description: 'Such as `clients.update`.' }),
    resource: z.string().meta({ description: 'What was changed, such as `clients/` and its id.' }),
    requestId: z.uuid().meta({ description: 'The `X-Request-Id` of the request.' }),
  })
  .meta({ id: 'AuditEntry', description: 'A change made through the API.' });

const auditList = z.object({ limit: limitInput, cursor: cursorInput('audit') }).default({ limit: 20 });

const position = z.tuple([timePosition, z.uuid()]);

export const auditRouter = router({
  list: operation({ permission: 'audit:read', description: 'The audit log, newest first, a page at a time.' })
    .input(auditList)
    .output(page(AuditEntry))
    .query(async ({ ctx: { db }, input: { cursor, limit } }) => {
      const scope = ['audit', db.organizationId];
      const [at, id] = cursor === undefined ? [] : readCursor(cursor, scope, position);
      const before = at === undefined || id === undefined ? undefined : { at, id };
      const rows = await listAuditEntries(db, { limit: limit + 1, before });
      const listed = toPage(rows, limit, (last) => writeCursor(scope, [last.at, last.id]));
      const names = await namesOfTokens(db, [...new Set(listed.data.map(({ token }) => token))]);
      const data = listed.data.map(({ token: tokenId, ...entry }) => ({
        ...entry,
        token: { id: tokenId, name: names.get(tokenId) ?? null },
      }));
      return { ...listed, data };
    }),
});
