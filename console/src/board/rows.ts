import type { ClientOverview } from '../api.ts';
import { verdicts } from '../ui/verdict.tsx';

export type Column = 'name' | 'verdict' | 'lastContact' | 'step' | 'contacts' | 'wins' | 'frictions';
export type Sort = { by: Column; isDescending: boolean };

/** Sorts clients at risk first, and of these the ones who have waited longest for an answer. */
export const byVerdict: Sort = { by: 'verdict', isDescending: false };
export const byName: Sort = { by: 'name', isDescending: false };

/** `none` stands for the clients without one. */
export const verdictOf = ({ insight }: ClientOverview): string => insight?.verdict ?? 'none';
const rankOf = ({ insight }: ClientOverview) =>
  insight === null ? verdicts.length : verdicts.indexOf(insight.verdict);
const contactsOf = ({ weeklyContacts }: ClientOverview): number =>
  (weeklyContacts ?? []).reduce((sum, count) => sum + count, 0);

/** ISO timestamps sort as text; clients without one come last. */
const byTime = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? '\uffff') < (b ?? '\uffff') ? -1 : Number((a ?? '\uffff') > (b ?? '\uffff'));

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const comparisons: Record<Column, (a: ClientOverview, b: ClientOverview) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  verdict: (a, b) => rankOf(a) - rankOf(b) || byTime(a.insight?.owedSince, b.insight?.owedSince),
  lastContact: (a, b) => byTime(a.insight?.lastContactAt ?? '', b.insight?.lastContactAt ?? ''),
  step: (a, b) => byTime(a.insight?.owedSince, b.insight?.owedSince),
  contacts: (a, b) => contactsOf(a) - contactsOf(b),
  wins: (a, b) => (a.insight?.wins ?? 0) - (b.insight?.wins ?? 0),
  frictions: (a, b) => (a.insight?.frictions ?? 0) - (b.insight?.frictions ?? 0),
};

/** The clients whose name or domain has the text, in order. */
export function arrange(clients: readonly ClientOverview[], text: string, { by, isDescending }: Sort) {
  const wanted = text.trim().toLowerCase();
  const compare = comparisons[by];
  return clients
    .filter(({ name, domain }) => `${name} ${domain ?? ''}`.toLowerCase().includes(wanted))
    .sort((a, b) => (isDescending ? -1 : 1) * compare(a, b) || collator.compare(a.name, b.name));
}
