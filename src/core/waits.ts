/**
 * Those who wait, in the order in which they began. A list that is linked by its members, since in V8 each table that a
 * `Set` outgrows points to the next one: with one that has become old, all of them and what they held stay for long.
 */
export class Line<W extends Waiting> {
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Who has waited for longest. */
  get first(): W | undefined {
    return this.#first as W | undefined; // Only they are added.
  }

  add(waiting: W): void {
    waiting.before = this.#last;
    if (this.#last) this.#last.after = waiting;
    else this.#first = waiting;
    this.#last = waiting;
    this.#size += 1;
  }

  /** Does nothing for one who does not wait any more. */
  delete(waiting: W): void {
    const { before, after } = waiting;
    if (before === undefined && this.#first !== waiting) return;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    waiting.before = undefined;
    waiting.after = undefined;
    this.#size -= 1;
  }
}

/** A member of a line, of one at a time. */
export interface Waiting {
  before?: Waiting | undefined;
  after?: Waiting | undefined;
}

/** Somebody who waits since an instant of `performance.now`. */
export interface Wait extends Waiting {
  readonly sinceMs: number;
  giveUp(): void;
}

/** Those who wait equally long at most: one timer serves all, since the first is late first. */
export class Waits<W extends Wait> extends Line<W> {
  readonly #patienceMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param patienceMs after so long each is told to give up, and is out */
  constructor(patienceMs: number) {
    super();
    this.#patienceMs = patienceMs;
  }

  override add(wait: W): void {
    super.add(wait);
    this.#timer ??= setTimeout(() => this.#giveUp(), this.#patienceMs).unref();
  }

  #giveUp(): void {
    this.#timer = undefined;
    const lateMs = performance.now() - this.#patienceMs;
    for (let { first } = this; first !== undefined; first = this.first) {
      const leftMs = first.sinceMs - lateMs;
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.#giveUp(), leftMs).unref();
        return;
      }
      this.delete(first);
      first.giveUp();
    }
  }
}
