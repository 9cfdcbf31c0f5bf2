import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

const LONGEST = 1_000;

/** Where pushes may go at all. */
export interface PushServices {
  /** Host names; `*.` in front stands for one or more names before it. */
  readonly hosts: readonly string[];
  /** Any but the standard port is refused unless it is this one: for tests. */
  readonly port?: number;
}

/** Names to addresses, as the machine does it. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveHost: Resolve = async host => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** The endpoint, if it may be one: https, of a known push service, with nothing that a URL could hide. Else null. */
export function endpointOf(text: string, services: PushServices): URL | null {
  if (text.length > LONGEST) return null;
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (url.port !== '' && url.port !== String(services.port)) return null;
  return services.hosts.some(host => isOf(url.hostname, host)) ? url : null;
}

function isOf(hostname: string, host: string): boolean {
  return host.startsWith('*.')
    ? hostname.length > host.length - 1 && hostname.endsWith(host.slice(1))
    : hostname === host;
}

/** Whether it is one of the internet's: not this machine's, a private network's, a link's or anything reserved. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * The one address to connect to. All that the name stands for must be allowed: a name that also leads elsewhere is none
 * of a push service. Throws Error.
 */
export async function addressOf(
  host: string,
  resolve: Resolve,
  allowed: (address: string) => boolean,
): Promise<string> {
  const addresses = await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new Error(`${host} has no address`);
  const other = addresses.find(address => !allowed(address));
  if (other !== undefined) throw new Error(`${host} leads to ${other}, which is not on the internet`);
  return first;
}
