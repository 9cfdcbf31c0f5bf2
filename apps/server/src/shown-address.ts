/** Addresses that mean every interface, or this machine alone: in a browser of this machine `localhost` opens both. */
const OF_THIS_MACHINE = new Set(['0.0.0.0', '127.0.0.1', '[::]', '[::1]']);

/**
 * The address to open in a browser of this machine, without a slash at its end. By its name: browsers make no passkeys
 * for IP addresses, and a log-in at one does not count at the other.
 */
export function shownAddress(listening: string): string {
  const url = new URL(listening);
  if (OF_THIS_MACHINE.has(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}
