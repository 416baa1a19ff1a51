import type { Logger } from 'pino';
import type { Db } from '../core/db/database.ts';
import type { SecretBox } from '../core/secret-key.ts';
import { type Turns, takeTurns } from '../core/turns.ts';
import type { Secrets } from './secrets.ts';

/** The dependencies of the connections that a worker keeps in sync. */
export interface ConnectionServices {
  readonly db: Db;
  readonly log: Logger;
  readonly secrets: Secrets;
  /** Bounds the calendars and large messages of an organization that are received at once, and with them memory. */
  readonly receiving: Turns;
  /** The maximum number of connections that a process keeps in sync. */
  readonly maxKept: number;
  /** The polling interval for mailboxes whose server announces nothing. */
  readonly pollMs: number;
  /** The time after which a mail server that owes an answer is considered gone. Longer than `pollMs`. */
  readonly silenceMs: number;
  /** The pause between two looks for connections that are due. */
  readonly restMs: number;
}

/** Adds what is the same in every process. */
export const createConnectionServices = (
  given: Pick<ConnectionServices, 'db' | 'log' | 'secrets' | 'maxKept'>,
): ConnectionServices => ({
  ...given,
  // Up to 25 MiB each.
  receiving: takeTurns({ each: 4 }),
  pollMs: 60_000,
  silenceMs: 120_000,
  restMs: 1_000,
});

/** The additional data that binds a secret to its connection. */
export const secretContext = (organizationId: string, connectionId: string) =>
  `${organizationId}/${connectionId}`;

/** The decrypted secret of a connection. @throws SecretsUnavailable */
export const openSecret = (
  secrets: SecretBox,
  { organizationId, id, secret }: { organizationId: string; id: string; secret: string | null },
): unknown => JSON.parse(secrets.decrypt(secret ?? '', secretContext(organizationId, id)));
