import type { ActivityType } from '../activities/table.ts';
import type { Explanation, InsightThread, StoredPicks } from './schemas.ts';
import type { CardKey, Verdict } from './table.ts';

/** The maximum number of activities passed to an engine, newest first. */
export const maxActivities = 500;

/** An activity in the input of an engine. */
export interface PastActivity {
  readonly id: string;
  readonly type: ActivityType;
  readonly subject: string;
  /** The content, up to 10,240 characters. Untrusted. */
  readonly content: string;
  /** UTC with milliseconds: `2026-11-20T20:35:34.909Z`. */
  readonly occurredAt: string;
  /** Addresses or names; the sender of an email or the organizer of a meeting comes first. Untrusted. */
  readonly participants: readonly string[];
  /** The names of the participants in the same order, '' for none. Absent or empty when none has a name. Untrusted. */
  readonly participantNames?: readonly string[];
  /** The key of the conversation that it began if it began one; see `toThread`. */
  readonly ownThread?: string;
  /** The key of the conversation that it names. */
  readonly thread?: string | null;
}

/** The input of an engine for one client. */
export interface ClientHistory {
  readonly client: { readonly id: string; readonly name: string };
  /** The client's email domains, in lower case. */
  readonly clientDomains: readonly string[];
  /**
   * The organization's users who took part in an activity, and one for each domain of others who did, such as that of a
   * shared mailbox; `email` in lower case.
   */
  readonly users: readonly {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    /** Cards do not name a deleted user. */
    readonly isDeleted?: boolean;
  }[];
  /** The IANA time zone in which dates are written. */
  readonly timezone: string;
  /** The as-of date, UTC with milliseconds. No later activity is included. */
  readonly asOf: string;
  /** At most `maxActivities`, newest first; none after `asOf`, so there may be none. */
  readonly activities: readonly PastActivity[];
  /** The next meeting or call planned after `asOf`. */
  readonly upcoming: Pick<PastActivity, 'type' | 'subject' | 'occurredAt'> | undefined;
  /** A language model's picks for the cards of wins and frictions. Untrusted. */
  readonly picks?: StoredPicks | undefined;
}

/**
 * Markdown for each card: a checklist without images or HTML, regardless of the activities' text. Its only links are those
 * from quotes to the activities that they come from.
 */
export type Cards = Readonly<Record<CardKey, string>>;

/** The verdict on a client and its figures, as the cards show them. */
export interface InsightSummary {
  readonly verdict: Verdict;
  /** Wins and frictions of the last 60 days. */
  readonly wins: number;
  readonly frictions: number;
  /** The time of the oldest message that waits for our answer; null when none does. */
  readonly owedSince: string | null;
  /** The time of the last contact, in either direction; null when there was none. */
  readonly lastContactAt: string | null;
}

/** The result of an engine for one client. */
export interface Insights {
  readonly cards: Cards;
  readonly summary: InsightSummary;
  readonly explanation: Explanation;
  /** The threads that the cards tell of, or that somebody waits in, most urgent first. */
  readonly threads: readonly InsightThread[];
  /** The picks to store: those that hold. */
  readonly picks?: StoredPicks | undefined;
}

export interface InsightEngine {
  /** @param signal aborts the computation, which then rejects */
  compute(history: ClientHistory, signal: AbortSignal): Promise<Insights>;
}
