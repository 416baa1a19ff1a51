import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, test } from 'vitest';
import { ConnectionFault, LeaseLost, StoreFailed } from '../../src/connections/fault.ts';
import { addressesOf, connectImap, toImapFault } from '../../src/connections/imap/client.ts';
import { quoted } from '../../src/connections/quoted.ts';
import { imapSettings } from '../support/connections.ts';
import { startImap } from './imap-server.ts';

const settings = { ...imapSettings, host: 'imap.example.com', port: 993, tls: 'implicit' as const };

test('plain text is allowed only to this machine, and a private address needs TLS and --allow-private', async () => {
  const address = (host: string, tls: 'none' | 'implicit', allowPrivate: boolean) =>
    addressesOf({ settings: { ...settings, host, tls }, allowPrivate });
  expect(await address('127.0.0.1', 'none', false)).toEqual(['127.0.0.1']);
  await expect(address('10.0.0.1', 'none', true)).rejects.toThrow(/^10\.0\.0\.1 is another machine/);
  expect(await address('10.0.0.1', 'implicit', true)).toEqual(['10.0.0.1']);
  await expect(address('10.0.0.1', 'implicit', false)).rejects.toThrow(/private network; .+ --allow-private/);
});

test('the addresses of a host are tried in turn until one can be reached', async () => {
  const imap = await startImap();
  const { settings: local, login } = imap.account();
  const named = { ...local, host: 'imap.example.com' };
  // The server listens on the last one only.
  const addresses = ['127.0.0.3', '127.0.0.2', '127.0.0.1'];
  const client = await connectImap(named, addresses, login, new AbortController().signal);
  expect(client.usable).toBe(true);
  client.close();
  const others = connectImap(named, addresses.slice(0, 2), login, new AbortController().signal);
  await expect(others).rejects.toThrow(/refuses connections/);
});

describe('the mail server is not blamed', () => {
  test('for a lost lease', () => {
    const lost = new LeaseLost();
    expect(toImapFault(settings, [], lost)).toBe(lost);
  });

  test('for a database that refuses connections', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const failed = new DrizzleQueryError('select secret', ['initech.example'], refused);
    const fault = toImapFault(settings, [], failed);
    expect(fault).toBeInstanceOf(StoreFailed);
    expect(String(fault)).toContain('refused');
    expect(String(fault)).not.toMatch(/select|initech/);
  });
});

const messageOf = (error: object) => {
  const fault = toImapFault(settings, ['hunter2'], Object.assign(new Error('Command failed'), error));
  return fault instanceof ConnectionFault ? fault.message : expect.fail();
};

test.each([
  [{ code: 'NoConnection' }, 'closed the connection'],
  [{ code: 'ETIMEOUT' }, 'does not answer; check the address, the port and the firewall'],
  [{ code: 'ETHROTTLE', responseText: '[THROTTLED] Slow' }, 'asks to wait (it said: [THROTTLED] Slow)'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'has an expired certificate; it must be renewed on the server'],
  [{ code: 'ParserError1' }, 'gave an answer that was not understood (Command failed)'],
])('an error of the protocol becomes a sentence that names the server: %j', (error, message) => {
  expect(messageOf(error)).toBe(`imap.example.com:993 ${message}`);
});

test('what a server says is quoted on one line, cut, and without the password', () => {
  const message = messageOf({ authenticationFailed: true, responseText: 'no\r\nhunter2\u0007 is wrong' });
  expect(message).toContain('(it said: no … is wrong)');
  expect(quoted('x'.repeat(1_000))).toHaveLength(201);
});

describe('a quotation of a server leaves out a password', () => {
  const leftOut = (password: string, said: string) =>
    expect(quoted(`no: ${said}!`, [password])).toBe('no: …!');

  test.each(['abcd\u00a0efgh\u00a0ijkl', 'two  spaces', 'a\ttab'])('with the white space %j', (password) => {
    leftOut(password, password);
    leftOut(password, password.replaceAll(/\s+/g, ' '));
  });

  test.each(['a%2FB%20c%C3%A9', 'a%2fB%20c%c3%a9', 'A/B CÉ', 'a/b cé'])(
    'in a URL or in one case, as %j',
    (said) => leftOut('a/B cé', said),
  );

  test('that was escaped as a string of IMAP', () => leftOut('a"b\\c', 'a\\"b\\\\c'));

  test.each(['', 'u', 'us', 'use'])('that was encoded for a login as %j', (user) => {
    const encoded = Buffer.from(`\0${user}\0correct horse battery`).toString('base64');
    const said = quoted(`BAD ${encoded}`, ['correct horse battery']);
    expect(said).toContain('…');
    const [before = ''] = said.slice('BAD '.length).split('…');
    expect(Buffer.from(before, 'base64').toString()).not.toContain('co');
  });
});
