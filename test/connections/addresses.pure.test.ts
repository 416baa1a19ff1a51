import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AddressRefused, pinnedTo, resolvePublic } from '../../src/connections/addresses.ts';
import { ConnectionFault } from '../../src/connections/fault.ts';
import { listen } from '../support/listen.ts';

const wordsOf = (text: string) => text.trim().split(/\s+/);

const privateHosts = wordsOf(`
  127.0.0.1 127.8.9.10 localhost ::1 [::1] ::ffff:127.0.0.1 ::ffff:10.0.0.1
  10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 fd12:3456::1`);

/** The resolver of the system understands these as 127.0.0.1. */
const loopbackHosts = ['2130706433', '0x7f000001', '127.1'];

const neverHosts = wordsOf(`
  0.0.0.0 :: 169.254.1.1 169.254.169.254 ::ffff:169.254.169.254 fd00:ec2::254 100.100.100.200 168.63.129.16
  224.0.0.1 255.255.255.255 fe80::1 ff02::1 fec0::1 ::7f00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1
  192.0.2.1 198.18.0.1 240.0.0.1`);

test.each([...privateHosts, ...loopbackHosts])(
  '%s is refused unless private networks are allowed',
  async (host) => {
    await expect(resolvePublic(host, false)).rejects.toThrow(AddressRefused);
    await expect(resolvePublic(host, false)).rejects.toThrow(/private network.*--allow-private/);
    expect(await resolvePublic(host, true)).not.toEqual([]);
  },
);

test.each(neverHosts)('%s is refused even if private networks are allowed', async (host) => {
  await expect(resolvePublic(host, false)).rejects.toThrow(AddressRefused);
  await expect(resolvePublic(host, true)).rejects.toThrow(AddressRefused);
});

test.each(['8.8.8.8', '2606:4700::1111', '[2606:4700::1111]', '::ffff:8.8.8.8'])(
  '%s is allowed',
  async (host) => {
    expect(await resolvePublic(host, false)).toEqual([host.replace(/[[\]]/g, '')]);
  },
);

test('a name that DNS does not know is a fault that names it', async () => {
  const resolving = resolvePublic('mail.invalid', false);
  await expect(resolving).rejects.toThrow(ConnectionFault);
  await expect(resolving).rejects.toThrow(/^mail\.invalid (?:is not known to DNS|cannot be looked up)/);
});

test('a socket connects to the address that was checked, whatever the name resolves to now', async () => {
  const server = createServer((socket) => socket.end());
  onTestFinished(() => void server.close());
  const port = await listen(server);
  const socket = connect({ host: 'rebound.invalid', port, ...pinnedTo(['127.0.0.1']) });
  await once(socket, 'connect');
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
});
