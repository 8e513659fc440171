import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';

/** Ranges of this machine and of private networks: an operator may allow them. */
const privateRanges = new net.BlockList();
/** Ranges that no source has: link-local (also the metadata of cloud machines), multicast, tunnels and reserved ones. */
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
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  forbiddenRanges.addSubnet(range, bits, 'ipv4');
forbiddenRanges.addAddress('::', 'ipv6');
for (const [range, bits] of [
  ['64:ff9b::', 96],
  ['2001::', 32],
  ['2002::', 16],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  forbiddenRanges.addSubnet(range, bits, 'ipv6');

type Reach = 'public' | 'private' | 'forbidden';

/** Where an IP address lies. */
export function reachOf(ip: string): Reach {
  const family = net.isIPv6(ip) ? 'ipv6' : 'ipv4'; // an IPv4 address inside an IPv6 one is checked as IPv4
  if (forbiddenRanges.check(ip, family)) return 'forbidden';
  return privateRanges.check(ip, family) ? 'private' : 'public';
}

/** What is wrong with the address of a source, in words that follow its name; null if it is well formed. */
export function addressFault(address: string, allowsPrivate: boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must begin with https://';
  if (url.username || url.password) return 'must not contain a password; enter it as the credential';
  if (url.protocol === 'http:' && !allowsPrivate) return 'must begin with https:// because it may receive a credential';
  const host = hostOf(url);
  return net.isIP(host) ? reachFault(url, [host], allowsPrivate) : null;
}

/** The host without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function reachFault(url: URL, ips: readonly string[], allowsPrivate: boolean): string | null {
  const reaches = ips.map(reachOf);
  if (reaches.includes('forbidden')) return 'leads to an address that sources cannot have';
  if (reaches.includes('private'))
    return allowsPrivate
      ? null
      : 'leads into a private network, which the operator of this installation does not allow';
  return url.protocol === 'http:' ? 'must begin with https:// because it may receive a credential' : null;
}

/** Thrown where a name leads to an address that may not be reached. */
export class ForbiddenAddress extends Error {}

/** Looks up a name and refuses what it may not lead to, at the moment of connecting: a name may change where it leads. */
export const guardedLookup =
  (url: URL, allowsPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const fault = reachFault(
        url,
        found.map(({ address }) => address),
        allowsPrivate,
      );
      if (fault !== null) return callback(new ForbiddenAddress(fault), '', 0);
      if (options.all) return callback(null, found);
      const [first] = found;
      return callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
