import { EventEmitter, once } from 'node:events';
import { ImapFlow } from 'imapflow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchMessages } from '../../src/connections/imap/fetch.ts';
import { type Script, startImap } from './imap-server.ts';

const uids = Array.from({ length: 60 }, (_, index) => index + 1);
const source = { uid: true, source: true };
const megabyte = 'x'.repeat(1_024 * 1_024);

const row = (uid: number, text: string) =>
  `* ${uid} FETCH (UID ${uid} BODY[] {${text.length}}\r\n${text})\r\n`;

/** Opens a mailbox on a server that answers as the script says. */
async function openScripted(script: Script): Promise<ImapFlow> {
  const imap = await startImap();
  imap.script = script;
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: imap.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: 'ann', pass: 'access-1' },
    logger: false,
    disableAutoIdle: true,
  });
  client.on('error', () => {});
  onTestFinished(() => client.close());
  await client.connect();
  await client.mailboxOpen('INBOX', { readOnly: true });
  return client;
}

/** A server that answers the fetching of messages with this. */
const openSending = (said: string) =>
  openScripted((command) => (command.startsWith('UID FETCH') ? said : undefined));

test('a server that sends far more than the sizes it stated is cut off', async () => {
  const client = await openSending(uids.map((uid) => row(uid, megabyte)).join(''));
  await expect(fetchMessages(client, uids, source)).rejects.toThrow(
    'sends far more than the sizes that it stated',
  );
  expect(client.usable).toBe(false);
});

test('messages that were not asked for are left out', async () => {
  const client = await openSending([7, 1, 8].map((uid) => row(uid, `message ${uid}`)).join(''));
  const messages = await fetchMessages(client, [1], source);
  expect(messages.map(({ uid }) => uid)).toEqual([1]);
});

test('a server that does not end its answer is cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const commands = new EventEmitter();
  const asked = once(commands, 'UID FETCH');
  const client = await openScripted((command) => {
    const isFetch = command.startsWith('UID FETCH');
    if (isFetch) commands.emit('UID FETCH');
    return isFetch ? null : undefined;
  });
  const fetched = expect(fetchMessages(client, [1], source)).rejects.toThrow('takes longer than 5 minutes');
  await asked;
  await vi.advanceTimersByTimeAsync(300_000);
  await fetched;
  vi.useRealTimers();
});
