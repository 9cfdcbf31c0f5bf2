import { fileURLToPath } from 'node:url';
import { compose, type Services } from './composition/compose.ts';
import { composeDemo } from './composition/demo.ts';
import { healthOf, openApp } from './composition/doors.ts';
import { moduleSettings } from './composition/foundation.ts';
import { openInfrastructure } from './composition/infrastructure.ts';
import { openKeys } from './composition/keys.ts';
import { composePrices } from './composition/prices.ts';
import { openSockets } from './composition/sockets.ts';
import { SettingsError } from './config/settings.ts';
import { EngineError } from './engine/engine-error.ts';
import type { FollowerEngine } from './engine/remote/follower-engine.ts';
import { KnownRun } from './engine/remote/known-run.ts';
import { HOLDER } from './engine/start-engine.ts';
import { NoteAsker } from './engine/remote/signed-notes.ts';
import { CallFailure } from './http/call-failure.ts';
import { compressApp } from './http/compress.ts';
import { openMetrics } from './http/metrics-server.ts';
import { Stops } from './module/stops.ts';
import { createLogTransport, createMailTransport, createSmsTransport } from './modules/outbox/transports.ts';
import { loadClock, openGround } from './roles/ground.ts';
import { BoardReader, writeBoard } from './roles/board.ts';
import { haltAll } from './roles/halt-all.ts';
import { shareState } from './roles/shared-state.ts';
import { takeWorkerLease } from './roles/worker-lease.ts';
import { besideClock, openFollower, openNews } from './roles/beside.ts';
import { startCore } from './roles/core.ts';
import { startFeed } from './roles/feed.ts';
import { awaitOwnCore } from './roles/own-core.ts';
import { openRelay } from './roles/relay.ts';
import { shareCalls, startShowing } from './roles/gateway.ts';
import type { Running, Server, ServerOptions } from './roles/running.ts';
import { openRoleMetrics } from './roles/role-metrics.ts';
import { hearWork, signForGateways } from './roles/worker.ts';
import { NetworkLimits } from './sockets/network-limits.ts';
import { checkAtStart } from './timekeeping/start-check.ts';
import { startTimekeeping } from './timekeeping/timekeeping.ts';
import { Vault } from './vault/vault.ts';
import { VERSION } from './version.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const DESK_ROOT = fileURLToPath(new URL('../../desk/dist/', import.meta.url));

