import { openStandby } from '../composition/engine.ts';
import type { CoreEngine } from '../engine/core-engine.ts';
import { HOLDER } from '../engine/start-engine.ts';
import { BusServer } from '../engine/remote/bus-server.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import { KnownRun } from '../engine/remote/known-run.ts';
import { Link } from '../engine/remote/link.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';
import { NatsNews } from '../engine/remote/nats-news.ts';
import { loadClock, openGround } from './ground.ts';
import { haltAll } from './halt-all.ts';
import { shareState } from './shared-state.ts';
import { CoreClock } from '../timekeeping/core-clock.ts';
import { startTimekeeping } from '../timekeeping/timekeeping.ts';
import { natsSettings } from './nats-settings.ts';
import { openRoleMetrics } from './role-metrics.ts';
import type { Running, Server, ServerOptions } from './running.ts';
import { tellPassed } from './time-passed.ts';

/**
 * Stamps and journals the commands of all other processes, and nothing else: it has no modules and serves nobody. While
 * another core does so, it stands by.
 */
export async function startCore(options: ServerOptions, running: Running): Promise<Omit<Server, 'stop'>> {
  const { settings, log, progress, onFatal } = options;
  const { stops } = running;
  const { database, registry } = await openGround(options, running);
  const { pool } = database;
  const clock = await loadClock(pool, settings);

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
