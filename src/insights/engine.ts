import type { ActivityType } from '../activities/table.ts';
import type { CardKey } from './table.ts';

/** How many activities of a client an engine is told of at most, the newest. */
export const maxActivities = 500;

/** An activity as an engine sees it. */
export interface PastActivity {
  readonly id: string;
  readonly type: ActivityType;
  readonly subject: string;
  /** What was said, up to 10,240 characters. Untrusted. */
  readonly content: string;
  /** UTC with milliseconds: `2026-11-20T20:35:34.909Z`. */
  readonly occurredAt: string;
  /** Addresses or names; of an email the sender comes first, of a meeting the organizer. Untrusted. */
  readonly participants: readonly string[];
}

/** All that an engine is told of a client. */
export interface ClientHistory {
  readonly client: { readonly id: string; readonly name: string };
  /** Lower-case domains of the client's people. */
  readonly clientDomains: readonly string[];
  /** Those of the organization's users who took part in an activity; `email` in lower case. */
  readonly users: readonly {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  }[];
  /** The IANA zone in which dates are written. */
  readonly timezone: string;
  /** The moment for which the cards hold: UTC with milliseconds. Nothing after it has happened. */
  readonly asOf: string;
  /** At least one, at most `maxActivities`, newest first; none after `asOf`. */
  readonly activities: readonly PastActivity[];
  /** The next meeting or call planned after `asOf`. */
  readonly upcoming: Pick<PastActivity, 'type' | 'subject' | 'occurredAt'> | undefined;
}

/** Markdown for each card: a checklist that holds no link, image or HTML, whatever the activities say. */
export type Cards = Readonly<Record<CardKey, string>>;

/** What computes the cards of a client. */
export interface InsightEngine {
  /** @param signal ends a computation that takes long; it then rejects */
  compute(history: ClientHistory, signal: AbortSignal): Promise<Cards>;
}
