import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AddressRefused, resolvePublic } from '../../src/connections/addresses.ts';
import { ConnectionFault } from '../../src/connections/fault.ts';

const wordsOf = (text: string) => text.trim().split(/\s+/);

const privateHosts = wordsOf(`
  127.0.0.1 127.8.9.10 localhost ::1 [::1] ::ffff:127.0.0.1 ::ffff:10.0.0.1
  10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 fd12:3456::1`);

/** The resolver of the system understands these as 127.0.0.1. */
const loopbackHosts = ['2130706433', '0x7f000001'];

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

/** Answers of DNS; a look-up without one waits until it is cancelled. */
function stubDns(ipv4: string[] | undefined, ipv6: string[] | undefined) {
  const cancelling = new AbortController();
  const answer = (addresses: string[] | undefined) => async () =>
    addresses ?? once(cancelling.signal, 'abort').then(() => Promise.reject(cancelling.signal.reason));
  const stubs = [
    vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(answer(ipv4)),
    vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(answer(ipv6)),
    vi.spyOn(Resolver.prototype, 'cancel').mockImplementation(() => cancelling.abort()),
  ];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    for (const stub of stubs) stub.mockRestore();
  });
}

test('a name that anyone gave is looked up without a thread of the process, in IPv4 and IPv6 by turns', async () => {
  stubDns(['8.8.8.8', '8.8.4.4'], ['2606:4700::1111']);
  expect(await resolvePublic('mail.invalid', false)).toEqual(['8.8.8.8', '2606:4700::1111', '8.8.4.4']);
});

test('a look-up that is not answered ends after 6 s, with what was found until then', async () => {
  stubDns(['8.8.8.8'], undefined);
  const found = resolvePublic('mail.invalid', false);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await found).toEqual(['8.8.8.8']);
  stubDns(undefined, undefined);
  const missing = expect(resolvePublic('mail.invalid', false)).rejects.toThrow(/since DNS does not answer/);
  await vi.advanceTimersByTimeAsync(6_000);
  await missing;
});
