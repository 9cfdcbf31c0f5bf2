import { DAY_MS } from '@tallystick/core/durations';
import type { Settings } from '../config/settings.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Engine, EngineOptions } from '../engine/engine.ts';
import { standBy } from '../engine/standby.ts';
import { startEngine } from '../engine/start-engine.ts';
import type { CoreEngine } from '../engine/core-engine.ts';
import type { Database } from '../database/database.ts';
import type { Stops } from '../module/stops.ts';
import type { Clock } from '../timekeeping/clock.ts';
import { checkAtStart } from '../timekeeping/start-check.ts';

/** A demo that runs for months fills no disk. */
const DEMO_HISTORY_DAYS = 30;

export type EngineSettingsOf = Pick<
  Settings,
  'MODE' | 'SNAPSHOT_EVERY' | 'ADMISSION' | 'HISTORY_DAYS' | 'JOURNAL_DAYS'
>;

export interface OpenEngineOptions {
  readonly settings: EngineSettingsOf;
  /** With all migrations applied. */
  readonly database: Pick<Database, 'pool' | 'url'>;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  /** Called with a failure that must end the process. */
  readonly onFatal: (error: unknown) => void;
  readonly stops: Stops;
  /** Replacements for tests. */
  readonly engine?: Pick<EngineOptions, 'log' | 'settings'>;
}

/** The engine that stamps and journals, by this process's clock. */
export async function openEngine(options: OpenEngineOptions): Promise<Engine & Pick<CoreEngine, 'run'>> {
  const engine = await startEngine(engineOptions(options));
  tieIn(engine, options);
  return engine;
}

/** The same as a core, once the one that writes is gone or silent: resolves then. Judges the clock at that moment. */
export async function openStandby(
  options: OpenEngineOptions,
  onStandingBy: (sequence: number) => void,
): Promise<CoreEngine> {
  const { clock, database, settings } = options;
  const engine = await standBy({
    ...engineOptions(options),
    onStandingBy,
    // It may have stood by for weeks, and stamped by another clock than this one before.
    async onRecovered(lastAtMs) {
      clock.forget();
      await checkAtStart(database.pool, clock);
      clock.follow(lastAtMs, settings.MODE);
    },
  });
  tieIn(engine, options);
  return engine;
}

function tieIn(engine: Pick<Engine, 'stop' | 'wake'>, { stops, clock }: OpenEngineOptions): void {
  stops.add(() => engine.stop());
  clock.onAdvanced(() => engine.wake());
}

function engineOptions(options: OpenEngineOptions): EngineOptions {
  const { settings, database, clock, registry, log, onFatal } = options;
  const { MODE: mode } = settings;
  return {
    pool: database.pool,
    databaseUrl: database.url,
    log,
    registry,
    now: clock.now,
    onRecovered: lastAtMs => clock.follow(lastAtMs, mode),
    clockStopped: () => clock.stop() !== null,
    onFatal,
    unreleasedCores: runsUnreleased(settings),
    ...options.engine,
    settings: {
      snapshotEvery: settings.SNAPSHOT_EVERY,
      queueLimit: settings.ADMISSION,
      history: {
        historyMs: keptMs(settings.HISTORY_DAYS, mode),
        journalMs: keptMs(settings.JOURNAL_DAYS, mode),
      },
      ...options.engine?.settings,
    },
  };
}

/** In live, only released cores run. */
export function runsUnreleased({ MODE }: Pick<Settings, 'MODE'>): boolean {
  return MODE === 'demo';
}

/** Null: for ever. */
function keptMs(days: number | 'forever' | null, mode: Settings['MODE']): number | null {
  if (days === 'forever' || (days === null && mode === 'live')) return null;
  return (days ?? DEMO_HISTORY_DAYS) * DAY_MS;
}
