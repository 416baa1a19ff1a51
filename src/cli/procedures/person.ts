import { z } from 'zod';
import { nameField } from '../../core/rest/fields.ts';
import { neverAborted } from '../../core/timeouts.ts';
import { isFullName } from '../../erasure/mention.ts';
import { erasePerson } from '../../erasure/person.ts';
import { email, organizationProcedure, t } from './base.ts';

const fullName = nameField().refine(isFullName, 'must be a first and a last name, such as "Ann Okafor"');

export const personRouter = t.router({
  /** Yields the number of rows of each step, and at last the result. */
  erase: organizationProcedure
    .input(z.object({ email, name: fullName.optional() }))
    .mutation(async function* ({ ctx: { db, database, author }, input, signal = neverAborted }) {
      const erased = yield* erasePerson(db, input, author, signal);
      await database.rewrite?.();
      yield erased;
    }),
});
