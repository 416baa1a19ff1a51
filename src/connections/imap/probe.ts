import { reasonOf } from '../../core/reason.ts';
import { ConnectionFault } from '../fault.ts';
import type { SaveRefreshToken } from '../oauth.ts';
import { openMailbox, searchMailbox, searchSize } from './bounded.ts';
import { addressesOf, connectImap, toImapFault } from './client.ts';
import { type ImapAccount, loginOf, secretOf } from './login.ts';
import { findMailboxes } from './mailboxes.ts';

/** The parts of a connection that work, as far as they were tried. */
export interface ImapProbe {
  /** The address that is tried first. */
  address: string | null;
  /** The version of TLS; `none` for plain text. Null when no connection was opened. */
  tls: string | null;
  login: 'accepted' | null;
  mailboxes: string[];
  /** The number of messages that a first sync reads, whether they concern a client or not. */
  messages: number | null;
  failure: string | null;
}

/**
 * Tries a connection without reading a message. Stops at the first step that fails.
 * @param signal aborts with the fault to report
 */
export async function probeImap(
  account: ImapAccount,
  saveRefreshToken: SaveRefreshToken,
  signal: AbortSignal,
): Promise<ImapProbe> {
  const test: ImapProbe = {
    address: null,
    tls: null,
    login: null,
    mailboxes: [],
    messages: null,
    failure: null,
  };
  const { settings } = account;
  const secrets: string[] = [];
  try {
    const addresses = await addressesOf(account);
    test.address = addresses[0] ?? null;
    const login = await loginOf(account, saveRefreshToken, signal);
    secrets.push(secretOf(login));
    const client = await connectImap(settings, addresses, login, signal);
    try {
      test.tls = client.tls ? client.tls.version : 'none';
      test.login = 'accepted';
      const { paths, problem } = await findMailboxes(client, settings);
      test.mailboxes = paths;
      test.failure = problem;
      let messages = 0;
      for (const path of paths) {
        const { exists } = await openMailbox(client, path);
        for (let from = 1; from <= exists; from += searchSize) {
          const seq = `${from}:${Math.min(exists, from + searchSize - 1)}`;
          messages += (await searchMailbox(client, settings, { seq })).length;
        }
      }
      test.messages = messages;
    } finally {
      client.close();
    }
  } catch (error) {
    const cause = signal.aborted ? signal.reason : error;
    const fault = toImapFault(settings, secrets, cause);
    test.failure = fault instanceof ConnectionFault ? fault.message : reasonOf(fault);
  }
  return test;
}
