import { z } from 'zod';
import { TenantDb } from '../../core/db/tenant.ts';
import { permissions } from '../../core/permissions.ts';
import { emailField, nameField, slugField } from '../../core/rest/fields.ts';
import {
  createToken,
  findTokenOrganization,
  getToken,
  listTokens,
  revokeToken,
  rotateToken,
} from '../../tokens/queries.ts';
import { findUserByEmail, listEmails } from '../../users/queries.ts';
import { type Cli, command, type OrgCli, openOrganization, orgCommand, pagesOf, pick } from '../command.ts';
import { CliError, notFound, wrongUsage } from '../errors.ts';
import { after, durationField, idArgument, listField, option } from '../options.ts';

const permissionsField = listField
  .pipe(
    z.array(
      z.enum(permissions, {
        error: ({ input }) => `"${input}" is not a permission; use some of ${permissions.join(', ')}`,
      }),
    ),
  )
  .default([]);

/** A token by its id, which is unique in all organizations. */
const oneToken = {
  id: idArgument('token list'),
  org: option('<slug>', 'its organization, to be sure; the id alone is enough', slugField().optional()),
};

const withNote = ({ isJson }: Cli, { id, token }: { id: string; token: string }) =>
  isJson ? { id, token } : { id, token, note: 'keep the token; it is not shown again' };

export const tokenCommands = [
  orgCommand('token create', {
    description: 'create a token and print it with its id; it is shown only once',
    options: {
      user: option(
        '<email>',
        'make a user key, not an organization key, which can do everything',
        emailField().optional(),
      ),
      permissions: option(
        '<list>',
        `what a user key may do: some of ${permissions.join(', ')}`,
        permissionsField,
      ),
      name: option('<name>', 'a name to recognize it by', nameField().nullable().default(null)),
      expiresIn: option('<duration>', 'when it expires, such as 90d, 24h or 30m', durationField.optional()),
    },
    examples: [
      'token create --org acme --name setup',
      'token create --org acme --user ann@acme.example \\\n    --permissions clients:read,users:read --expires-in 90d',
    ],
    async run(cli, { org, user: email, permissions: granted, name, expiresIn }) {
      if (email === undefined && granted.length > 0)
        throw wrongUsage(
          "option '--permissions <list>' goes with '--user <email>'; an organization key can do everything",
        );
      const user = email === undefined ? null : await findUserByEmail(cli.db, email);
      if (user === undefined) throw notFound(`user ${email} in "${org}"`);
      const created = await createToken(cli.writer, {
        userId: user?.id ?? null,
        permissions: [...new Set(granted)],
        name,
        expiresAt: expiresIn === undefined ? null : after(cli.now(), expiresIn),
      });
      if (user && granted.length === 0)
        cli.say('this token can do nothing: create another one with --permissions');
      return withNote(cli, created);
    },
  }),
  orgCommand('token list', {
    description: 'list the tokens of an organization, without the tokens themselves',
    run: listPages,
  }),
  command('token revoke', {
    description: 'revoke a token immediately, and print the time',
    options: oneToken,
    async run(cli, input) {
      const db = await tenantOfToken(cli, input);
      const revoked = await revokeToken(db.writtenBy(cli.author), input.id);
      if (!revoked) throw new CliError(`the token ${input.id} is already revoked`);
      return pick(revoked, 'id', 'revokedAt');
    },
  }),
  command('token rotate', {
    description:
      'replace a token, once, with a new one of the same lifetime; the old one ends after the overlap',
    options: { ...oneToken, overlap: option('<duration>', 'how long both work, such as 24h', durationField) },
    async run(cli, input) {
      const db = await tenantOfToken(cli, input);
      const rotated = await rotateToken(db.writtenBy(cli.author), input.id, after(cli.now(), input.overlap));
      if (!rotated) throw new CliError(await whyNotRotated(db, input.id));
      return withNote(cli, rotated);
    },
  }),
];

async function* listPages({ db, isJson }: OrgCli) {
  for await (const page of pagesOf((page) => listTokens(db, page))) {
    const userIds = [...new Set(page.flatMap(({ userId }) => userId ?? []))];
    const emails = new Map((await listEmails(db, userIds)).map((user) => [user.id, user.email]));
    yield page.map(({ id, name, userId, permissions: granted, ...token }) => ({
      ...{ id, name, user: userId === null ? null : (emails.get(userId) ?? userId) },
      permissions:
        userId !== null && granted.length < permissions.length ? granted : isJson ? permissions : 'all',
      ...{ createdAt: token.createdAt, expiresAt: token.expiresAt },
      ...{ lastUsedAt: token.lastUsedAt, revokedAt: token.revokedAt },
    }));
  }
}

/** @throws CliError unless the token is there, and of the organization if one is named */
async function tenantOfToken(cli: Cli, { id, org }: { id: string; org?: string | undefined }) {
  const expected = org === undefined ? undefined : (await openOrganization(cli, org)).organizationId;
  const organizationId = await findTokenOrganization(cli.database.db, id);
  if (organizationId === undefined || (expected ?? organizationId) !== organizationId)
    throw notFound(`token ${id}${org === undefined ? '' : ` in "${org}"`}`);
  return new TenantDb(cli.database.db, organizationId);
}

async function whyNotRotated(db: TenantDb, id: string): Promise<string> {
  const successor = (await getToken(db, id))?.replacedBy ?? null;
  return successor === null
    ? `the token ${id} is revoked or expired; create a new one`
    : `the token ${id} has already been replaced by ${successor}; rotate that one`;
}
