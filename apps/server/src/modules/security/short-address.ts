import { isIPv6 } from 'node:net';
import { networkOf } from '../../http/network.ts';

/** An address shortened for privacy: `203.0.113.*`, or the /64 of an IPv6 one. */
export function shortAddress(address: string): string {
  const network = networkOf(address);
  if (network.includes('::/')) return network;
  return isIPv6(network) ? address : network.replace(/\.\d+$/, '.*');
}
