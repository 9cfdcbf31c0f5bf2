import { collectDefaultMetrics, Registry } from 'prom-client';
import { openStandby } from '../composition/engine.ts';
import { awaitDatabase } from '../database/await-database.ts';
import { openDatabase } from '../database/database.ts';
import type { CoreEngine } from '../engine/core-engine.ts';
import { HOLDER } from '../engine/start-engine.ts';
import { BusServer } from '../engine/remote/bus-server.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import { KnownRun } from '../engine/remote/known-run.ts';
import { Link } from '../engine/remote/link.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';
import { NatsNews } from '../engine/remote/nats-news.ts';
import { haltAll } from './halt-all.ts';
import { shareState } from './shared-state.ts';
import { Clock } from '../timekeeping/clock.ts';
import { CoreClock } from '../timekeeping/core-clock.ts';
import { SteadyClock } from '../timekeeping/steady-clock.ts';
import { startTimekeeping } from '../timekeeping/timekeeping.ts';
import { natsSettings } from './nats-settings.ts';
import { openRoleMetrics } from './role-metrics.ts';
import type { Running, Server, ServerOptions } from './running.ts';
import { tellPassed } from './time-passed.ts';

/**
 * Stamps and journals the commands of all other processes, and nothing else: it has no modules and serves nobody. While
 * another core does so, it stands by.
 */
export async function startCore(
  { settings, log, progress, onFatal }: ServerOptions,
  running: Running,
): Promise<Omit<Server, 'stop'>> {
  const { stops } = running;
  progress('opening the database');
  const { DATABASE_URL: url, DATA_DIR: dataDir, DATABASE_CONNECTIONS: connections } = settings;
  if (url !== null) await awaitDatabase(url, log);
  const database = await openDatabase({ url, dataDir, connections }, log);
  stops.add(() => database.close());
  const { pool } = database;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const clock = await Clock.load(pool, settings.MODE, new SteadyClock({ limitMs: settings.CLOCK_LIMIT_MS }));

  progress('recovering the exchange');
  const { connection, prefix, key } = natsSettings(settings);
  const link = new Link({ connection, name: 'tallystick core', log });
  // After the engine, whose last answers and rows it sends.
  stops.add(() => link.stop());
  const seal = new FrameSeal(key);
  const subjects = subjectsOf(prefix);
  const known = new KnownRun({ pool, log });
  stops.add(() => known.stop());
  const news = new NatsNews({ link, subject: subjects.news, seal, known, log });
  const failed = (error: unknown): void => {
    running.ready = false;
    onFatal(error);
  };
  const halt = haltAll({ pool, news, finder: `the core ${HOLDER}`, log, onFatal: failed });
  let coreClock: CoreClock | null = null;
  const sharedClock = {
    async catchUp() {
      await clock.catchUp();
      await coreClock?.catchUp();
    },
    onAdvancedHere: () => undefined,
    onConfirmedHere: () => undefined,
  };
  const shared = shareState({ pool, news, clock: sharedClock, onHalted: failed, log });
  stops.add(() => shared.stop());
  running.seen = { lookedMs: shared.lookedMs, behindMs: null, bus: () => link.isUp };
  let engine: CoreEngine | null = null;
  const metricsUrl = await openRoleMetrics({
    settings,
    databaseUrl: database.url,
    registry,
    log,
    stops,
    ready: () => running.ready,
    committingForMs: () => engine?.committingForMs() ?? 0,
    clockStopped: () => clock.stop() !== null,
    seen: () => running.seen,
  });
  const active = await openStandby(
    {
      settings,
      database,
      clock,
      registry,
      log,
      stops,
      onFatal(error) {
        running.ready = false;
        halt(error);
      },
    },
    sequence => {
      log.info({ sequence }, 'another core may be writing: this one stands by');
    },
  );
  engine = active;
  await tellPassed({ pool, clock, engine });
  const said = new CoreClock({
    pool,
    clock,
    epoch: active.epoch(),
    tell: () => news.tell({ kind: 'clock' }),
    log,
  });
  coreClock = said;
  stops.add(() => said.stop());
  const saidNow = (): void =>
    void said
      .changed()
      .catch((error: unknown) => log.warn({ err: error }, 'gateways are told of the clock later'));
  saidNow();
  const timekeeping = startTimekeeping({
    pool,
    clock,
    engine: active,
    registry,
    log,
    stamps: true,
    onChange: saidNow,
  });
  stops.add(() => timekeeping.stop());
  const bus = new BusServer({ link, subjects, seal, engine: active, log, registry });
  stops.add(() => bus.stop());

  running.ready = true;
  stops.add(() => {
    running.ready = false;
  });
  return { url: null, metricsUrl };
}
