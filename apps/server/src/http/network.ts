import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** IPv6 prefix that a provider gives to one household or server. */
const NETWORK_GROUPS = 4;

/** IPv6 prefix that a provider gives to one site or company. */
const SITE_GROUPS = 3;

/**
 * The network that attempts are counted for: an IPv4 address itself, an IPv6 address's /64, within which anyone may
 * change address freely.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? prefixOf(plain, NETWORK_GROUPS) : plain;
}

/** The network in which one person may have many addresses: an IPv4 address's /24, an IPv6 address's /48. */
export function siteOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return prefixOf(plain, SITE_GROUPS);
  return isIPv4(plain) ? `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` : plain;
}

/** Without a zone; IPv4-mapped IPv6 becomes IPv4. */
function plainAddress(address: string): string {
  const [text = ''] = address.split('%', 1);
  if (!isIPv6(text)) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? text;
}

/** The first groups of an IPv6 address, each of 16 bits. */
function prefixOf(text: string, count: number): string {
  const [head = '', tail] = text.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after];
  const prefix = groups
    .slice(0, count)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
  return `${prefix}::/${count * 16}`;
}
