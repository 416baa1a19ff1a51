import { orNotFound, rejectDuplicate } from '../core/errors.ts';
import { listById, page, single, toSingle } from '../core/rest/envelope.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { createRule, deleteRule, listRules } from './assignment-rules.ts';
import { getClient } from './queries.ts';
import { Deleted, Rule, ruleCreate, ruleDelete, rulesList } from './schemas.ts';

export const rulesRouter = router({
  list: internalOperation({
    permission: 'rules:read',
    description: "The organization's assignment rules, or those wired to one client, in order of creation.",
  })
    .input(rulesList)
    .output(page(Rule))
    .query(async ({ ctx: { db }, input: { clientId, ...input } }) => {
      if (clientId !== undefined) orNotFound(await getClient(db, clientId), 'client');
      return listById('rules', db, input, (_db, page) => listRules(db, page, clientId), clientId);
    }),

  create: internalOperation({
    permission: 'rules:write',
    description:
      'Creates a rule and wires it to the given client, or to the oldest client of its domain if there is one.',
  })
    .input(ruleCreate)
    .output(single(Rule))
    .mutation(async ({ ctx: { writer }, input: { clientId, ...rule } }) => {
      const message = `There is already a rule for ${rule.integration} and ${rule.domain}.`;
      return toSingle(
        orNotFound(await rejectDuplicate(createRule(writer, rule, clientId), message), 'client'),
      );
    }),

  delete: internalOperation({
    permission: 'rules:write',
    description: 'Deletes a rule. Activities that it assigned stay with their client.',
  })
    .input(ruleDelete)
    .output(single(Deleted))
    .mutation(async ({ ctx, input }) =>
      toSingle(orNotFound(await deleteRule(ctx.writer, input.ruleId), 'rule')),
    ),
});
