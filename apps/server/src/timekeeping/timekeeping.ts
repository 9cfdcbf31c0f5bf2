import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Engine } from '../engine/engine.ts';
import { ClockWatch } from './clock-watch.ts';
import { PeriodicJob } from './periodic-job.ts';
import { judgeAgain, keepUptime } from './start-check.ts';

const JUDGE_EVERY_MS = 5_000;

export interface TimekeepingOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** A core tells nobody about markets. */
  readonly engine: Pick<Engine, 'wake'> & Partial<Pick<Engine, 'marketData'>>;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  /**
   * Whether commands are stamped here: then the uptime that the next start is held against is this machine's, and only
   * people can say that a clock in doubt is right.
   */
  readonly stamps: boolean;
  /** After each change. */
  readonly onChange?: () => void;
}

export interface Timekeeping {
  /** Runs work that needs commands at once or, while the clock is in doubt, as soon as it no longer is. */
  onceStamping(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Watches the clock, and resumes the exchange when the clock does. */
export function startTimekeeping(options: TimekeepingOptions): Timekeeping {
  const { pool, clock, engine, registry, log, stamps } = options;
  let waiting: (() => Promise<void>)[] = [];
  let working: Promise<void> = Promise.resolve();
  const goOn = async (): Promise<void> => {
    await Promise.all([engine.wake(), kept?.save()]);
    while (waiting.length > 0 && clock.stop() === null) {
      const [work] = waiting;
      await work?.();
      waiting = waiting.slice(1);
    }
  };
  const watch = new ClockWatch({
    clock,
    registry,
    log,
    onChange(stop) {
      options.onChange?.();
      engine.marketData?.retellTickers();
      if (stop !== null) return;
      working = working
        .then(goOn)
        .catch((error: unknown) => log.error({ err: error }, 'what waited for the clock could not be done'));
    },
  });
  watch.look();
  const kept = stamps
    ? keepUptime(pool, clock, error => log.warn({ err: error }, 'the machine’s uptime could not be kept'))
    : null;
  const failure = 'it could not be judged whether the clock is right; it will be';
  const judging = stamps
    ? null
    : new PeriodicJob(() => judgeAgain(pool, clock), { everyMs: JUDGE_EVERY_MS, log, failure }).start();
  return {
    async onceStamping(work) {
      if (clock.stop() === null) await work();
      else waiting.push(work);
    },
    async stop() {
      watch.close();
      await judging?.();
      await kept?.stop();
      await working;
    },
  };
}
