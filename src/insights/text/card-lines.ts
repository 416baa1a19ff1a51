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
 * The card line for a thread, with the sentence that shows it best and a link to the activity it comes from:
 * `- [ ] **Renewal** (open since 10 Nov 2026): “It fails.” — Priya Raman, 12 Nov 2026, [email](/v1/clients/…/activities/…)`.
 */
export function threadItem(
  kind: 'win' | 'friction',
  thread: {
    subject: string;
    /** The state and the deadline, without markup; '' to leave them out. */
    standing: string;
    sentence: string;
    speaker: string | undefined;
    activity: PastActivity;
  },
  clientId: string,
  calendar: Calendar,
): string {
  const { subject, standing, sentence, speaker, activity } = thread;
  const date = calendar.date(Date.parse(activity.occurredAt));
  const by = speaker === undefined ? date : `${toInline(speaker, 60)}, ${date}`;
  const about = toInline(subject, 80);
  const head = `${about === '' ? '' : `**${about}**`}${standing === '' ? '' : ` (${standing})`}`.trim();
  const link = activityLink(activity, clientId);
  return checklistItem(
    kind === 'win',
    `${head === '' ? '' : `${head}: `}“${toInline(sentence)}” — ${by}, ${link}`,
  );
}

/** A link to an activity: `[email](/v1/clients/…/activities/…)`. @param label inline markdown */
export const activityLink = ({ type, id }: PastActivity, clientId: string, label: string = type) =>
  `[${label}](/v1/clients/${clientId}/activities/${id})`;

/** Describes an activity as inline markdown: `email “Renewal”`. */
function described({ type, subject }: Pick<PastActivity, 'type' | 'subject'>): string {
  const shown = toInline(subject, 80);
  return shown === '' ? type : `${type} “${shown}”`;
}
