import type { IncomingMessage } from 'node:http';
import { networkOf } from '../http/network.ts';
import { Pace } from './pace.ts';

/** Open pages of one address: a household, an office or a mobile network. */
const AT_ONCE = 300;
/** All those pages reconnect at once after a restart, some of them twice; afterwards a few per second. */
const CONNECTS = { burst: 2 * AT_ONCE, perSecond: 10 };
/** Ten per page at once, then one per page and second. */
const MESSAGES = { burst: 10 * AT_ONCE, perSecond: AT_ONCE };
/** Subscriptions of a page, for all of them at once; afterwards a few per page and minute. */
const SNAPSHOTS = { burst: 8 * AT_ONCE, perSecond: 60 };
/** By then every budget is full again, so the network need not be remembered. */
const FORGOTTEN_AFTER_MS = 120_000;

export type Turned = 'full' | 'pace';

/** Shared by all connections of one network. */
export class Network {
  readonly name: string;
  readonly connects: Pace;
  /** Messages, polls and attempts to connect. */
  readonly messages: Pace;
  readonly snapshots: Pace;
  open = 0;
  usedMs: number;

  constructor(name: string, nowMs: number) {
    this.name = name;
    this.connects = new Pace(CONNECTS.burst, CONNECTS.perSecond, nowMs);
    this.messages = new Pace(MESSAGES.burst, MESSAGES.perSecond, nowMs);
    this.snapshots = new Pace(SNAPSHOTS.burst, SNAPSHOTS.perSecond, nowMs);
    this.usedMs = nowMs;
  }
}

/**
 * Limits per network over all its connections, so that nobody bypasses the limits by opening many. Checked before the
 * handshake: refused connections cost no look-up.
 */
export class NetworkLimits {
  readonly #trustedProxies: number;
  readonly #nowMs: () => number;
  readonly #networks = new Map<string, Network>();
  #sweptMs: number;

  /** `trustedProxies`: number of proxies in front, which name the client's address. `nowMs` never goes back. */
  constructor(trustedProxies: number, nowMs: () => number = () => performance.now()) {
    this.#trustedProxies = trustedProxies;
    this.#nowMs = nowMs;
    this.#sweptMs = nowMs();
  }

  /** Counts an attempt to connect; null if it is allowed, else the reason. */
  turned(request: IncomingMessage): Turned | null {
    const network = this.of(request);
    if (network.open >= AT_ONCE) return 'full';
    return network.connects.take(this.#nowMs()) ? null : 'pace';
  }

  of(request: IncomingMessage): Network {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    const name = this.#nameOf(request);
    let network = this.#networks.get(name);
    if (network === undefined) this.#networks.set(name, (network = new Network(name, nowMs)));
    network.usedMs = nowMs;
    return network;
  }

  /** Number of known networks: those with connections, and those seen recently. */
  get size(): number {
    return this.#networks.size;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < FORGOTTEN_AFTER_MS) return;
    this.#sweptMs = nowMs;
    for (const [name, { open, usedMs }] of this.#networks)
      if (open === 0 && nowMs - usedMs >= FORGOTTEN_AFTER_MS) this.#networks.delete(name);
  }

  /** Same rule as for HTTP: the address seen by the outermost trusted proxy, else the connection's own. */
  #nameOf(request: IncomingMessage): string {
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
