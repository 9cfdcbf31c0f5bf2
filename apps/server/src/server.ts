import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { compose, type Services } from './composition/compose.ts';
import { composeDemo } from './composition/demo.ts';
import { healthOf, openApp } from './composition/doors.ts';
import { moduleSettings } from './composition/foundation.ts';
import { openInfrastructure } from './composition/infrastructure.ts';
import { openKeys } from './composition/keys.ts';
import { composePrices } from './composition/prices.ts';
import { openSockets } from './composition/sockets.ts';
import type { Settings } from './config/settings.ts';
import { openDatabase } from './database/database.ts';
import { EngineError } from './engine/engine-error.ts';
import { CallFailure } from './http/call-failure.ts';
import { compressApp } from './http/compress.ts';
import { openMetrics } from './http/metrics-server.ts';
import { Stops } from './module/stops.ts';
import { createLogTransport, createMailTransport, createSmsTransport } from './modules/outbox/transports.ts';
import { NetworkLimits } from './sockets/network-limits.ts';
import { Clock } from './timekeeping/clock.ts';
import { checkAtStart } from './timekeeping/start-check.ts';
import { SteadyClock } from './timekeeping/steady-clock.ts';
import { startTimekeeping } from './timekeeping/timekeeping.ts';
import { Vault } from './vault/vault.ts';
import { VERSION } from './version.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const DESK_ROOT = fileURLToPath(new URL('../../desk/dist/', import.meta.url));

export interface Server {
  /** Its address, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Address of the metrics; null if they are not served. */
  readonly metricsUrl: string | null;
  /** Refuses new work, finishes what was accepted, takes a snapshot, closes the database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** Called when the engine must stop: the process has to end and start again. */
  readonly onFatal: (error: unknown) => void;
  /** Called with progress messages during the start. */
  readonly progress: (step: string) => void;
}

/** Which parts are running, and whether they can serve. */
interface Running {
  readonly stops: Stops;
  ready: boolean;
}

/** Starts all parts in the order of their dependencies, and stops them in reverse. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { log, progress } = options;
  const running: Running = { stops: new Stops(), ready: false };
  const stop = () => running.stops.run();
  try {
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
  progress('opening the database');
  const database = await openDatabase(
    { url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, connections: settings.DATABASE_CONNECTIONS },
    log,
  );
  stops.add(() => database.close());
  const { pool } = database;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const steady = new SteadyClock({ limitMs: settings.CLOCK_LIMIT_MS });
  const clock = await Clock.load(pool, settings.MODE, steady);
  await checkAtStart(pool, clock);
  // This process runs everything: it may make keys, and keep in DATA_DIR what no other needs.
  const alone = true;
  const { secret, dataKeys, logKeys } = await openKeys({ settings, pool, now: clock.machineNow, alone });

  progress('recovering the exchange');
  const infrastructure = await openInfrastructure({
    settings,
    database,
    clock,
    registry,
    log,
    logKeys,
    alone,
    onFatal(error) {
      running.ready = false;
      options.onFatal(error);
    },
    stops,
  });
  const timekeeping = startTimekeeping(infrastructure);
  stops.add(() => timekeeping.stop());

  const { SMTP_URL, SMS_URL: url } = settings;
  const services = await compose(
    {
      ...moduleSettings(settings),
      ...infrastructure,
      version: VERSION,
      secret,
      vault: new Vault(dataKeys),
      mail:
        SMTP_URL === null ? createLogTransport(log) : await createMailTransport(SMTP_URL, settings.MAIL_FROM),
      sms:
        url === null
          ? createLogTransport(log)
          : createSmsTransport({ url, token: settings.SMS_TOKEN, from: settings.SMS_FROM }),
    },
    // The demo's offers are announced at rates near the index.
    parts => [
      ...composePrices(parts, settings, progress),
      ...(settings.MODE === 'demo' ? [composeDemo(parts, settings, timekeeping)] : []),
    ],
  );
  const { runner } = services;
  stops.add(() => runner.stop());
  await runner.start({ onceStamping: timekeeping.onceStamping, log });
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
  const health = healthOf(services, () => running.ready, stops);
  const { METRICS_HOST, METRICS_PORT } = settings;
  const metrics = await openMetrics({ host: METRICS_HOST, port: METRICS_PORT, registry, health, log });
  stops.add(() => metrics.close());
  const staticApps = { webRoot: WEB_ROOT, deskRoot: DESK_ROOT, worker: settings.APP_WORKER };
  const app = await openApp(
    services,
    { health, trustProxy: settings.TRUST_PROXY, checkReplies: false, staticApps },
    stops,
  );
  const sockets = openSockets(services, {
    server: app.server,
    limits: settings.RATE_LIMITS ? new NetworkLimits(settings.TRUST_PROXY) : null,
  });
  stops.add(() => sockets.close());
  clock.onAdvanced(() => sockets.tellTime());
  const url = await app.listen({ host: settings.HOST, port: settings.PORT });
  running.ready = true;
  stops.add(() => {
    running.ready = false;
  });
  for (const root of [WEB_ROOT, DESK_ROOT]) {
    compressApp(root).then(
      written => log.debug({ written }, 'an app is compressed'),
      (error: unknown) => log.warn({ err: error, folder: root }, 'an app could not be compressed'),
    );
  }
  return { url, metricsUrl: metrics.url };
}
