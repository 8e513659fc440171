import { isIPv6 } from 'node:net';

const GROUPS = 8;

/**
 * The network part of an address, as a household or office has it: the whole IPv4 address, or the first 64 bits of an
 * IPv6 address in any notation.
 */
export function getNetwork(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [front = [], back = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, GROUPS - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back]
    .slice(0, GROUPS / 2)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
