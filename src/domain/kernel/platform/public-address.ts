import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';

/** Ranges of this machine and of private networks, which an operator may allow. */
const privateRanges = new net.BlockList();
/**
 * Ranges that no other system can have: link-local (including the metadata service of cloud machines), multicast,
 * tunnels and reserved ones.
 */
const forbiddenRanges = new net.BlockList();
for (const [range, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(range, bits, 'ipv4');
privateRanges.addAddress('::1', 'ipv6');
privateRanges.addSubnet('fc00::', 7, 'ipv6');
for (const [range, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  forbiddenRanges.addSubnet(range, bits, 'ipv4');
// Exceptions inside 2000::/3, the only public range: tunnels that hide an IPv4 address, and examples.
for (const [range, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  forbiddenRanges.addSubnet(range, bits, 'ipv6');
const publicIpv6 = new net.BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
const mappedIpv4 = new net.BlockList();
mappedIpv4.addSubnet('::ffff:0:0', 96, 'ipv6');

export type Reach = 'public' | 'private' | 'forbidden';

/** Classifies an IP address. An IPv4 address inside an IPv6 one (`::ffff:10.0.0.1`) is checked as IPv4. */
export function getReach(ip: string): Reach {
  const family = net.isIPv6(ip) ? 'ipv6' : 'ipv4';
  if (forbiddenRanges.check(ip, family)) return 'forbidden';
  if (privateRanges.check(ip, family)) return 'private';
  const isPublic = family === 'ipv4' || publicIpv6.check(ip, family) || mappedIpv4.check(ip, family);
  return isPublic ? 'public' : 'forbidden';
}

/**
 * The problem of an address: it is not a web address, contains a password, lacks TLS, leads into a private network
 * that the operator does not allow, or to a place that no other system can have.
 */
export type AddressFault = 'not-web' | 'password' | 'no-tls' | 'private' | 'forbidden';

/** The problem of another system's address as it is written; null if it may be called. */
export function findAddressFault(address: string, allowsPrivate: boolean): AddressFault | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'not-web';
  if (url.username || url.password) return 'password';
  if (url.protocol === 'http:' && !allowsPrivate) return 'no-tls';
  const host = getHost(url);
  return net.isIP(host) ? findReachFault(url, [host], allowsPrivate) : null;
}

/** The host without the brackets of IPv6. */
const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function findReachFault(url: URL, ips: readonly string[], allowsPrivate: boolean): AddressFault | null {
  const reaches = ips.map(getReach);
  if (reaches.includes('forbidden')) return 'forbidden';
  if (reaches.includes('private')) return allowsPrivate ? null : 'private';
  return url.protocol === 'http:' ? 'no-tls' : null;
}

/** Thrown if a name resolves to an address that may not be reached. */
export class ForbiddenAddress extends Error {
  constructor(readonly fault: AddressFault) {
    super(`the name points to an address that is not allowed: ${fault}`);
  }
}

/** Resolves a name to its addresses. */
export type Resolve = (
  name: string,
  options: dns.LookupAllOptions,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/**
 * Resolves like the operating system, including its hosts file. A slow name server then holds one of the few threads
 * of the process.
 */
export const systemResolve: Resolve = (name, options) => dns.promises.lookup(name, options);

/** Resolves by name servers only, without a thread, so that a slow one does not delay other work. */
export const resolveByServers =
  (resolver = new dns.promises.Resolver({ timeout: 2000, tries: 2 })): Resolve =>
  async (name) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error(`${name} has no address`);
    return addresses;
  };

/**
 * Resolves a name and throws for addresses it may not lead to. This happens at the time of connecting, because a name
 * may change its addresses; the connection goes to the checked ones. `resolve` defaults to that of the operating
 * system.
 */
export const guardedLookup =
  (url: URL, allowsPrivate: boolean, resolve: Resolve = systemResolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }).then(
      (addresses) => {
        const fault = findReachFault(
          url,
          addresses.map(({ address }) => address),
          allowsPrivate,
        );
        if (fault !== null) return callback(new ForbiddenAddress(fault), '', 0);
        if (options.all) return callback(null, [...addresses]);
        const [first] = addresses;
        return callback(null, first?.address ?? '', first?.family ?? 0);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
