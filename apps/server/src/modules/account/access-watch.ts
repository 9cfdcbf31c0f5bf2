import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';

const LINE_EVERY_MS = 60_000;

/** How an attempt to log in ended. */
export type LoginResult =
  /** A session was opened. */
  | 'ok'
  /** The password was right, the second factor is awaited. */
  | 'second_step'
  | 'wrong_password'
  | 'wrong_second_factor'
  /** Unknown devices have used up the account's guesses. The answer does not say whether the password was right. */
  | 'limited'
  /** The device, or the address, has to wait. */
  | 'locked'
  /** A mailed link made a device known. */
  | 'link';

const REFUSED: ReadonlySet<LoginResult> = new Set([
  'wrong_password',
  'wrong_second_factor',
  'limited',
  'locked',
]);

export interface AccessWatchOptions {
  readonly registry: Registry;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly lineEveryMs?: number;
}

/**
 * Counts successful and refused logins. It logs at most one line a minute and only counts, so an attack cannot fill the
 * log, and nothing that somebody typed gets into it.
 */
export class AccessWatch {
  readonly #options: AccessWatchOptions;
  readonly #logins: Counter<'who' | 'result'>;
  readonly #limited: Counter<'call'>;
  #refused: Record<string, number> = {};
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AccessWatchOptions) {
    this.#options = options;
    const registers = [options.registry];
    this.#logins = new Counter({
      name: 'tallystick_logins_total',
      help: 'Attempts to log in by how they ended',
      labelNames: ['who', 'result'],
      registers,
    });
    this.#limited = new Counter({
      name: 'tallystick_rate_limited_total',
      help: 'Calls refused because an address or a customer made too many',
      labelNames: ['call'],
      registers,
    });
  }

  login(who: 'customer' | 'operator', result: LoginResult): void {
    this.#logins.inc({ who, result });
    if (REFUSED.has(result)) this.#note(`${who}_${result}`);
  }

  /** `call`: a name of the protocol, or `customer` where one customer called too much of everything. */
  rateLimited(call: string): void {
    this.#limited.inc({ call });
    this.#note('rate_limited');
  }

  /** Logs the counts that are not logged yet. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#write();
  }

  #note(what: string): void {
    this.#refused[what] = (this.#refused[what] ?? 0) + 1;
    this.#timer ??= setTimeout(() => this.#write(), this.#options.lineEveryMs ?? LINE_EVERY_MS).unref();
  }

  #write(): void {
    this.#timer = null;
    if (Object.keys(this.#refused).length === 0) return;
    this.#options.log.warn({ refused: this.#refused }, 'log-ins and calls were refused in the last minute');
    this.#refused = {};
  }
}
