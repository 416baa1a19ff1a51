import type { ClientHistory, PastActivity } from '../engine.ts';
import type { Verdict } from '../table.ts';
import { checklistItem, toInline } from './markdown.ts';
import type { Calendar } from './wording.ts';

export const isGoodVerdict = (verdict: Verdict) => verdict === 'Healthy' || verdict === 'New';

/** The card line for the next planned meeting or call. */
export function plannedItem(upcoming: NonNullable<ClientHistory['upcoming']>, calendar: Calendar): string {
  const date = calendar.date(Date.parse(upcoming.occurredAt));
  return checklistItem(true, `Next: ${described(upcoming)} on ${date}.`);
}

/**
 * The card line for a quote, with a link to the activity it comes from:
 * `- [x] “We signed.” — Priya Raman, 12 Nov 2026, [email “Renewal”](/v1/clients/…/activities/…)`.
 */
export function quoteItem(
  kind: 'win' | 'friction',
  quote: { sentence: string; speaker: string | undefined; activity: PastActivity },
  clientId: string,
  calendar: Calendar,
): string {
  const { sentence, speaker, activity } = quote;
  const date = calendar.date(Date.parse(activity.occurredAt));
  const by = speaker === undefined ? date : `${toInline(speaker, 60)}, ${date}`;
  const link = `[${described(activity)}](/v1/clients/${clientId}/activities/${activity.id})`;
  return checklistItem(kind === 'win', `“${toInline(sentence)}” — ${by}, ${link}`);
}

/** Describes an activity as inline markdown: `email “Renewal”`. */
export function described({ type, subject }: Pick<PastActivity, 'type' | 'subject'>): string {
  const shown = toInline(subject, 80);
  return shown === '' ? type : `${type} “${shown}”`;
}
