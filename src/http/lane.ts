interface LaneBounds {
  readonly running: number;
  readonly queued: number;
  /** A request that has waited longer is refused instead of run. */
  readonly maxWaitMs: number;
}

/** The bound that a refused request exceeded. */
export const refusalReasons = [
  'queue_full',
  'queue_timeout',
  /** Its connection has too many unfinished responses. */
  'unread_responses',
  /** Too many connections are open. */
  'connections',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A request in a lane, which calls `run` now or later, or `refuse`. */
export interface Ticket {
  readonly lane: Lane;
  readonly sinceMs: number;
  readonly run: () => void;
  readonly refuse: (reason: RefusalReason) => void;
  state: 'queued' | 'running' | 'paused' | 'ended';
}

/** Runs some requests, queues some, and refuses the rest. */
export class Lane {
  readonly #bounds: LaneBounds;
  readonly #queue = new Set<Ticket>();
  #running = 0;

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#running + this.#queue.size;
  }

  enter(ticket: Ticket): void {
    if (this.#running < this.#bounds.running) this.#start(ticket);
    else if (this.#queue.size < this.#bounds.queued) this.#queue.add(ticket);
    else this.#refuse(ticket, 'queue_full');
  }

  /** Gives the place to another request until `resume`. */
  pause(ticket: Ticket): void {
    if (ticket.state !== 'running') return;
    ticket.state = 'paused';
    this.#release();
  }

  resume(ticket: Ticket): void {
    if (ticket.state === 'paused') this.#occupy(ticket);
  }

  end(ticket: Ticket): void {
    this.#queue.delete(ticket);
    // Deferred until all received requests have been read. The embedded database answers a request before the next one is
    // read, so the server would never seem busy.
    if (ticket.state === 'running') setImmediate(() => this.#release());
    ticket.state = 'ended';
  }

  #start(ticket: Ticket): void {
    this.#occupy(ticket);
    ticket.run();
  }

  #refuse(ticket: Ticket, reason: RefusalReason): void {
    ticket.state = 'ended';
    ticket.refuse(reason);
  }

  #occupy(ticket: Ticket): void {
    ticket.state = 'running';
    this.#running += 1;
  }

  #release(): void {
    this.#running -= 1;
    for (const ticket of this.#queue) {
      if (this.#running >= this.#bounds.running) return;
      this.#queue.delete(ticket);
      const isTooLate = performance.now() - ticket.sinceMs > this.#bounds.maxWaitMs;
      if (isTooLate) this.#refuse(ticket, 'queue_timeout');
      else this.#start(ticket);
    }
  }
}
