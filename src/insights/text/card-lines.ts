import type { ClientHistory, PastActivity } from '../engine.ts';
import type { CardQuote } from '../schemas.ts';
import type { Verdict } from '../table.ts';
import { checklistItem, escaped, toPlain } from './markdown.ts';
import type { Calendar } from './wording.ts';

export const isGoodVerdict = (verdict: Verdict) => verdict === 'Healthy' || verdict === 'New';

/** Tells that an answer is owed, without the full stop of a sentence. */
export const waitingText = (person: string) => `${person} is waiting for an answer`;

/** Tells of the next planned meeting or call, in plain words. */
export function plannedText(upcoming: NonNullable<ClientHistory['upcoming']>, calendar: Calendar): string {
  const subject = toPlain(upcoming.subject, 80);
  const date = calendar.date(Date.parse(upcoming.occurredAt));
  return `Next: ${upcoming.type}${subject === '' ? '' : ` “${subject}”`} on ${date}.`;
}

/**
 * The card line for a quote, with a link to the activity it comes from:
 * `- [ ] **Renewal** (open since 10 Nov 2026): “It fails.” — Priya Raman, 12 Nov 2026, [email](/v1/clients/…/activities/…)`.
 */
export function quoteItem(
  { kind, subject, standing, text, author, activityId, type, occurredAt }: CardQuote,
  clientId: string,
  calendar: Calendar,
): string {
  const date = calendar.date(Date.parse(occurredAt));
  const by = author === null ? date : `${escaped(author)}, ${date}`;
  const about = escaped(subject);
  const head = `${about === '' ? '' : `**${about}**`}${standing === '' ? '' : ` (${standing})`}`.trim();
  const link = activityLink({ type, id: activityId }, clientId);
  return checklistItem(
    kind === 'win',
    `${head === '' ? '' : `${head}: `}“${escaped(text)}” — ${by}, ${link}`,
  );
}

/** A link to an activity: `[email](/v1/clients/…/activities/…)`. */
export const activityLink = ({ type, id }: Pick<PastActivity, 'type' | 'id'>, clientId: string) =>
  `[${type}](/v1/clients/${clientId}/activities/${id})`;
