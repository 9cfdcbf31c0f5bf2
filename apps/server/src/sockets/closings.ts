import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';

/** Why we closed a connection: it did not read; it sent too many messages or bytes; its network did. */
export type ClosingReason = 'unread' | 'flood' | 'bytes' | 'network';
/** Why a connection was refused: too many of its network are open, or too many were begun. */
export type TurnedReason = 'full' | 'pace';

const LOG_EVERY_MS = 10_000;
/** Most networks named in one line. */
const NAMED = 5;

/** Counts closed and refused connections. The log gets one line every few seconds, however many there are. */
export class Closings {
  readonly #log: FastifyBaseLogger;
  readonly #closed: Counter<'reason'>;
  readonly #turned: Counter<'reason'>;
  readonly #counts = new Map<string, number>();
  readonly #networks = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: FastifyBaseLogger, registry: Registry) {
    this.#log = log;
    this.#closed = new Counter({
      name: 'tallystick_sockets_closed_total',
      help: 'Connections that were closed because they did not read, or flooded',
      labelNames: ['reason'],
      registers: [registry],
    });
    this.#turned = new Counter({
      name: 'tallystick_sockets_turned_away_total',
      help: 'Connections that were not accepted: too many of their network',
      labelNames: ['reason'],
      registers: [registry],
    });
  }

  closed(reason: ClosingReason, network: string): void {
    this.#closed.inc({ reason });
    this.#note(`closed: ${reason}`, network);
  }

  turned(reason: TurnedReason, network: string): void {
    this.#turned.inc({ reason });
    this.#note(`turned away: ${reason}`, network);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #note(what: string, network: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    if (this.#networks.size < NAMED) this.#networks.add(network);
    this.#timer ??= setTimeout(() => this.#tell(), LOG_EVERY_MS).unref();
  }

  #tell(): void {
    this.#timer = null;
    const sockets = Object.fromEntries(this.#counts);
    this.#log.warn({ sockets, networks: [...this.#networks] }, 'connections that flood or do not read');
    this.#counts.clear();
    this.#networks.clear();
  }
}
