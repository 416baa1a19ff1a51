import { maxOccurrences, windowMs } from '../../activities/import/ics-bounds.ts';
import { dayMs } from '../../activities/time-zone.ts';
import type { KnownMeeting } from './store.ts';

/** The present contents of a calendar, apart from the meetings themselves. */
export class Contents {
  readonly #uids: ReadonlySet<string>;
  readonly #sourceIds = new Set<string>();
  readonly #failed = new Set<string>();
  /** The meetings of each UID. */
  readonly #series = new Map<string, { meetings: number; earliestMs: number }>();

  /** @param uids of all its events that have one, cancelled ones too */
  constructor(uids: ReadonlySet<string>) {
    this.#uids = uids;
  }

  addMeeting(uid: string, sourceId: string, occurredMs: number): void {
    this.#sourceIds.add(sourceId);
    const { meetings, earliestMs } = this.#series.get(uid) ?? { meetings: 0, earliestMs: occurredMs };
    this.#series.set(uid, { meetings: meetings + 1, earliestMs: Math.min(earliestMs, occurredMs) });
  }

  /** Notes an event that cannot be read: nothing is known about its meetings. */
  addFailure(uid: string): void {
    this.#failed.add(uid);
  }

  /**
   * True for a recorded meeting that the calendar has cancelled: its event is there and does not give it, or the event is
   * gone before the meeting began. Calendars drop events of the past, so a past meeting whose event is gone took place.
   */
  hasCancelled({ sourceId, uid, occurredAt }: KnownMeeting, nowMs: number): boolean {
    if (this.#sourceIds.has(sourceId) || this.#failed.has(uid)) return false;
    const occurredMs = Date.parse(occurredAt);
    if (occurredMs > nowMs) return true;
    if (!this.#uids.has(uid)) return false;
    // Earlier occurrences of a series are not read.
    const { meetings, earliestMs } = this.#series.get(uid) ?? { meetings: 0, earliestMs: 0 };
    const readFromMs = meetings < maxOccurrences ? nowMs - windowMs + dayMs : earliestMs;
    return occurredMs > readFromMs;
  }
}
