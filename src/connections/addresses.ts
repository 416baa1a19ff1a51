import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConnectionFault, codeOf } from './fault.ts';

/** Thrown for a host that must not be connected to. The message says why, and how to allow it if that is possible. */
export class AddressRefused extends ConnectionFault {}

/** The only IPv6 addresses of the public internet (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/** Metadata servers of cloud providers, which give credentials to any process on the machine. */
const metadataAddresses = new Set([
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure
  '169.254.169.254', // most others
  '192.0.0.192', // Oracle Cloud
  'fd00:ec2::254', // AWS
  'fd20:ce::254', // Google Cloud
]);

const privateRanges = new Set(['private', 'uniqueLocal', 'carrierGradeNat', 'loopback']);

/** Classifies an IP address. IPv4 in IPv6 counts as IPv4; addresses that tunnel to other addresses are never allowed. */
function kindOf(address: string): 'public' | 'private' | 'never' {
  const parsed = ipaddr.process(address);
  if (metadataAddresses.has(parsed.toString())) return 'never';
  const range = parsed.range();
  if (privateRanges.has(range)) return 'private';
  if (range !== 'unicast') return 'never';
  return parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast, 3) ? 'never' : 'public';
}

/** True for 127.0.0.0/8 and ::1. */
export const isLoopback = (address: string): boolean => ipaddr.process(address).range() === 'loopback';

/** Removes the brackets that an IPv6 address has in a URL. */
const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Resolves a host name or IP address and returns the addresses that may be connected to. Connect to one of them, for
 * example with `pinnedTo`: resolving again could return a different address.
 * @param allowPrivate also returns loopback and private addresses, but never link-local ones and cloud metadata servers
 * @throws AddressRefused if none is left, ConnectionFault if the name cannot be resolved
 */
export async function resolvePublic(host: string, allowPrivate: boolean): Promise<string[]> {
  const name = withoutBrackets(host);
  if (isIP(name) !== 0) return keepAllowed(name, [name], allowPrivate);
  // Only private networks have names without a dot.
  if (!allowPrivate && !name.includes('.')) throw refusalOfPrivate(name);
  const addresses = await (allowPrivate ? askSystem(name) : askDns(name)).catch((error: unknown) => {
    throw new ConnectionFault(
      unknownToDns.has(codeOf(error))
        ? `${name} is not known to DNS; check the name`
        : `${name} cannot be looked up, since DNS does not answer; check the network`,
    );
  });
  return keepAllowed(name, addresses, allowPrivate);
}

const unknownToDns = new Set<unknown>(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Looks up a name that an administrator gave, also in `/etc/hosts` and the network of a container. */
const askSystem = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address);

const lookUpMs = 6_000;

/**
 * Looks up a name that anyone gave. Unlike `lookup` this uses none of the few threads of the process, which names whose
 * servers never answer would hold.
 * @returns IPv4 and IPv6 addresses by turns
 */
async function askDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: lookUpMs / 3, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), lookUpMs);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value.map((address, rank) => ({ address, rank })) : [],
  );
  if (found.length === 0 && answers[0].status === 'rejected') throw answers[0].reason;
  return found.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
}

/**
 * Refuses an IP address that `resolvePublic` would refuse. Accepts every name.
 * @throws AddressRefused
 */
export function refuseAddress(host: string, allowPrivate: boolean): void {
  const name = withoutBrackets(host);
  if (isIP(name) !== 0) keepAllowed(name, [name], allowPrivate);
}

function keepAllowed(name: string, addresses: readonly string[], allowPrivate: boolean): string[] {
  const isPrivate = (address: string) => kindOf(address) === 'private';
  const kept = addresses.filter(
    (address) => kindOf(address) === 'public' || (allowPrivate && isPrivate(address)),
  );
  if (kept.length > 0) return kept;
  throw addresses.some(isPrivate)
    ? refusalOfPrivate(name)
    : new AddressRefused(`${name} has no address that a connection may use; check the name`);
}

const refusalOfPrivate = (name: string) =>
  new AddressRefused(
    `${name} is in a private network; to allow this, use --allow-private on the command line`,
  );

/** Options of a socket, which then tries these addresses in turn instead of looking up a name again. */
export function pinnedTo(addresses: readonly string[]) {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, found);
  // Without it, a look-up may give only one address.
  return { lookup, autoSelectFamily: true };
}
