import { createServer, type Socket } from 'node:net';
import { expect } from 'vitest';
import { atEndOfFile } from '../support/cleanup.ts';
import { imapSettings } from '../support/connections.ts';
import { listen } from '../support/listen.ts';
import { mail } from '../support/mail.ts';

interface Message {
  readonly uid: number;
  readonly text: string;
  /** The size that the server states. */
  readonly size: number;
  readonly flags: string;
}

interface Mailbox {
  uidValidity: number;
  nextUid: number;
  /** The attribute of its use in a list. */
  readonly use: string;
  messages: Message[];
}

/** Returns the answer to a command before its OK, or NO: undefined for the usual one, null for no answer at all. */
export type Script = (command: string) => string | null | undefined | { endless: string };

const capabilities = 'IMAP4rev1 SASL-IR IDLE AUTH=XOAUTH2';

/** The answer to a rejected token: base64 of a JSON with the status, and a failure after an empty line of the client. */
const challenge = Buffer.from('{"status":"400","schemes":"Bearer"}').toString('base64');

const rejection = 'NO [AUTHENTICATIONFAILED] Invalid credentials\r\n';

/** All messages arrive at this time. */
const arrival = '05-Jan-2026 10:00:00 +0000';

/** The UIDs that a set such as `1,4:6,9:*` contains; a range up to `*` always includes the last message. */
function inSet(set: string, messages: readonly Message[]): Message[] {
  const last = messages.at(-1)?.uid ?? 0;
  const ranges = set.split(',').map((range) => {
    const [from = '', to = from] = range.split(':');
    return [from, to].map((end) => (end === '*' ? last : Number(end))).sort((a, b) => a - b);
  });
  return messages.filter(({ uid }) => ranges.some(([from = 0, to = 0]) => from <= uid && uid <= to));
}

const literal = (name: string, text: string) => `${name} {${Buffer.byteLength(text)}}\r\n${text}`;

function fetched({ uid, text, size, flags }: Message, sequence: number, query: string): string {
  const items = [`UID ${uid}`, `RFC822.SIZE ${size}`, `FLAGS (${flags})`, `INTERNALDATE "${arrival}"`];
  const fields = /HEADER\.FIELDS \([^)]*\)/i.exec(query);
  if (fields) items.push(literal(`BODY[${fields[0]}]`, `${text.split('\r\n\r\n')[0]}\r\n\r\n`));
  else if (query.includes('BODY.PEEK[]')) items.push(literal(`BODY[]${/<0/.test(query) ? '<0>' : ''}`, text));
  return `* ${sequence} FETCH (${items.join(' ')})\r\n`;
}

