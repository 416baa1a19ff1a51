import type { LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { Db } from '../core/db/database.ts';
import type { TokenCache } from './imap/login.ts';
import type { Secrets } from './secrets.ts';

/** The dependencies of connections. */
export interface ConnectionServices {
  readonly db: Db;
  readonly log: Logger;
  readonly secrets: Secrets;
  /** The access tokens of mail accounts, kept between their sessions. */
  readonly tokens: TokenCache;
  /** Limits how many batches are read at once, and thereby memory. */
  readonly batches: LimitFunction;
  /** Bounds the calendars that are fetched and read at once, and with them the files in memory. */
  readonly calendars: LimitFunction;
  /** The maximum number of connections that a process keeps in sync. */
  readonly maxKept: number;
  /** The polling interval for mailboxes whose server announces nothing. */
  readonly pollMs: number;
  /** The time after which a mail server that owes an answer is considered gone. Longer than `pollMs`. */
  readonly silenceMs: number;
  /** The pause between two looks for connections that are due. */
  readonly restMs: number;
}

/** The additional data that binds a secret to its connection. */
export const secretContext = (organizationId: string, connectionId: string) =>
  `${organizationId}/${connectionId}`;
