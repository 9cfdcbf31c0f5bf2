import { Gauge, type Registry } from 'prom-client';
import type { Clock, ClockStop, ClockStopReason } from './clock.ts';

export interface ClockWatchOptions {
  readonly clock: Pick<Clock, 'stop' | 'differenceMs'>;
  readonly registry: Registry;
  readonly log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** After each change. */
  readonly onChange: (stop: ClockStop | null) => void;
}

const LOOK_EVERY_MS = 250;
/** While it is stopped, the log says so this often. */
const REMIND_EVERY_MS = 60_000;

const WHY: Readonly<Record<ClockStopReason, string>> = {
  jumped: 'the machine’s clock was set, or the machine slept',
  database: 'the machine’s clock is not the database server’s',
  uptime: 'the machine’s clock was set since the last run',
  long_gap: 'the last command is more than a day old',
  journal_ahead: 'the journal ends later than the clock: it waits until then',
};

/** Checks the clock when nothing else does, and reports to log, metrics and `onChange` when it is in doubt. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #stopped: ClockStopReason | null = null;
  #remindAtMs = 0;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    const { clock, registry } = options;
    const stopped: Gauge = new Gauge({
      name: 'tallystick_clock_stopped',
      help: '1 while the machine’s clock is in doubt and no command is stamped',
      registers: [registry],
      collect: () => stopped.set(clock.stop() === null ? 0 : 1),
    });
    const difference: Gauge = new Gauge({
      name: 'tallystick_clock_difference_seconds',
      help: 'The machine’s clock less the one commands are stamped by',
      registers: [registry],
      collect: () => difference.set(clock.differenceMs / 1000),
    });
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** As the timer does; `monotonicMs` never goes back. */
  look(monotonicMs = performance.now()): void {
    const { clock, log, onChange } = this.#options;
    const stop = clock.stop();
    const reason = stop?.reason ?? null;
    const changed = reason !== this.#stopped;
    if (stop !== null && (changed || monotonicMs >= this.#remindAtMs)) {
      this.#remindAtMs = monotonicMs + REMIND_EVERY_MS;
      const since = new Date(stop.sinceMs).toISOString();
      const details = { reason: stop.reason, since, differenceMs: stop.differenceMs };
      log.error(details, `no command is stamped: ${WHY[stop.reason]}`);
    }
    if (stop === null && changed) log.warn({ was: this.#stopped }, 'commands are stamped again');
    this.#stopped = reason;
    if (changed) onChange(stop);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
