import type { ClientOverview } from '../api.ts';

export type Verdict = NonNullable<ClientOverview['insight']>['verdict'];

/** The most pressing first. */
const tones: Record<Verdict, string> = {
  'At risk': 'bad',
  'Needs attention': 'warn',
  Quiet: '',
  New: '',
  Healthy: 'good',
  'Too little to tell': '',
};

/** The verdicts, the most pressing first. */
export const verdicts = Object.keys(tones) as Verdict[];

export const toneOf = (verdict: Verdict): string => tones[verdict];

export const VerdictBadge = ({ verdict }: { verdict: Verdict }) => (
  <span class={`badge ${toneOf(verdict)}`}>{verdict}</span>
);
