import type { IncomingMessage } from 'node:http';
import { networkOf } from '../http/network.ts';
import { Pace } from './pace.ts';

/** Open pages of one household, office or mobile network's address. */
const AT_ONCE = 300;
/** All those pages come back at once after a restart, some of them twice; afterwards a few a second. */
const CONNECTS = { burst: 2 * AT_ONCE, perSecond: 10 };
/** Ten a page at once, then one a page and second. */
const MESSAGES = { burst: 10 * AT_ONCE, perSecond: AT_ONCE };
/** What a page watches, for all of them at once; afterwards a page a few times a minute. */
const SNAPSHOTS = { burst: 8 * AT_ONCE, perSecond: 60 };
/** By then everything is filled up again, and a network is like one never seen. */
const FORGOTTEN_AFTER_MS = 120_000;

export type Turned = 'full' | 'pace';

/** What all connections of one network share. */
export class Network {
  readonly name: string;
  readonly connects: Pace;
  /** Messages, polls and tries to connect. */
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
 * Counts per network, over all its connections, so that nobody takes everything by opening many. Before the
 * handshake: who is turned away costs no look-up.
 */
export class NetworkLimits {
  readonly #trustedProxies: number;
  readonly #nowMs: () => number;
  readonly #networks = new Map<string, Network>();
  #sweptMs: number;

  /** `trustedProxies` stand in front and may say whom they speak for. `nowMs` never goes back. */
  constructor(trustedProxies: number, nowMs: () => number = () => performance.now()) {
    this.#trustedProxies = trustedProxies;
    this.#nowMs = nowMs;
    this.#sweptMs = nowMs();
  }

  /** Counts a try to connect; null if it may, else why not. */
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

  /** How many networks are known: those with connections, and those seen lately. */
  get size(): number {
    return this.#networks.size;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < FORGOTTEN_AFTER_MS) return;
    this.#sweptMs = nowMs;
    for (const [name, { open, usedMs }] of this.#networks)
      if (open === 0 && nowMs - usedMs >= FORGOTTEN_AFTER_MS) this.#networks.delete(name);
  }

  /** As the HTTP side reads it: the address the outermost trusted proxy saw, else the connection's own. */
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
