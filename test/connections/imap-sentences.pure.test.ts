import { expect, test } from 'vitest';
import { ConnectionFault } from '../../src/connections/fault.ts';
import { toImapFault } from '../../src/connections/imap/client.ts';
import { quoted } from '../../src/connections/quoted.ts';

const settings = {
  host: 'imap.example.com',
  port: 993,
  tls: 'implicit' as const,
  user: 'ann@acme.example',
  mailboxes: null,
  since: '2026-01-01T00:00:00.000Z',
  ca: null,
};
const secret = 'hunter2';
const faultOf = (error: unknown) => toImapFault(settings, [secret], error);
const messageOf = (error: object) => {
  const fault = faultOf(Object.assign(new Error('Command failed'), error));
  return fault instanceof ConnectionFault ? fault.message : expect.fail();
};

test.each([
  [{ code: 'NoConnection' }, 'imap.example.com:993 closed the connection'],
  [
    { code: 'ETIMEOUT' },
    'imap.example.com:993 does not answer; check the address, the port and the firewall',
  ],
  [
    { code: 'ETHROTTLE', responseText: '[THROTTLED] Request is throttled' },
    'imap.example.com:993 asks to wait (it said: [THROTTLED] Request is throttled)',
  ],
  [{ code: 'ParserError1' }, 'imap.example.com:993 gave an answer that was not understood (Command failed)'],
])('an error of the protocol becomes a sentence that names the server: %j', (error, message) => {
  expect(messageOf(error)).toBe(message);
});

test('what a server says is quoted on one line, cut, and without the password', () => {
  const message = messageOf({ authenticationFailed: true, responseText: `no\r\n${secret}\u0007 is wrong` });
  expect(message).toContain('(it said: no … is wrong)');
  expect(quoted('x'.repeat(1_000))).toHaveLength(201);
});
