import { idCursor } from '../core/cursor.ts';
import { formOf, tagOf, versionsIn } from '../core/entity-tag.ts';
import { page, single, toPage, toSingle } from '../core/envelope.ts';
import { orNotFound } from '../core/errors.ts';
import { operation, router } from '../core/trpc.ts';
import { getUser, listUsers, updateUser } from './queries.ts';
import { User, userGet, usersList, userUpdate } from './schemas.ts';

const cursor = idCursor('users');
const form = formOf(User);

export const usersRouter = router({
  list: operation({
    method: 'GET',
    path: '/v1/users',
    permission: 'users:read',
    tag: 'Users',
    summary: 'List users',
    description: "The organization's users in order of creation, a page at a time.",
  })
    .input(usersList)
    .output(page(User))
    .query(async ({ ctx, input }) => {
      const rows = await listUsers(ctx.db, cursor.read(ctx.db, input.cursor), input.limit + 1);
      return toPage(rows, input.limit, (last) => cursor.write(ctx.db, last.id));
    }),

  get: operation({
    method: 'GET',
    path: '/v1/users/{userId}',
    permission: 'users:read',
    hasEntityTag: true,
    tag: 'Users',
    summary: 'Get a user',
    description: 'One user of the organization.',
  })
    .input(userGet)
    .output(single(User))
    .query(async ({ ctx, input }) => {
      const user = orNotFound(await getUser(ctx.db, input.userId), 'user');
      ctx.outcome.entityTag = tagOf(user, form);
      return toSingle(user);
    }),

  update: operation({
    method: 'PUT',
    path: '/v1/users/{userId}',
    permission: 'users:write',
    hasEntityTag: true,
    tag: 'Users',
    summary: "Update a user's profile",
    description:
      'Writes the profile fields that are present and leaves the others as they are. Identity-bound fields (`email`, `id`, `idpUserID`) and unknown fields are ignored.',
  })
    .input(userUpdate)
    .output(single(User))
    .mutation(async ({ ctx, input: { userId, ...patch } }) => {
      const versions = versionsIn(ctx.conditions.ifMatch, form);
      const user = orNotFound(await updateUser(ctx.writer, userId, patch, versions), 'user');
      ctx.outcome.entityTag = tagOf(user, form);
      return toSingle(user);
    }),
});
