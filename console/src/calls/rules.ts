import { paginate } from '@clientele/client';
import { useRead, useWrite } from './hooks.ts';
import { readAll } from './pages.ts';

export const useRules = () => useRead(['rules'], (api) => readAll(paginate(api.rules.list.query)));

export const useCreateRule = () =>
  useWrite(({ rules }) => rules.create.mutate, { meta: { done: 'The rule was created.', rereads: 'rules' } });

export const useDeleteRule = () =>
  useWrite(({ rules }) => rules.delete.mutate, { meta: { done: 'The rule was deleted.', rereads: 'rules' } });
