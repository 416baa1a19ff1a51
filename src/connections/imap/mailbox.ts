import { ConnectionFault } from '../fault.ts';
import { type Batch, type Position, readPosition, startMailbox, storeBatch } from '../progress.ts';
import { batchMessages, type ImapSession, readBatch } from './batch.ts';
import { openMailbox, type SearchRange, searchMailbox, searchSize } from './bounded.ts';

/** The batches of a first sync between two looks for new messages. */
const batchesPerTurn = 5;

/** Reads one mailbox: new messages in order, and earlier ones from the newest back. */
export class MailboxReader {
  readonly #path: string;
  readonly #session: ImapSession;
  /** Read when the mailbox is first opened; no server has an empty `uidValidity`. */
  #position: Position = { uidValidity: '', nextUid: 1, backfillBefore: 1 };
  /** Some of the UIDs that the first sync still has to read, ascending. */
  #earlier: number[] = [];
  /** The position in the mailbox before which they have not been listed. */
  #before = Number.POSITIVE_INFINITY;
  /** The UID after that of the last message when the mailbox was opened. */
  #end = 1;

  constructor(session: ImapSession, path: string) {
    this.#session = session;
    this.#path = path;
  }

  /** Opens the mailbox without changing anything in it, and continues where the last process stopped. */
  async open(): Promise<void> {
    const { client, connection, tenant } = this.#session;
    const { uidValidity, uidNext, exists } = await openMailbox(client, this.#path);
    if (!uidValidity)
      throw new ConnectionFault(
        `the server gives no UIDVALIDITY for "${this.#path}", which IMAP demands; ask its administrator`,
      );
    const validity = uidValidity.toString();
    this.#end = uidNext;
    if (this.#position.uidValidity === '')
      this.#position = (await readPosition(tenant, connection, this.#path)) ?? this.#position;
    const isListable = exists <= searchSize || uidNext - this.#position.nextUid <= searchSize;
    // What is new and more than one search lists is read like what is earlier.
    if (this.#position.uidValidity !== validity || !isListable) {
      const last = uidNext > 0 || exists === 0 ? 0 : ((await this.#search({ seq: '*' })).at(-1) ?? 0);
      const next = uidNext > 0 ? uidNext : last + 1;
      this.#position = { uidValidity: validity, nextUid: next, backfillBefore: next };
      this.#earlier = [];
      this.#before = Number.POSITIVE_INFINITY;
      await startMailbox(tenant, connection, this.#path, this.#position);
    }
    this.#before = Math.min(this.#before, exists + 1);
  }

  /** Reads what has arrived since the last time. */
  async readNew(): Promise<void> {
    const { nextUid } = this.#position;
    // A range up to `*` always includes the last message.
    const waiting = (await this.#search({ uid: `${nextUid}:*` })).filter((uid) => uid >= nextUid);
    while (waiting.length > 0) {
      const done = await this.#readNext(waiting.slice(0, batchMessages), (last) => ({ nextUid: last + 1 }));
      waiting.splice(0, done);
    }
    // All before the end were searched. Those that are too old or deleted need not be looked for again.
    if (this.hasUnread) await this.#store({ nextUid: this.#end });
  }

  /** True if there were new messages when the mailbox was opened. */
  get hasUnread(): boolean {
    return this.#end > this.#position.nextUid;
  }

  /** Reads some of the earlier messages, the newest first. @returns true while there are more */
  async readEarlier(): Promise<boolean> {
    const { backfillBefore } = this.#position;
    if (backfillBefore <= 1) return false;
    for (let batch = 0; batch < batchesPerTurn && (await this.#hasEarlier()); batch++) {
      const newest = this.#earlier.slice(-batchMessages).reverse();
      const done = await this.#readNext(newest, (last) => ({ backfillBefore: last }));
      this.#earlier.splice(-done);
    }
    if (await this.#hasEarlier()) return true;
    await this.#store({ backfillBefore: 1 });
    return false;
  }

  /** Lists some of the earlier messages, if none are left of those listed before. */
  async #hasEarlier(): Promise<boolean> {
    const uid = `1:${this.#position.backfillBefore - 1}`;
    while (this.#earlier.length === 0 && this.#before > 1) {
      const from = Math.max(1, this.#before - searchSize);
      this.#earlier = await this.#search({ uid, seq: `${from}:${this.#before - 1}` });
      this.#before = from;
    }
    return this.#earlier.length > 0;
  }

  /** @returns the number of messages that were read and stored */
  async #readNext(uids: readonly number[], move: (last: number) => Partial<Position>): Promise<number> {
    this.#session.signal.throwIfAborted();
    const batch = await readBatch(this.#session, uids);
    await this.#store(move(batch.done.at(-1) ?? 1), batch);
    return batch.done.length;
  }

  async #store(moved: Partial<Position>, batch?: Batch): Promise<void> {
    const { connection, tenant } = this.#session;
    const position = { ...this.#position, ...moved };
    await storeBatch(tenant, connection, this.#path, position, batch);
    this.#position = position;
  }

  #search(range: SearchRange): Promise<number[]> {
    return searchMailbox(this.#session.client, this.#session.settings, range);
  }
}
