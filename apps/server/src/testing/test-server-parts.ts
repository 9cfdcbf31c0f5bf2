import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { DEMO_DEPOSIT_KEYS } from '../chains/addresses/demo-keys.ts';
import { parseDepositKey } from '../chains/addresses/extended-key.ts';
import { compose, type Services } from '../composition/compose.ts';
import { healthOf, openApp } from '../composition/doors.ts';
import type { OpenEngineOptions } from '../composition/engine.ts';
import { moduleSettings } from '../composition/foundation.ts';
import { openInfrastructure } from '../composition/infrastructure.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';
import type { CommandBus } from '../engine/command-bus.ts';
import type { Engine } from '../engine/engine.ts';
import type { StaticApps } from '../http/static-apps.ts';
import { Stops } from '../module/stops.ts';
import type { Catalogue } from '../modules/document/catalogue.ts';
import { listMarkets } from '../modules/market/listing.ts';
import type { Message, Transport } from '../modules/outbox/transports.ts';
import type { PushSettings } from '../modules/push/module.ts';
import type { OpenRelay } from '../sockets/relay/relay.ts';
import { Clock } from '../timekeeping/clock.ts';
import { SteadyClock } from '../timekeeping/steady-clock.ts';
import { Vault } from '../vault/vault.ts';
import { openBesideCore } from './beside-core.ts';
import { createTestDatabase } from './database.ts';
import { scratchFolder } from './scratch-folder.ts';
import { IS_CLUSTER } from './which-exchange.ts';

/** Fast password hashing, because the tests are not about it. */
const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
/** A Wednesday noon: day, week and month have all begun earlier. */
const START_MS = Date.UTC(2026, 6, 15, 12);
export const TEST_DATA_KEY = Buffer.alloc(32, 8);
export const STALE_MS = 10_000;
export const LOG_ORIGIN = 'test.example/price-log';
/** One tile, so that tests fill an archive file quickly. */
export const TICKS_A_FILE = 256;
export const REJECTED_DOCUMENT_DAYS = 90;
export const PICTURE_LIMIT_BYTES = 2 * 1024 * 1024;
export const OPERATOR_WAIT_MS = 24 * 3_600_000;

export interface TestServerOptions {
  readonly mode?: 'demo' | 'live';
  readonly rateLimits?: boolean;
  readonly mail?: Transport;
  readonly publicUrl?: string;
  readonly sms?: Transport;
  readonly push?: PushSettings;
  /** Also listens, with sockets: see socket-client.ts. */
  readonly sockets?: boolean;
  /** With sockets: where their public topics come from. */
  readonly relay?: OpenRelay;
  /** How far the clock is ahead of the database's at the start. The server then does not trust it. */
  readonly doubtMs?: number;
  /** A stopped server whose database the new one continues with. */
  readonly after?: Pick<TestServerParts, 'database' | 'dataDir' | 'clock'>;
  readonly staticApps?: StaticApps;
  /** Wraps the bus between the modules and the exchange. */
  readonly bus?: (bus: CommandBus) => CommandBus;
  /** Settings of chains, such as the node to watch. */
  readonly chains?: Partial<Settings>;
  /** Any others, such as where the object store is. */
  readonly settings?: Partial<Settings>;
  /** Newest first; one by default. */
  readonly dataKeys?: readonly Buffer[];
  /** Destination of the log; none by default. */
  readonly log?: FastifyBaseLogger;
  /** Replace the documents that are shipped. */
  readonly documents?: Catalogue;
}

export interface TestServerParts {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly engine: Engine;
  readonly database: Database;
  readonly dataDir: string;
  /** Messages sent, newest last. */
  readonly messages: readonly Message[];
  /** `wrongMs`: error of the machine's clock. */
  readonly clock: { nowMs: number; wrongMs: number };
  /** Stops the server, and keeps its database. */
  readonly stops: Stops;
}

