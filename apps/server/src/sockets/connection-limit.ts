import type { IncomingMessage } from 'node:http';
import { networkOf } from '../http/network.ts';

/** Open pages of one household, office or mobile network's address. */
const AT_ONCE = 300;

/**
 * Counts open connections per network, so that nobody takes them all. Before the handshake: who is turned away
 * costs no look-up.
 */
export class ConnectionLimit {
  readonly #trustedProxies: number;
  readonly #open = new Map<string, number>();

  /** `trustedProxies` stand in front and may say whom they speak for. */
  constructor(trustedProxies: number) {
    this.#trustedProxies = trustedProxies;
  }

  allows(request: IncomingMessage): boolean {
    return (this.#open.get(this.#networkOf(request)) ?? 0) < AT_ONCE;
  }

  /** Counts a connection in; the result counts it out, once. */
  opened(request: IncomingMessage): () => void {
    const network = this.#networkOf(request);
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left === 0) this.#open.delete(network);
      else this.#open.set(network, left);
    };
  }

  /** As the HTTP side reads it: the address the outermost trusted proxy saw, else the connection's own. */
  #networkOf(request: IncomingMessage): string {
    const forwarded = request.headers['x-forwarded-for'];
    const chain = [
      ...String(forwarded ?? '')
        .split(',')
        .map(address => address.trim())
        .filter(address => address !== ''),
      request.socket.remoteAddress ?? '',
    ].toReversed();
    return networkOf(chain[Math.min(this.#trustedProxies, chain.length - 1)] ?? '');
  }
}
