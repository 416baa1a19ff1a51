import { z } from 'zod';
import { getClient, ofClient } from '../clients/queries.ts';
import { clientGet } from '../clients/schemas.ts';
import { orNotFound } from '../core/errors.ts';
import { readCursor, timePosition, writeCursor } from '../core/rest/cursor.ts';
import { tagByVersion } from '../core/rest/entity-tag.ts';
import { page, single, toPage, toSingle } from '../core/rest/envelope.ts';
import { internalOperation, operation, router } from '../core/trpc.ts';
import { getOrganization } from '../organization/queries.ts';
import { getToken } from '../tokens/queries.ts';
import { getUser } from '../users/queries.ts';
import { addNote, fromTheNewest, getActivity, listActivities, listPeople, readRhythm } from './queries.ts';
import {
  Activity,
  ActivitySummary,
  AddedNote,
  activitiesList,
  activityAddNote,
  activityCreate,
  activityGet,
  Person,
  Rhythm,
} from './schemas.ts';

/** The offset so far, and the sort key of the last record, from which the next page continues. */
const position = z.tuple([z.int().min(0), timePosition, z.uuid()]);

export const activitiesRouter = router({
  list: operation({
    method: 'GET',
    path: '/v1/clients/{clientId}/activities',
    permission: 'activities:read',
    tag: 'Activities',
    summary: 'List activities of a client',
    description: "Returns a page of the client's activities, most recent first, without their content.",
  })
    .input(activitiesList)
    .output(page(ActivitySummary))
    .query(async ({ ctx: { db }, input: { clientId, type, cursor, limit } }) => {
      const scope = ['activities', db.organizationId, clientId, type ?? ''];
      const [offset, occurredAt, id] =
        cursor === undefined ? [0, ...fromTheNewest] : readCursor(cursor, scope, position);
      const listing = listActivities(db, type, { clientId, occurredAt, id, limit: limit + 1 });
      const rows = await ofClient(db, clientId, listing);
      return toPage(rows, limit, (last) => writeCursor(scope, [offset + limit, last.occurredAt, last.id]));
    }),

  get: operation({
    method: 'GET',
    path: '/v1/clients/{clientId}/activities/{activityId}',
    permission: 'activities:read',
    entityTag: tagByVersion(Activity),
    tag: 'Activities',
    summary: 'Get an activity',
    description: 'Returns an activity of the client. Its content is cut to at most 10,240 bytes of UTF-8.',
  })
    .input(activityGet)
    .output(single(Activity))
    .query(async ({ ctx: { db }, input: { clientId, activityId } }) => {
      const found = await ofClient(db, clientId, getActivity(db, clientId, activityId));
      return toSingle(orNotFound(found, 'activity'));
    }),

  create: operation({
    method: 'POST',
    path: '/v1/clients/{clientId}/activities',
    permission: 'activities:write',
    tag: 'Activities',
    summary: 'Create a manual activity',
    description: 'Reserved for future use: accepts any JSON object, stores nothing and returns `data: null`.',
  })
    .input(activityCreate)
    .output(single(z.null()))
    .mutation(async ({ ctx, input }) => {
      orNotFound(await getClient(ctx.db, input.clientId), 'client');
      return toSingle(null);
    }),

  rhythm: internalOperation({
    permission: 'activities:read',
    description: "The number of the client's activities by week and type over the last 52 weeks.",
  })
    .input(clientGet)
    .output(single(Rhythm))
    .query(async ({ ctx: { db }, input: { clientId } }) => {
      const organization = await ofClient(db, clientId, getOrganization(db));
      const timezone = orNotFound(organization, 'organization').defaultTimezone;
      return toSingle({ weeks: await readRhythm(db, clientId, timezone, new Date()) });
    }),

  people: internalOperation({
    permission: 'activities:read',
    description:
      "The participants of the client's newest 500 activities whose names are known, the latest first, 200 at most.",
  })
    .input(clientGet)
    .output(single(z.array(Person)))
    .query(async ({ ctx: { db }, input: { clientId } }) =>
      toSingle(await ofClient(db, clientId, listPeople(db, clientId))),
    ),

  addNote: internalOperation({
    permission: 'activities:write',
    takesIdempotencyKey: true,
    description:
      'Adds a note to a client, written now by the user of the token. A retry with the same `Idempotency-Key` adds it once.',
  })
    .input(activityAddNote)
    .output(single(AddedNote))
    .mutation(async ({ ctx: { db, writer, caller }, input }) => {
      const token = await ofClient(db, input.clientId, getToken(db, caller.tokenId));
      const author = token?.userId ? await getUser(db, token.userId) : undefined;
      return toSingle(await addNote(writer, input, author));
    }),
});
