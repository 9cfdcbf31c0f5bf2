import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

const LONGEST = 1_000;

/** The push services to which pushes may be sent. */
export interface PushServices {
  /** Host names; a leading `*.` stands for one or more labels. */
  readonly hosts: readonly string[];
  /** Only the standard port and this one, used by tests, are allowed. */
  readonly port?: number;
}

/** Resolves names with the machine's resolver. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveHost: Resolve = async host => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** The endpoint, if it is allowed: https to a known push service, without URL tricks. Otherwise null. */
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

/** Whether it is a public internet address: not local, private, link-local or reserved. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * The address to connect to. Every address of the name must be allowed: a push service's name never resolves to private
 * addresses. Throws Error.
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
