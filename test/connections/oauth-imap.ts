import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** An IMAP server that follows the transcripts in the documentation of XOAUTH2, with an empty inbox. */
export interface OAuthImap {
  readonly port: number;
  /** The decoded responses of logins: user and access token. */
  readonly logins: string[];
  /** The access token that is accepted. */
  accepted: string;
}

const capabilities = 'IMAP4rev1 SASL-IR AUTH=XOAUTH2';

/** The answer to a rejected token: base64 of a JSON with the status, and a failure after an empty line of the client. */
const challenge = Buffer.from(
  '{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}',
).toString('base64');

export async function startOAuthImap(): Promise<OAuthImap> {
  const started: OAuthImap = { port: 0, logins: [], accepted: 'access-1' };
  const server = createServer((socket) => {
    const send = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''));
    let rejected: string | undefined;
    const answers: Record<string, (tag: string, rest: string) => unknown> = {
      CAPABILITY: (tag) => send(`* CAPABILITY ${capabilities}`, `${tag} OK done`),
      AUTHENTICATE(tag, rest) {
        const [, response = ''] = rest.split(' ');
        started.logins.push(Buffer.from(response, 'base64').toString('utf8'));
        if (started.logins.at(-1)?.includes(`auth=Bearer ${started.accepted}\x01`)) send(`${tag} OK Success`);
        else {
          rejected = tag;
          send(`+ ${challenge}`);
        }
      },
      LIST: (tag) => send('* LIST (\\HasNoChildren) "/" "INBOX"', `${tag} OK done`),
      EXAMINE: (tag) =>
        send(
          '* 0 EXISTS',
          '* OK [UIDVALIDITY 1] valid',
          '* OK [UIDNEXT 1] next',
          `${tag} OK [READ-ONLY] done`,
        ),
      UID: (tag) => send('* SEARCH', `${tag} OK done`),
    };
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        const [tag = '', command = '', ...rest] = line.split(' ');
        if (rejected !== undefined) {
          send(`${rejected} NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)`);
          rejected = undefined;
        } else (answers[command.toUpperCase()] ?? (() => send(`${tag} OK done`)))(tag, rest.join(' '));
      }
    });
    send(`* OK [CAPABILITY ${capabilities}] ready`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return Object.assign(started, { port: (server.address() as AddressInfo).port });
}
