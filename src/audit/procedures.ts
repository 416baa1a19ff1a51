import { z } from 'zod';
import { listAuditEntries } from '../core/db/audit/queries.ts';
import { auditedValues } from '../core/db/audit/table.ts';
import { cursorInput, readCursor, timePosition, writeCursor } from '../core/rest/cursor.ts';
import { page, toPage } from '../core/rest/envelope.ts';
import { limitInput, timestamp } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { namesOfTokens } from '../tokens/queries.ts';

const values = (description: string) => auditedValues.nullable().meta({ description });

const AuditEntry = z
  .object({
    id: z.uuid(),
    at: timestamp('The time of the change.'),
    token: z
      .object({ id: z.uuid(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'The token that made it. Null for a command or a connection.' }),
    systemUser: z
      .string()
      .nullable()
      .meta({ description: 'The operating-system user who ran the command that made it.' }),
    connectionId: z.uuid().nullable().meta({ description: 'The connection that made it.' }),
    operation: z.string().meta({ description: 'Such as `clients.update`.' }),
    resource: z
      .string()
      .meta({ description: 'The resource that was changed, such as `clients/` and its id.' }),
    requestId: z
      .uuid()
      .meta({ description: 'The `X-Request-Id` of the request; the changes of one command share one, too.' }),
    before: values(
      'The values before it, of a setting, token, rule or connection; null where there are none.',
    ),
    after: values('The values after it.'),
  })
  .meta({ id: 'AuditEntry', description: 'A change made through the API, by a command or by a connection.' });

const auditList = z.object({ limit: limitInput, cursor: cursorInput('audit') }).default({ limit: 20 });

const position = z.tuple([timePosition, z.uuid()]);

export const auditRouter = router({
  list: internalOperation({
    permission: 'audit:read',
    description: 'The audit log, newest first, a page at a time.',
  })
    .input(auditList)
    .output(page(AuditEntry))
    .query(async ({ ctx: { db }, input: { cursor, limit } }) => {
      const scope = ['audit', db.organizationId];
      const [at, id] = cursor === undefined ? [] : readCursor(cursor, scope, position);
      const before = at === undefined || id === undefined ? undefined : { at, id };
      const rows = await listAuditEntries(db, { limit: limit + 1, before });
      const listed = toPage(rows, limit, (last) => writeCursor(scope, [last.at, last.id]));
      const names = await namesOfTokens(db, [...new Set(listed.data.flatMap(({ token }) => token ?? []))]);
      const data = listed.data.map(({ token: id, connection: connectionId, ...entry }) => ({
        ...entry,
        token: id === null ? null : { id, name: names.get(id) ?? null },
        connectionId,
      }));
      return { ...listed, data };
    }),
});
