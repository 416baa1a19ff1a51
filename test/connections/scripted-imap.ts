import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ImapFlow } from 'imapflow';
import { onTestFinished } from 'vitest';

/**
 * Returns the lines that a server sends before it answers a command with OK: undefined for the usual ones, null for no
 * answer at all.
 */
export type Script = (command: string) => string | null | undefined;

const usual: Readonly<Record<string, string>> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
  EXAMINE: '* 1000 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 1001]\r\n',
};

/** Starts a mail server that says what the test wants, and opens a mailbox on it. */
export async function openScripted(script: Script): Promise<ImapFlow> {
  const server = createServer((socket) => {
    let rest = '';
    socket.on('error', () => {});
    socket.write('* OK ready\r\n');
    socket.on('data', (data) => {
      const lines = `${rest}${data.toString('latin1')}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [tag = '', ...words] = line.split(' ');
        const said = script(words.join(' '));
        if (said !== null) socket.write(`${said ?? usual[words[0] ?? ''] ?? ''}${tag} OK done\r\n`, 'latin1');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: 'ann', pass: 'secret' },
    logger: false,
    disableAutoIdle: true,
  });
  client.on('error', () => {});
  onTestFinished(() => client.close());
  await client.connect();
  await client.mailboxOpen('INBOX', { readOnly: true });
  return client;
}
