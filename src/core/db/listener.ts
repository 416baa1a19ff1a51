import postgres from 'postgres';
import { connectionSettings } from './connection.ts';
import type { Server } from './database-url.ts';

interface Wanted {
  readonly channel: string;
  onMessage(payload: string): void;
  onListening(): void;
}

/** Listens to notifications over its own connection, which postgres.js reopens when it is lost. */
export class Listener {
  readonly #wanted: Wanted[] = [];
  #server: Server | undefined;
  #sql: postgres.Sql | undefined;

  /** Switches to another server. The old connection may never report its loss. */
  moveTo(server: Server): void {
    if (server === this.#server) return;
    this.#server = server;
    void this.close();
    this.#sql = postgres(server.url, {
      ...connectionSettings,
      ...server.options,
      max: 1,
      // LISTEN fails on a standby, and postgres.js does not retry it there.
      target_session_attrs: 'primary',
    });
    for (const wanted of this.#wanted) this.#listen(wanted).catch(() => {});
  }

  /** Resolves when listening has started. A lost connection is retried until it succeeds. */
  async listen(wanted: Wanted): Promise<void> {
    this.#wanted.push(wanted);
    await this.#listen(wanted);
  }

  async #listen({ channel, onMessage, onListening }: Wanted): Promise<void> {
    await this.#sql?.listen(channel, onMessage, onListening);
  }

  async close(): Promise<void> {
    await this.#sql?.end({ timeout: 5 });
  }
}