/** Starts a server that is ready for calls but does not listen. */
export async function startParts(options: TestServerOptions): Promise<TestServerParts> {
  const database = options.after?.database ?? (await createTestDatabase());
  const dataDir = options.after?.dataDir ?? (await scratchFolder('test')).path;
  const clock = { nowMs: options.after?.clock.nowMs ?? START_MS, wrongMs: 0 };
  const settings = {
    ...readSettings({}),
    MODE: options.mode ?? 'demo',
    DATA_DIR: dataDir,
    PUBLIC_URL: options.publicUrl ?? null,
    RATE_LIMITS: options.rateLimits ?? false,
    PRICE_LOG_ORIGIN: LOG_ORIGIN,
    // Live mode has no default for these.
    DEPOSIT_XPUB_BTC: parseDepositKey('OMNI', DEMO_DEPOSIT_KEYS.OMNI),
    DEPOSIT_XPUB_ETH: parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20),
    DEPOSIT_XPUB_TRON: parseDepositKey('TRC20', DEMO_DEPOSIT_KEYS.TRC20),
    DEPOSIT_CONFIRMATIONS_ETH: 3,
    DEPOSIT_POLL_MS: 1_000,
    ...options.chains,
    ...options.settings,
  };
  const machine = new SteadyClock({
    wall: () => clock.nowMs + clock.wrongMs,
    monotonic: () => clock.nowMs,
  });
  const serverClock = await Clock.load(database.pool, settings.MODE, machine);
  if (options.doubtMs !== undefined) serverClock.doubt('database', options.doubtMs);
  const stops = new Stops();
  const opened: OpenEngineOptions & { readonly settings: Settings } = {
    settings,
    database,
    clock: serverClock,
    registry: new Registry(),
    log: options.log ?? pino({ level: 'silent' }),
    onFatal: error => {
      throw error;
    },
    stops,
    engine: { log: SILENT_LOG, settings: { gatherMs: 0 } },
  };
  const beside = IS_CLUSTER ? { beside: { follower: await openBesideCore(opened), isWatched: null } } : {};
  const infrastructure = await openInfrastructure({
    ...opened,
    ...beside,
    logKeys: [Buffer.alloc(32, 9)],
    alone: true,
    ticksAFile: TICKS_A_FILE,
  });
  const { engine } = infrastructure;
  await listMarkets(engine.exchange, engine.bus);
  const messages: Message[] = [];
  const collect: Transport = {
    async send(message) {
      messages.push(message);
      return 'sent';
    },
    close() {},
  };
  const { documents } = options;
  const services = await compose({
    ...moduleSettings(settings),
    ...infrastructure,
    engine: options.bus === undefined ? engine : { ...engine, bus: options.bus(engine.bus) },
    version: '9.9.9',
    priceSource: 'test',
    staleMs: STALE_MS,
    pictureLimitBytes: PICTURE_LIMIT_BYTES,
    rejectedDocumentDays: REJECTED_DOCUMENT_DAYS,
    operatorWaitMs: OPERATOR_WAIT_MS,
    secret: Buffer.alloc(32, 7),
    vault: new Vault(options.dataKeys ?? [TEST_DATA_KEY]),
    mail: options.mail ?? collect,
    sms: options.sms ?? collect,
    push: options.push ?? { services: { hosts: [] }, subject: 'mailto:ops@test.example' },
    passwordCost: PASSWORD_COST,
    ...(documents === undefined ? {} : { documents }),
  });
  // Jobs that run without being started: after a write, or when a test asks.
  const { priceLog, heads, alertWatch, push, outbox, feed } = services;
  for (const one of [heads, priceLog, alertWatch, push.outbox, outbox, feed]) stops.add(() => one.stop());
  const app = await openApp(
    services,
    {
      health: healthOf(services, { ready: true, seen: null }, stops),
      trustProxy: 0,
      checkReplies: true,
      staticApps: options.staticApps ?? null,
    },
    stops,
  );
  await app.ready();
  return { app, services, engine, database, dataDir, messages, clock, stops };
}
