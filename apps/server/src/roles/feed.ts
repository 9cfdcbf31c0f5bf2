import { KnownRun } from '../engine/remote/known-run.ts';
import { Rates } from '../feeds/rates.ts';
import { MarketUnitsTable } from '../modules/market/units.ts';
import { PerpetualUnitsTable } from '../modules/perpetual/units.ts';
import { TopicFeed } from '../sockets/relay/topic-feed.ts';
import { checkAtStart } from '../timekeeping/start-check.ts';
import { startTimekeeping } from '../timekeeping/timekeeping.ts';
import { besideClock, openFollower, openNews } from './beside.ts';
import { loadClock, openGround } from './ground.ts';
import { BoardReader } from './board.ts';
import { openTopicBus } from './relay.ts';
import { openRoleMetrics } from './role-metrics.ts';
import type { Running, Server, ServerOptions } from './running.ts';
import { shareState } from './shared-state.ts';

/**
 * Follows the journal as a gateway does, and writes public topics once for all gateways. It has no modules, sends no
 * commands and serves nobody; several may run.
 */
export async function startFeed(options: ServerOptions, running: Running): Promise<Omit<Server, 'stop'>> {
  const { settings, log, progress, onFatal: fatal } = options;
  const { stops } = running;
  const { database, registry } = await openGround(options, running);
  const { pool } = database;
  const clock = await loadClock(pool, settings);
  await checkAtStart(pool, clock);
  const onFatal = (error: unknown): void => {
    running.ready = false;
    fatal(error);
  };
  const metricsUrl = await openRoleMetrics({
    settings,
    databaseUrl: database.url,
    registry,
    log,
    stops,
    ready: () => running.ready,
    committingForMs: () => running.behindMs(),
    clockStopped: () => clock.stop() !== null,
    seen: () => running.seen,
  });

  progress('recovering the exchange');
  const opened = { settings, database, clock, registry, log, onFatal, stops };
  const known = new KnownRun({ pool, log });
  stops.add(() => known.stop());
  const { news } = openNews({ ...opened, known });
  const engine = await openFollower({ ...opened, known });
  const { exchange, marketData, behindMs } = engine;
  running.behindMs = behindMs;
  const timekeeping = startTimekeeping({ pool, clock, engine, registry, log, stamps: false });
  stops.add(() => timekeeping.stop());
  const shared = shareState({ pool, news, clock: besideClock(pool, clock), onHalted: onFatal, log });
  stops.add(() => shared.stop());
  running.seen = { lookedMs: shared.lookedMs, behindMs, bus: engine.isConnected };
  const rates = new Rates({ now: clock.now, staleMs: settings.RATE_STALE_MS });
  stops.add(new BoardReader().start({ pool, rates, log }));

  const feed = new TopicFeed({
    ...openTopicBus({ ...opened, known }),
    registry,
    marketData,
    rates,
    units: new MarketUnitsTable(exchange),
    perpetualUnits: new PerpetualUnitsTable(exchange),
    clock,
    staleMs: settings.FEED_STALE_MS,
    behindMs,
  });
  feed.start();
  stops.add(() => feed.stop());
  running.ready = true;
  stops.add(() => {
    running.ready = false;
  });
  return { url: null, metricsUrl };
}
