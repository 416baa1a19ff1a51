import { ConnectionFault } from '../fault.ts';
import { type Position, readPosition, startMailbox, storeBatch } from '../progress.ts';
import { batchMessages, type ReadBatch, readBatch } from './batch.ts';
import type { ImapSession } from './session.ts';

/** The batches of a first sync between two looks for new messages. */
const batchesPerTurn = 5;

const nothing: ReadBatch = { done: [], seen: 0, activities: [], skipped: [], others: [] };

/** Reads one mailbox: new messages in order, and earlier ones from the newest back. */
export class MailboxReader {
  readonly path: string;
  readonly #session: ImapSession;
  #position: Position = { uidValidity: '', nextUid: 1, backfillBefore: 1 };
  /** The UIDs that the first sync still has to read, ascending; undefined until they are listed. */
  #earlier: number[] | undefined;
  /** The UID after that of the last message when the mailbox was opened. */
  #end = 1;

  constructor(session: ImapSession, path: string) {
    this.#session = session;
    this.path = path;
  }

  /** Opens the mailbox without changing anything in it, and continues where the last process stopped. */
  async open(): Promise<void> {
    const { client, services, connection } = this.#session;
    const { uidValidity, uidNext } = await client.mailboxOpen(this.path, { readOnly: true });
    if (!uidValidity)
      throw new ConnectionFault(
        `the server gives no UIDVALIDITY for "${this.path}", which IMAP demands; ask its administrator`,
      );
    const validity = uidValidity.toString();
    this.#end = uidNext;
    const known = await readPosition(services.db, connection, this.path);
    if (known?.uidValidity === validity) {
      if (known.backfillBefore !== this.#position.backfillBefore) this.#earlier = undefined;
      this.#position = known;
      return;
    }
    const next =
      uidNext > 0 ? uidNext : (await this.#search('1:*')).reduce((max, uid) => Math.max(max, uid + 1), 1);
    const start = { uidValidity: validity, nextUid: next, backfillBefore: next };
    await startMailbox(services.db, connection, this.path, start);
    this.#position = start;
    this.#earlier = undefined;
  }

  /** Reads what has arrived since the last time. */
  async readNew(): Promise<void> {
    const { nextUid } = this.#position;
    // A range up to `*` always includes the last message.
    const waiting = (await this.#search(`${nextUid}:*`)).filter((uid) => uid >= nextUid);
    while (waiting.length > 0) {
      const done = await this.#readNext(waiting.slice(0, batchMessages), (last) => ({ nextUid: last + 1 }));
      waiting.splice(0, done);
    }
    // All before the end were searched. Those that are too old or deleted need not be looked for again.
    if (this.#end > this.#position.nextUid) await this.#store(nothing, { nextUid: this.#end });
  }

  /** True if there were new messages when the mailbox was opened. */
  get hasUnread(): boolean {
    return this.#end > this.#position.nextUid;
  }

  /** Reads some of the earlier messages, the newest first. @returns true while there are more */
  async readEarlier(): Promise<boolean> {
    const { backfillBefore } = this.#position;
    if (backfillBefore <= 1) return false;
    this.#earlier ??= await this.#search(`1:${backfillBefore - 1}`);
    for (let batch = 0; batch < batchesPerTurn && this.#earlier.length > 0; batch++) {
      const newest = this.#earlier.slice(-batchMessages).reverse();
      const done = await this.#readNext(newest, (last) => ({ backfillBefore: last }));
      this.#earlier.splice(-done);
    }
    if (this.#earlier.length > 0) return true;
    await this.#store(nothing, { backfillBefore: 1 });
    return false;
  }

  /** @returns the number of messages that were read and stored */
  #readNext(uids: readonly number[], move: (last: number) => Partial<Position>): Promise<number> {
    return this.#session.services.batches(async () => {
      this.#session.signal.throwIfAborted();
      const batch = await readBatch(this.#session, uids);
      await this.#store(batch, move(batch.done.at(-1) ?? 1));
      return batch.done.length;
    });
  }

  async #store(batch: ReadBatch, moved: Partial<Position>): Promise<void> {
    const { services, connection } = this.#session;
    const { done: _done, ...read } = batch;
    const position = { ...this.#position, ...moved };
    await storeBatch(services.db, connection, { ...read, mailbox: this.path, position });
    this.#position = position;
  }

  async #search(uid: string): Promise<number[]> {
    const { client, settings } = this.#session;
    const found = await client.search({ uid, since: new Date(settings.since) }, { uid: true });
    if (!Array.isArray(found))
      throw new ConnectionFault('the server rejects searches; ask its administrator');
    return found.sort((a, b) => a - b);
  }
}
