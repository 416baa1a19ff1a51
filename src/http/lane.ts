/** Bounds on the requests in flight. An owner is an organization, or a connection without a valid token. */
interface LaneBounds {
  readonly running: number;
  readonly runningPerOwner: number;
  readonly queued: number;
  /** One owner may queue at most this many times the free places, so that there is always room for others. */
  readonly queuedPerFree: number;
  /** A request that has waited longer is refused instead of run. */
  readonly maxWaitMs: number;
}

/** The bound that a refused request exceeded. */
export const refusalReasons = [
  /** The queue has no room. */
  'queue_full',
  /** The queue has room, but its owner has used its share. */
  'queue_share',
  /** It waited too long in the queue. */
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
  readonly owner: unknown;
  readonly sinceMs: number;
  readonly run: () => void;
  readonly refuse: (reason: RefusalReason) => void;
  state: 'queued' | 'running' | 'paused' | 'ended';
}

/** Runs some requests, queues some, and refuses the rest. Owners take turns. */
export class Lane {
  readonly #bounds: LaneBounds;
  readonly #running = new Map<unknown, number>();
  /** The queued requests of each owner, in the order of their turns. */
  readonly #queues = new Map<unknown, Set<Ticket>>();
  #runningCount = 0;
  #queuedCount = 0;

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#runningCount + this.#queuedCount;
  }

  enter(ticket: Ticket): void {
    const { owner } = ticket;
    const queue = this.#queues.get(owner) ?? new Set();
    const free = this.#bounds.queued - this.#queuedCount;
    if (this.#mayRun(owner)) this.#start(ticket);
    else if (free === 0) this.#refuse(ticket, 'queue_full');
    else if (queue.size >= this.#bounds.queuedPerFree * free) this.#refuse(ticket, 'queue_share');
    else {
      this.#queues.set(owner, queue.add(ticket));
      this.#queuedCount += 1;
    }
  }

  /** Gives the place to another request until `resume`. */
  pause(ticket: Ticket): void {
    if (ticket.state !== 'running') return;
    ticket.state = 'paused';
    this.#release(ticket);
  }

  resume(ticket: Ticket): void {
    if (ticket.state === 'paused') this.#occupy(ticket);
  }

  end(ticket: Ticket): void {
    if (ticket.state === 'queued') this.#dequeue(ticket);
    // Deferred until all received requests have been read. The embedded database answers a request before the next one is
    // read, so the server would never seem busy.
    if (ticket.state === 'running') setImmediate(() => this.#release(ticket));
    ticket.state = 'ended';
  }

  #mayRun(owner: unknown): boolean {
    const { running, runningPerOwner } = this.#bounds;
    return this.#runningCount < running && (this.#running.get(owner) ?? 0) < runningPerOwner;
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
    this.#runningCount += 1;
    this.#running.set(ticket.owner, (this.#running.get(ticket.owner) ?? 0) + 1);
  }

  #release({ owner }: Ticket): void {
    this.#runningCount -= 1;
    const running = (this.#running.get(owner) ?? 1) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    for (const [next, [first]] of this.#queues) if (first && this.#mayRun(next)) this.#startOrRefuse(first);
  }

  #startOrRefuse(ticket: Ticket): void {
    this.#dequeue(ticket);
    const isTooLate = performance.now() - ticket.sinceMs > this.#bounds.maxWaitMs;
    if (isTooLate) this.#refuse(ticket, 'queue_timeout');
    else this.#start(ticket);
  }

  /** Removes a request from the queue of its owner, whose next turn comes after all others. */
  #dequeue(ticket: Ticket): void {
    const queue = this.#queues.get(ticket.owner) ?? new Set();
    queue.delete(ticket);
    this.#queuedCount -= 1;
    this.#queues.delete(ticket.owner);
    if (queue.size > 0) this.#queues.set(ticket.owner, queue);
  }
}
