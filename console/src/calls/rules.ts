import { type Inputs, paginate } from '@clientele/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
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

function useRuleChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['rules'] }),
  });
}

export function useCreateRule() {
  const { api } = useShared();
  return useRuleChange(
    async (input: Inputs['rules']['create']) => (await api.rules.create.mutate(input)).data,
  );
}

export function useDeleteRule() {
  const { api } = useShared();
  return useRuleChange(async (ruleId: string) => (await api.rules.delete.mutate({ ruleId })).data);
}
