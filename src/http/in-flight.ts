/** Bounds on calls in flight. A request is one call; a tRPC batch has several. */
export interface InFlightBounds {
  /** The most calls running at once. */
  readonly running: number;
  /** The most running calls of one owner: an organization, or a connection without a valid token. */
  readonly runningPerOwner: number;
  /** The most calls waiting. */
  readonly queued: number;
  /** One owner may queue at most this many times the free places, so that there is always room for others. */
  readonly queuedPerFree: number;
  /** A call that has waited longer is refused instead of run. */
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
  /** Its connection, or all together, have too many unread responses. */
  'unread_responses',
  /** Too many connections are open. */
  'connections',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

interface Owner {
  readonly key: unknown;
  /** Requests that have not ended. */
  requests: number;
  running: number;
  queued: number;
  readonly queue: Ticket[];
}

/** An admitted request. It may be ended more than once. */
export interface Ticket {
  readonly owner: Owner;
  readonly calls: number;
  readonly sinceMs: number;
  readonly run: (ticket: Ticket) => void;
  readonly refuse: (reason: RefusalReason) => void;
  state: 'queued' | 'running' | 'paused' | 'ended';
}

/** Bounds the requests in flight: some run, some wait, the rest are refused. Owners are served round robin. */
export class InFlight {
  readonly #bounds: InFlightBounds;
  readonly #owners = new Map<unknown, Owner>();
  /** The owners of queued requests, in the order in which they are served. */
  readonly #waiting = new Set<Owner>();
  #running = 0;
  #queued = 0;

  constructor(bounds: InFlightBounds) {
    this.#bounds = bounds;
  }

  get calls(): number {
    return this.#running + this.#queued;
  }

  /**
   * Runs the request now or later. Returns undefined if there is no room for it.
   * @param refuse called instead of `run` if there is no room, or it has waited too long
   */
  admit(key: unknown, calls: number, run: Ticket['run'], refuse: Ticket['refuse']): Ticket | undefined {
    const owner = this.#owners.get(key) ?? { key, requests: 0, running: 0, queued: 0, queue: [] };
    const ticket: Ticket = { owner, calls, sinceMs: performance.now(), run, refuse, state: 'queued' };
    const mayRun = this.#mayRun(owner);
    const fault = mayRun ? undefined : this.#queueFault(owner, calls);
    if (fault !== undefined) {
      refuse(fault);
      return undefined;
    }
    this.#owners.set(key, owner);
    owner.requests += 1;
    if (mayRun) this.#count(ticket);
    else this.#enqueue(ticket);
    if (mayRun) run(ticket);
    return ticket;
  }

  /** Stops counting the request until `resume`, while its body is being received. */
  pause(ticket: Ticket): void {
    if (ticket.state !== 'running') return;
    ticket.state = 'paused';
    this.#stop(ticket);
  }

  resume(ticket: Ticket): void {
    if (ticket.state === 'paused') this.#count(ticket);
  }

  end(ticket: Ticket): void {
    const { state } = ticket;
    if (state === 'ended') return;
    ticket.state = 'ended';
    if (state === 'queued') this.#dequeue(ticket);
    if (state !== 'running') this.#forget(ticket);
    // Deferred until all received requests have been read. The embedded database answers a request before the next one
    // is read, so the server would never seem busy.
    else
      setImmediate(() => {
        this.#forget(ticket);
        this.#stop(ticket);
      });
  }

  #mayRun(owner: Owner): boolean {
    return this.#running < this.#bounds.running && owner.running < this.#bounds.runningPerOwner;
  }

  #queueFault(owner: Owner, calls: number): RefusalReason | undefined {
    const free = this.#bounds.queued - this.#queued;
    if (calls > free) return 'queue_full';
    return owner.queued + calls > this.#bounds.queuedPerFree * free ? 'queue_share' : undefined;
  }

  #count(ticket: Ticket): void {
    ticket.state = 'running';
    this.#running += ticket.calls;
    ticket.owner.running += ticket.calls;
  }

  #enqueue(ticket: Ticket): void {
    const { owner, calls } = ticket;
    owner.queue.push(ticket);
    owner.queued += calls;
    this.#queued += calls;
    this.#waiting.add(owner);
  }

  #dequeue(ticket: Ticket): void {
    const { owner, calls } = ticket;
    owner.queue.splice(owner.queue.indexOf(ticket), 1);
    owner.queued -= calls;
    this.#queued -= calls;
    this.#waiting.delete(owner);
    // Moves the owner to the end.
    if (owner.queued > 0) this.#waiting.add(owner);
  }

  #stop({ owner, calls }: Ticket): void {
    this.#running -= calls;
    owner.running -= calls;
    this.#startNext();
  }

  #forget({ owner }: Ticket): void {
    owner.requests -= 1;
    if (owner.requests === 0) this.#owners.delete(owner.key);
  }

  #startNext(): void {
    for (const owner of this.#waiting) {
      if (this.#running >= this.#bounds.running) return;
      const [next] = owner.queue;
      if (next && this.#mayRun(owner)) this.#runOrRefuse(next);
    }
  }

  #runOrRefuse(ticket: Ticket): void {
    const isTooLate = performance.now() - ticket.sinceMs > this.#bounds.maxWaitMs;
    if (isTooLate) {
      this.end(ticket);
      ticket.refuse('queue_timeout');
    } else {
      this.#dequeue(ticket);
      this.#count(ticket);
      ticket.run(ticket);
    }
  }
}