/** Starts a mail server in this process, with the mailboxes that servers usually have. */
export async function startImap() {
  const boxes = new Map<string, Mailbox>();
  const sockets = new Map<Socket, string>();
  const started = {
    port: 0,
    boxes,
    /** The responses of logins: user and password or access token. */
    logins: [] as string[],
    /** The commands so far, without their tags. */
    commands: [] as string[],
    /** The password or the access token that is accepted. */
    accepted: 'access-1',
    script: (() => undefined) as Script,
    /** An account that is accepted. */
    account: () => ({
      settings: { ...imapSettings, port: started.port },
      login: { user: imapSettings.user, pass: started.accepted },
    }),
    sessions: () => sockets.size,
    addMailbox(name: string, use = '') {
      boxes.set(name, { uidValidity: 1, nextUid: 1, use, messages: [] });
    },
    /** Delivers a message, and announces it to the sessions that wait for one. */
    deliver(text = mail(), name = 'INBOX', { size = text.length, flags = '' } = {}) {
      const box = boxes.get(name) ?? expect.fail(`no mailbox ${name}`);
      box.messages.push({ uid: box.nextUid++, text, size, flags });
      for (const [socket, opened] of sockets)
        if (opened === name) socket.write(`* ${box.messages.length} EXISTS\r\n`);
    },
    /** Ends all sessions. */
    cut: () => sockets.forEach((_, socket) => void socket.destroy()),
  };
  started.addMailbox('INBOX');
  for (const use of ['Sent', 'Drafts', 'Junk', 'Trash']) started.addMailbox(use, `\\${use}`);

  const server = createServer((socket) => {
    sockets.set(socket, '');
    let waiting = '';
    const messages = () => boxes.get(sockets.get(socket) ?? '')?.messages ?? [];
    const send = (text: string) => socket.write(text);

    /** Answers a command. */
    function answer(tag: string, line: string): void {
      const said = started.script(line);
      if (said === null) return;
      const [, command = '', rest = ''] = /^((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
      const done = (text = '') => send(`${text}${tag} OK done\r\n`);
      if (typeof said === 'object') flood(said.endless);
      else if (said === 'NO') send(`${tag} NO not now\r\n`);
      else if (said !== undefined) done(said);
      else if (command === 'CAPABILITY') done(`* CAPABILITY ${capabilities}\r\n`);
      else if (command === 'LOGIN') login(tag, rest, rest.endsWith(` "${started.accepted}"`), false);
      else if (command === 'AUTHENTICATE') {
        const given = Buffer.from(rest.split(' ')[1] ?? '', 'base64').toString('utf8');
        login(tag, given, given.includes(`auth=Bearer ${started.accepted}\x01`), true);
      } else if (command === 'LIST') {
        const row = ([name, { use }]: [string, Mailbox]) => `* LIST (${use}) "/" "${name}"\r\n`;
        const isRoot = rest === '"" ""';
        done(isRoot ? '* LIST (\\Noselect) "/" ""\r\n' : [...boxes].map(row).join(''));
      } else if (command === 'EXAMINE') open(tag, rest.replaceAll('"', ''));
      else if (command === 'UID SEARCH') {
        const [, set = '1:*'] = /UID ([\d:,*]+)/.exec(rest) ?? [];
        const [, since = '1-Jan-1970'] = /SINCE (\S+)/.exec(rest) ?? [];
        const found = Date.parse(since) <= Date.parse(arrival) ? inSet(set, messages()) : [];
        done(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}\r\n`);
      } else if (command === 'UID FETCH') {
        const [set = '', ...query] = rest.split(' ');
        const rows = inSet(set, messages()).map((message) =>
          fetched(message, messages().indexOf(message) + 1, query.join(' ')),
        );
        done(rows.join(''));
      } else if (command === 'IDLE') {
        waiting = tag;
        send('+ idling\r\n');
      } else done();
    }

    /** Sends a text again and again, as fast as it is read. */
    function flood(text: string): void {
      const more = () => {
        while (socket.writable && socket.write(text));
      };
      socket.on('drain', more);
      more();
    }

    function open(tag: string, name: string): void {
      const box = boxes.get(name);
      sockets.set(socket, name);
      if (!box) send(`${tag} NO no such mailbox\r\n`);
      else
        send(
          `* ${box.messages.length} EXISTS\r\n* OK [UIDVALIDITY ${box.uidValidity}] valid\r\n* OK [UIDNEXT ${box.nextUid}] next\r\n${tag} OK [READ-ONLY] done\r\n`,
        );
    }

    function login(tag: string, given: string, isAccepted: boolean, isChallenged: boolean): void {
      started.logins.push(given);
      if (isAccepted) send(`${tag} OK done\r\n`);
      else if (isChallenged) {
        waiting = tag;
        send(`+ ${challenge}\r\n`);
      } else send(`${tag} ${rejection}`);
    }

    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let text = '';
    socket.setEncoding('latin1').on('data', (data: string) => {
      const lines = `${text}${data}`.split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'DONE') send(`${waiting} OK done\r\n`);
        else if (line === '') send(`${waiting} ${rejection}`);
        else {
          const [tag = '', ...words] = line.split(' ');
          started.commands.push(words.join(' '));
          answer(tag, words.join(' '));
        }
      }
    });
    send(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
  });
  atEndOfFile(() => {
    server.close();
    started.cut();
  });
  started.port = await listen(server);
  return started;
}
