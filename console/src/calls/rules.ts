import { type Inputs, paginate } from '@clientele/client';
import { useMutation, useQuery } from '@tanstack/preact-query';
import { useShared } from '../api.ts';
import { readAll } from './pages.ts';

/** The rules wired to a client, or all rules. */
export function useRules(clientId?: string) {
  const { api } = useShared();
  return useQuery({
    queryKey: ['rules', clientId],
    queryFn: () => readAll(paginate(api.rules.list.query, clientId === undefined ? {} : { clientId })),
  });
}

function useRuleChange<Input, Output>(done: string, change: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn: change, meta: { done, rereads: 'rules' } });
}

export function useCreateRule() {
  const { api } = useShared();
  return useRuleChange(
    'The rule was created.',
    async (input: Inputs['rules']['create']) => (await api.rules.create.mutate(input)).data,
  );
}

export function useDeleteRule() {
  const { api } = useShared();
  return useRuleChange(
    'The rule was deleted.',
    async (ruleId: string) => (await api.rules.delete.mutate({ ruleId })).data,
  );
}
