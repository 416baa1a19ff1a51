import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerOf, fetchMessages, openMailbox, searchMailbox } from '../../src/connections/imap/bounded.ts';
import { connectImap } from '../../src/connections/imap/client.ts';
import { findMailboxes } from '../../src/connections/imap/mailboxes.ts';
import { imapSettings } from '../support/connections.ts';
import { type Script, startImap } from './imap-server.ts';

const query = { uid: true, source: true };
const row = (uid: number, text: string) =>
  `* ${uid} FETCH (UID ${uid} BODY[] {${text.length}}\r\n${text})\r\n`;

/** Connects to a server that answers as the script says. */
async function connectScripted(script: Script) {
  const imap = await startImap();
  imap.script = script;
  const { settings, login } = imap.account();
  const client = await connectImap(settings, ['127.0.0.1'], login, new AbortController().signal);
  onTestFinished(() => client.close());
  return client;
}

/** Answers one command in a way of its own. */
const answering =
  (start: string, said: ReturnType<Script>): Script =>
  (command) =>
    command.startsWith(start) ? said : undefined;

async function openScripted(script: Script) {
  const client = await connectScripted(script);
  await openMailbox(client, 'INBOX');
  return client;
}

type Client = Awaited<ReturnType<typeof connectScripted>>;

const endless: [string, string, string, (client: Client) => Promise<unknown>][] = [
  [
    'LIST "" "*"',
    'changes of flags',
    '* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n',
    (client) => findMailboxes(client, imapSettings),
  ],
  ['LIST "" "*"', 'mailboxes', '* LIST () "/" "Ann"\r\n', (client) => findMailboxes(client, imapSettings)],
  ['EXAMINE', 'notices', '* OK still here\r\n', (client) => openMailbox(client, 'INBOX')],
  [
    'UID SEARCH',
    'results',
    `* SEARCH${' 1'.repeat(1_000)}\r\n`,
    (client) => searchMailbox(client, imapSettings, { uid: '1:*' }),
  ],
  ['UID FETCH', 'messages', row(1, 'x'.repeat(1_000)), (client) => fetchMessages(client, [1], query, 1_000)],
];

test.each(endless)(
  'a server that answers %s with endless %s is cut off',
  async (command, _name, line, send) => {
    const client = await connectScripted(answering(command, { endless: line.repeat(100) }));
    if (command.startsWith('UID')) await openMailbox(client, 'INBOX');
    await expect(send(client)).rejects.toThrow('sends far more than it was asked for');
    expect(client.usable).toBe(false);
  },
);

test('a server that answers the login with endless notices is cut off', async () => {
  const connecting = connectScripted(answering('LOGIN', { endless: '* OK still here\r\n'.repeat(100) }));
  await expect(connecting).rejects.toThrow('sends far more than it was asked for');
});

test.each([
  ['a line without end', { endless: 'a'.repeat(10_000) }],
  ['a line of a hundred thousand flags', `* 1 FETCH (UID 1 FLAGS (${'a '.repeat(100_000)}))\r\n`],
  ['a literal of a gigabyte', '* 1 FETCH (UID 1 BODY[] {1000000000}\r\n'],
  ['a short notice that millions of messages vanished', '* VANISHED (EARLIER) 1:16777216\r\n'],
])('%s ends the connection', async (_name, said) => {
  const client = await openScripted(answering('UID FETCH', said));
  await expect(fetchMessages(client, [1], query, 1_000)).rejects.toThrow();
  await expect.poll(() => client.usable).toBe(false);
});

test('a server that lists far more messages than were asked for is refused', async () => {
  const numbers = Array.from({ length: 100_001 }, (_, index) => index + 1).join(' ');
  const client = await connectScripted(answering('UID SEARCH', `* SEARCH ${numbers}\r\n`));
  await openMailbox(client, 'INBOX');
  await expect(searchMailbox(client, imapSettings, { seq: '1:50000' })).rejects.toThrow('far more messages');
});

test('a short answer that stands for millions of messages is not expanded', async () => {
  const said = '* 4294967295 EXISTS\r\n* ESEARCH (TAG "x") UID ALL 1:16777216\r\n';
  const client = await connectScripted(answering('UID SEARCH', said));
  await openMailbox(client, 'INBOX');
  const search = vi.spyOn(client, 'search');
  await expect(searchMailbox(client, imapSettings, { seq: '1:50000' })).rejects.toThrow('far more messages');
  expect(await search.mock.results[0]?.value).toHaveLength(100_001);
});

test('other work runs between the chunks of an answer', async () => {
  const client = await connectScripted(answering('UID SEARCH', '* OK\r\n'.repeat(300_000)));
  await openMailbox(client, 'INBOX');
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await searchMailbox(client, imapSettings, { seq: '1:50000' });
  isDone = true;
  // A socket reads 64 KiB of the 1.8 MB at a time.
  expect(turns).toBeGreaterThanOrEqual(24);
});

test('messages that were not asked for are left out', async () => {
  const client = await openScripted(
    answering('UID FETCH', [7, 1, 8].map((uid) => row(uid, `message ${uid}`)).join('')),
  );
  const messages = await fetchMessages(client, [1], query, 1_000);
  expect(messages.map(({ uid }) => uid)).toEqual([1]);
});

test('a server that does not end its answer is cut off after a time that depends on the size', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const said = new EventEmitter();
  const asked = once(said, 'UID FETCH');
  const client = await openScripted((command) => {
    const isFetch = command.startsWith('UID FETCH');
    if (isFetch) said.emit('UID FETCH');
    return isFetch ? null : undefined;
  });
  const bytes = 1_280_000;
  const fetched = expect(fetchMessages(client, [1], query, bytes)).rejects.toThrow('takes longer than 70 s');
  await asked;
  await vi.advanceTimersByTimeAsync(answerOf(bytes).ms);
  await fetched;
});
