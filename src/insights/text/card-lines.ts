import type { ClientHistory, PastActivity } from '../engine.ts';
import { checklistItem, toInline } from './markdown.ts';
import type { Calendar } from './wording.ts';

export type VerdictName = 'Healthy' | 'New' | 'Needs attention' | 'Quiet' | 'At risk';

export const isGoodVerdict = (verdict: VerdictName) => verdict === 'Healthy' || verdict === 'New';

/** What is planned next, as a line of the card. */
export function plannedItem(upcoming: NonNullable<ClientHistory['upcoming']>, calendar: Calendar): string {
  const date = calendar.date(Date.parse(upcoming.occurredAt));
  return checklistItem(true, `Next: ${described(upcoming)} on ${date}.`);
}

/** One quote as a line of a card: `- [x] “We signed.” — Priya Raman, 12 Nov 2026, email “Renewal”`. */
export function quoteItem(
  kind: 'win' | 'friction',
  quote: { sentence: string; speaker: string | undefined; activity: PastActivity },
  calendar: Calendar,
): string {
  const { sentence, speaker, activity } = quote;
  const date = calendar.date(Date.parse(activity.occurredAt));
  const by = speaker === undefined ? date : `${toInline(speaker, 60)}, ${date}`;
  return checklistItem(kind === 'win', `“${toInline(sentence)}” — ${by}, ${described(activity)}`);
}

/** `email “Renewal”`, for the middle of a line of markdown. */
export function described({ type, subject }: Pick<PastActivity, 'type' | 'subject'>): string {
  const shown = toInline(subject, 80);
  return shown === '' ? type : `${type} “${shown}”`;
}
