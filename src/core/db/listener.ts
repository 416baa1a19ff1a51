import postgres from 'postgres';
import { connectionSettings } from './connection.ts';
import type { Server } from './database-url.ts';

interface Wanted {
  readonly channel: string;
  onMessage(payload: string): void;
  onListening(): void;
}

/** Listens to notifications over a connection of its own, which postgres.js opens again whenever it is lost. */
export class Listener {
  readonly #wanted: Wanted[] = [];
  #failures = 0;
  #server: Server | undefined;
  #sql: postgres.Sql | undefined;

  /** Listens at this server from now on: the one before may never say that it is gone. */
  moveTo(server: Server): void {
    if (server === this.#server) return;
    this.#server = server;
    void this.close();
    this.#sql = postgres(server.url, {
      ...connectionSettings,
      ...server.options,
      max: 1,
      // A standby does not listen, and says so only once.
      target_session_attrs: 'primary',
      backoff: () => Math.min(1, 0.05 * 2 ** this.#failures++),
    });
    for (const wanted of this.#wanted) this.#listen(wanted).catch(() => {});
  }

  /** Resolves when it listens. When that fails, it is tried again until it does not. */
  async listen(wanted: Wanted): Promise<void> {
    this.#wanted.push(wanted);
    await this.#listen(wanted);
  }

  async #listen({ channel, onMessage, onListening }: Wanted): Promise<void> {
    await this.#sql?.listen(channel, onMessage, () => {
      this.#failures = 0;
      onListening();
    });
  }

  async close(): Promise<void> {
    await this.#sql?.end({ timeout: 5 });
  }
}
