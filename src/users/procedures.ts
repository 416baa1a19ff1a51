import { orNotFound } from '../core/errors.ts';
import { tagByVersion } from '../core/rest/entity-tag.ts';
import { listById, page, single, toSingle } from '../core/rest/envelope.ts';
import { operation, router } from '../core/trpc.ts';
import { getUser, listUsers, updateUser } from './queries.ts';
import { User, userGet, usersList, userUpdate } from './schemas.ts';

const entityTag = tagByVersion(User);

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
    .query(({ ctx: { db }, input }) => listById('users', db, input, listUsers)),

  get: operation({
    method: 'GET',
    path: '/v1/users/{userId}',
    permission: 'users:read',
    entityTag,
    tag: 'Users',
    summary: 'Get a user',
    description: 'One user of the organization.',
  })
    .input(userGet)
    .output(single(User))
    .query(async ({ ctx, input }) => {
      const user = orNotFound(await getUser(ctx.db, input.userId), 'user');
      return toSingle(user);
    }),

  update: operation({
    method: 'PUT',
    path: '/v1/users/{userId}',
    permission: 'users:write',
    entityTag,
    tag: 'Users',
    summary: "Update a user's profile",
    description:
      'Writes the profile fields that are present and leaves the others as they are. Identity-bound fields (`email`, `id`, `idpUserID`) and unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the user.',
  })
    .input(userUpdate)
    .output(single(User))
    .mutation(async ({ ctx, input: { userId, ...patch } }) => {
      const user = orNotFound(await updateUser(ctx.writer, userId, patch, ctx.versions), 'user');
      return toSingle(user);
    }),
});
