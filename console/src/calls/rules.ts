import { paginate } from '@clientele/client';
import { useRead, useWrite } from './hooks.ts';
import { readAll } from './pages.ts';

/** The rules wired to a client, or all rules. */
export const useRules = (clientId?: string, isWanted = true) =>
  useRead(
    ['rules', clientId],
    (api) => readAll(paginate(api.rules.list.query, clientId === undefined ? {} : { clientId })),
    isWanted,
  );

export const useCreateRule = () =>
  useWrite(({ rules }) => rules.create.mutate, { meta: { done: 'The rule was created.', rereads: 'rules' } });

export const useDeleteRule = () =>
  useWrite(({ rules }) => rules.delete.mutate, { meta: { done: 'The rule was deleted.', rereads: 'rules' } });