/** Starts all parts in the order of their dependencies, and stops them in reverse. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { log, progress } = options;
  const running: Running = {
    stops: new Stops(),
    ready: false,
    metricsUrl: null,
    sharedCalls: null,
    behindMs: () => 0,
    clockStopped: () => false,
    seen: null,
  };
  const stop = () => running.stops.run();
  try {
    if (options.settings.ROLE === 'feed') return { ...(await startFeed(options, running)), stop };
    if (options.settings.ROLE === 'core') return { ...(await startCore(options, running)), stop };
    const services = await startServices(options, running);
    progress('opening the doors');
    return { ...(await openDoors(services, options, running)), stop };
  } catch (error) {
    progress('stopping');
    await stop().catch((cause: unknown) =>
      log.error({ err: cause }, 'the start could not be undone in order'),
    );
    if (error instanceof CallFailure && error.code === 'clock_stopped') {
      const message = 'what is new cannot be set up while the machine’s clock is in doubt: set it right';
      throw new EngineError(message, { cause: error });
    }
    throw error;
  }
}

/** Database, clock and engine, and all modules on top, running. */
async function startServices(options: ServerOptions, running: Running): Promise<Services> {
  const { settings, log, progress } = options;
  const { stops } = running;
  const { ROLE } = settings;
  const { database, registry } = await openGround(options, running);
  const { pool } = database;
  const onFatal = (error: unknown): void => {
    running.ready = false;
    options.onFatal(error);
  };
  if (ROLE === 'worker') {
    // Also while it waits.
    running.metricsUrl = await openRoleMetrics({
      settings,
      databaseUrl: database.url,
      registry,
      log,
      stops,
      ready: () => running.ready,
      committingForMs: () => running.behindMs(),
      clockStopped: () => running.clockStopped(),
      seen: () => running.seen,
    });
    progress('waiting to be the worker');
    // Meanwhile the worker of the version that writes works.
    await awaitOwnCore(pool, log);
    const lease = await takeWorkerLease({ databaseUrl: database.url, log, onLost: onFatal });
    stops.add(() => lease.release());
  }
  const clock = await loadClock(pool, settings);
  await checkAtStart(pool, clock);
  // Only a process that runs everything may make keys, and keep in DATA_DIR what no other needs.
  const alone = ROLE === 'all';
  const { secret, dataKeys, logKeys } = await openKeys({
    settings,
    pool,
    now: clock.machineNow,
    alone,
    signs: ROLE !== 'gateway',
  });

  progress('recovering the exchange');
  const opened = { settings, database, clock, registry, log, onFatal, stops };
  const known = alone ? null : new KnownRun({ pool, log });
  if (known !== null) stops.add(() => known.stop());
  const { news, speech } = known === null ? { news: null, speech: null } : openNews({ ...opened, known });
  const board = ROLE === 'gateway' ? new BoardReader() : null;
  const isWatched = board?.isFresh ?? null;
  const follower = known === null ? null : await openFollower({ ...opened, known });
  const beside = follower === null ? {} : { beside: { follower, isWatched } };
  running.behindMs = follower?.behindMs ?? running.behindMs;
  running.clockStopped = () => clock.stop() !== null;
  const asker = board === null || speech === null ? null : new NoteAsker(speech);
  // In the worker, which compares the books for all.
  const judged =
    news === null ? onFatal : haltAll({ pool, news, finder: `the ${settings.ROLE} ${HOLDER}`, log, onFatal });
  const infrastructure = await openInfrastructure({
    ...opened,
    ...beside,
    onFatal: judged,
    logKeys,
    alone,
    asker,
  });
  const timekeeping = startTimekeeping({ ...infrastructure, stamps: alone });
  stops.add(() => timekeeping.stop());

  const { SMTP_URL, SMS_URL } = settings;
  const services = await compose(
    {
      ...moduleSettings(settings),
      ...infrastructure,
      version: VERSION,
      secret,
      vault: new Vault(dataKeys),
      wakeWorker: board === null ? undefined : what => news?.tell({ kind: 'work', what }),
      mail:
        SMTP_URL === null ? createLogTransport(log) : await createMailTransport(SMTP_URL, settings.MAIL_FROM),
      sms:
        SMS_URL === null
          ? createLogTransport(log)
          : createSmsTransport({ url: SMS_URL, token: settings.SMS_TOKEN, from: settings.SMS_FROM }),
    },
    // The demo's offers are announced at rates near the index.
    parts =>
      ROLE === 'gateway'
        ? []
        : [
            ...composePrices(parts, settings, progress),
            ...(settings.MODE === 'demo' ? [composeDemo(parts, settings, timekeeping)] : []),
          ],
  );
  await services.screening.version().catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError('These settings are wrong:', [`SCREENING_LISTS: ${why}`]);
  });
  if (news !== null && follower !== null) {
    const shared = shareState({ ...services, clock: besideClock(pool, clock), news, onHalted: onFatal });
    stops.add(() => shared.stop());
    running.seen = { lookedMs: shared.lookedMs, behindMs: follower.behindMs, bus: follower.isConnected };
  }
  if (board !== null) {
    await startShowing(services, board, stops);
    if (news !== null) running.sharedCalls = shareCalls({ news, now: clock.machineNow, log, stops });
    return services;
  }
  const { runner } = services;
  if (news !== null) hearWork(services, news);
  if (speech !== null && follower !== null) signForGateways(services, follower, speech);
  stops.add(() => runner.stop());
  await runner.start({ onceStamping: timekeeping.onceStamping, log });
  if (news !== null) stops.add(writeBoard(services));
  return services;
}

/** Starts accepting calls of customers and operators. */
async function openDoors(
  services: Services,
  { settings, log }: ServerOptions,
  running: Running,
): Promise<Omit<Server, 'stop'>> {
  const { stops } = running;
  const { registry, clock } = services;
  const open = (): void => {
    running.ready = true;
    stops.add(() => {
      running.ready = false;
    });
  };
  if (settings.ROLE === 'worker') {
    open();
    return { url: null, metricsUrl: running.metricsUrl };
  }
  const health = healthOf(services, running, stops);
  const { METRICS_HOST, METRICS_PORT } = settings;
  const metrics = await openMetrics({ host: METRICS_HOST, port: METRICS_PORT, registry, health, log });
  stops.add(() => metrics.close());
  const staticApps = { webRoot: WEB_ROOT, deskRoot: DESK_ROOT, worker: settings.APP_WORKER };
  const follower = settings.ROLE === 'gateway' ? (services.engine as FollowerEngine) : null;
  const app = await openApp(
    services,
    {
      health,
      trustProxy: settings.TRUST_PROXY,
      checkReplies: false,
      staticApps,
      ...(running.sharedCalls === null ? {} : { sharedCalls: running.sharedCalls }),
      ...(follower === null ? {} : { seen: { follower, secret: services.secret } }),
    },
    stops,
  );
  const sockets = openSockets(services, {
    server: app.server,
    limits: settings.RATE_LIMITS ? new NetworkLimits(settings.TRUST_PROXY) : null,
    relay:
      follower === null ? undefined : openRelay({ settings, registry, log, stops, known: follower.known }),
  });
  stops.add(() => sockets.close());
  clock.onAdvanced(() => sockets.tellTime());
  const url = await app.listen({ host: settings.HOST, port: settings.PORT });
  open();
  for (const root of [WEB_ROOT, DESK_ROOT]) {
    compressApp(root).then(
      written => log.debug({ written }, 'an app is compressed'),
      (error: unknown) => log.warn({ err: error, folder: root }, 'an app could not be compressed'),
    );
  }
  return { url, metricsUrl: metrics.url };
}
