/** How many calls are worked on at once. A request is one call, a tRPC batch has several. */
export interface InFlightBounds {
  readonly running: number;
  /** The same of one owner: an organization, or a connection without a valid token. */
  readonly runningPerOwner: number;
  /** Calls that may wait for their turn. */
  readonly queued: number;
  /** One owner's queued calls may be at most this many times the free places, so that others always find room. */
  readonly queuedPerFree: number;
  /** What has waited for longer is refused when its turn comes. */
  readonly maxWaitMs: number;
}

interface Owner {
  readonly key: unknown;
  /** Not ended yet. */
  requests: number;
  running: number;
  queued: number;
  readonly queue: Ticket[];
}

/** A request that was admitted. Ending it twice does no harm. */
export interface Ticket {
  readonly owner: Owner;
  readonly calls: number;
  readonly sinceMs: number;
  readonly run: (ticket: Ticket) => void;
  readonly refuse: () => void;
  state: 'queued' | 'running' | 'paused' | 'ended';
}

/** Bounds the requests in flight: some run, a few wait, the rest is refused. Owners take turns. */
export class InFlight {
  readonly #bounds: InFlightBounds;
  readonly #owners = new Map<unknown, Owner>();
  /** The owners of queued requests; the first is the next to have a turn. */
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
   * Runs the request now or in its turn; undefined when there is no room for it.
   * @param refuse is called instead of `run` when its turn comes too late
   */
  admit(key: unknown, calls: number, run: Ticket['run'], refuse: () => void): Ticket | undefined {
    const owner = this.#owners.get(key) ?? { key, requests: 0, running: 0, queued: 0, queue: [] };
    const ticket: Ticket = { owner, calls, sinceMs: performance.now(), run, refuse, state: 'queued' };
    const mayRun = this.#mayRun(owner);
    if (!mayRun && !this.#mayQueue(owner, calls)) return undefined;
    this.#owners.set(key, owner);
    owner.requests += 1;
    if (mayRun) this.#count(ticket);
    else this.#enqueue(ticket);
    if (mayRun) run(ticket);
    return ticket;
  }

  /** Counts the request no more until `resume`, while its body is on its way. */
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
    // Not before all that has arrived was read: the embedded database answers a request before the next is read, and
    // would never seem busy.
    else
      setImmediate(() => {
        this.#forget(ticket);
        this.#stop(ticket);
      });
  }

  #mayRun(owner: Owner): boolean {
    return this.#running < this.#bounds.running && owner.running < this.#bounds.runningPerOwner;
  }

  #mayQueue(owner: Owner, calls: number): boolean {
    const free = this.#bounds.queued - this.#queued;
    return calls <= free && owner.queued + calls <= this.#bounds.queuedPerFree * free;
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
    // Behind all others.
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
      ticket.refuse();
    } else {
      this.#dequeue(ticket);
      this.#count(ticket);
      ticket.run(ticket);
    }
  }
}
