import type { ClientOverview } from '../api.ts';

export type Verdict = NonNullable<ClientOverview['insight']>['verdict'];

/** The verdicts, the most pressing first. */
export const verdicts = [
  'At risk',
  'Needs attention',
  'Quiet',
  'New',
  'Healthy',
  'Too little to tell',
] as const satisfies Verdict[];

const tones: Record<Verdict, string> = {
  'At risk': 'bad',
  'Needs attention': 'warn',
  Quiet: '',
  New: '',
  'Too little to tell': '',
  Healthy: 'good',
};

export const toneOf = (verdict: Verdict): string => tones[verdict];

export const VerdictBadge = ({ verdict }: { verdict: Verdict }) => (
  <span class={`badge ${toneOf(verdict)}`}>{verdict}</span>
);
