import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Of an IPv6 address: what a provider gives to one household or server. */
const NETWORK_GROUPS = 4;

/**
 * Whom an address stands for when attempts are counted: an IPv4 address for itself, an IPv6 address for its /64,
 * within which anyone may change address at will.
 */
export function networkOf(address: string): string {
  const [text = ''] = address.split('%', 1);
  if (!isIPv6(text)) return address;
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  if (embedded?.[1] !== undefined) return embedded[1];
  const [head = '', tail] = text.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
