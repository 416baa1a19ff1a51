/** Somebody who waits since an instant of `performance.now`. */
export interface Wait {
  readonly sinceMs: number;
  giveUp(): void;
}

/** Those who wait equally long at most, in the order in which they began: one timer serves all, since the first is late first. */
export class Waits<W extends Wait> {
  readonly #all = new Set<W>();
  readonly #patienceMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param patienceMs after so long each is told to give up, and is out */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Who has waited for longest. */
  get first(): W | undefined {
    return this.#all.values().next().value;
  }

  add(wait: W): void {
    this.#all.add(wait);
    this.#timer ??= setTimeout(() => this.#giveUp(), this.#patienceMs).unref();
  }

  delete(wait: W): void {
    this.#all.delete(wait);
  }

  #giveUp(): void {
    this.#timer = undefined;
    const lateMs = performance.now() - this.#patienceMs;
    for (const wait of this.#all) {
      const leftMs = wait.sinceMs - lateMs;
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.#giveUp(), leftMs).unref();
        return;
      }
      this.#all.delete(wait);
      wait.giveUp();
    }
  }
}
