import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Catalogue } from '../modules/document/catalogue.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { Chains, type ChainSettings } from '../chains/chains.ts';
import { Clock } from '../timekeeping/clock.ts';
import type { Database } from '../database/database.ts';
import { DatabaseProbe } from '../database/database-probe.ts';
import { SILENT_LOG } from '../database/log.ts';
import type { CommandBus } from '../engine/command-bus.ts';
import { IndexSources } from '../feeds/index-sources.ts';
import { startEngine, type Engine } from '../engine/engine.ts';
import type { StaticApps } from '../http/static-apps.ts';
import { AccessWatch } from '../modules/account/access-watch.ts';
import { listMarkets } from '../modules/market/listing.ts';
import type { Message, Transport } from '../modules/outbox/transports.ts';
import type { PushSettings } from '../modules/push/push.ts';
import { PriceLog } from '../price-log/price-log.ts';
import { Reconciliation } from '../engine/reconciliation/reconciliation.ts';
import { SignedHeads } from '../transparency-log/signed-heads.ts';
import { Signer } from '../transparency-log/signer.ts';
import { PayoutHold } from '../payout-hold/payout-hold.ts';
import { createServices, type Services } from '../services.ts';
import { SteadyClock } from '../timekeeping/steady-clock.ts';
import { Vault } from '../vault/vault.ts';
import { createTestDatabase } from './database.ts';

/** Fast hashing: the tests are about what surrounds it. */
const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
/** A Wednesday noon, so that days, weeks and months all have begun. */
const START_MS = Date.UTC(2026, 6, 15, 12);
export const STALE_MS = 10_000;
export const LOG_ORIGIN = 'test.example/price-log';
/** A whole tile, so that tests reach an archive soon. */
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
  /** Also listens, with the realtime side: see socket-client.ts. */
  readonly sockets?: boolean;
  /** By so much the clock is ahead of the database's at the start, which speaks against it. */
  readonly doubtMs?: number;
  /** That of a server that ended: this one goes on where it stopped. */
  readonly after?: Pick<TestServerParts, 'database' | 'dataDir' | 'clock'>;
  readonly staticApps?: StaticApps;
  /** What comes between the modules and the exchange. */
  readonly bus?: (bus: CommandBus) => CommandBus;
  /** Of a node to watch, and the like. */
  readonly chains?: Partial<ChainSettings>;
  /** Where the log goes; nowhere unless given. */
  readonly log?: FastifyBaseLogger;
  /** Other documents than those that are shipped. */
  readonly documents?: Catalogue;
  /** False: the desk has no queues yet, for those who plug in their own. */
  readonly queues?: boolean;
}

/** Deposit addresses of the demo's keys, and nobody to ask about their chains. */
const NO_NODES: ChainSettings = {
  MODE: 'demo',
  DEPOSIT_XPUB_BTC: null,
  DEPOSIT_XPUB_ETH: null,
  DEPOSIT_XPUB_TRON: null,
  DEPOSIT_RPC_ETH: null,
  DEPOSIT_CHAIN_ETH: 1,
  DEPOSIT_CONFIRMATIONS_ETH: 3,
  DEPOSIT_USDT_ETH: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  DEPOSIT_OWN_ETH: [],
  DEPOSIT_POLL_MS: 1_000,
};

/** What a test server is made of. */
export interface TestServerParts {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly engine: Engine;
  readonly database: Database;
  readonly registry: Registry;
  readonly chains: Chains;
  /** Signs when told to: `turn`. */
  readonly priceLog: PriceLog;
  /** Signed when told to: `turn`. */
  readonly heads: SignedHeads;
  /** Compares when told to: `step`. */
  readonly reconciliation: Reconciliation;
  readonly dataDir: string;
  /** What was sent, newest last. */
  readonly messages: readonly Message[];
  /** `wrongMs`: by how much the machine's clock is set wrong. */
  readonly clock: { nowMs: number; wrongMs: number };
}

interface StartedParts extends TestServerParts {
  readonly log: FastifyBaseLogger;
  /** As the server reads it. */
  readonly serverClock: Clock;
}

/** All of it, ready to be asked; nothing listens yet. */
export async function startParts(options: TestServerOptions): Promise<StartedParts> {
  const database = options.after?.database ?? (await createTestDatabase());
  const clock = { nowMs: options.after?.clock.nowMs ?? START_MS, wrongMs: 0 };
  const machine = new SteadyClock({
    wall: () => clock.nowMs + clock.wrongMs,
    monotonic: () => clock.nowMs,
  });
  const serverClock = await Clock.load(database.pool, options.mode ?? 'demo', machine);
  const { now } = serverClock;
  const { doubtMs } = options;
  if (doubtMs !== undefined) serverClock.doubt('database', doubtMs);
  const registry = new Registry();
  const log = options.log ?? pino({ level: 'silent' });
  const engine = await startEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry,
    now,
    onRecovered: lastAtMs => serverClock.follow(lastAtMs, options.mode ?? 'demo'),
    clockStopped: () => serverClock.stop() !== null,
    onFatal: error => {
      throw error;
    },
    settings: { gatherMs: 0 },
  });
  serverClock.onAdvanced(() => engine.wake());
  await listMarkets(engine.exchange, engine.bus);
  const messages: Message[] = [];
  const collect: Transport = {
    async send(message) {
      messages.push(message);
      return 'sent';
    },
    close() {},
  };
  const chains = new Chains({
    settings: { ...NO_NODES, ...options.chains },
    pool: database.pool,
    registry,
    log: SILENT_LOG,
    now,
    ledgerDecimals: id => engine.exchange.currency(id)?.decimals ?? 0,
  });
  const dataDir = options.after?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'tallystick-test-')));
  const signing = {
    pool: database.pool,
    registry,
    log,
    now,
    dataDir,
    origin: LOG_ORIGIN,
    keys: [Buffer.alloc(32, 9)],
    checkpointEveryMs: 10_000,
  };
  const signer = new Signer(LOG_ORIGIN, signing.keys);
  const priceLog = await PriceLog.open({ ...signing, signer, keepDays: 30, ticksAFile: TICKS_A_FILE });
  const heads = await SignedHeads.open({ ...signing, journalHead: engine.head });
  const reconciliation = new Reconciliation({
    databaseUrl: database.url,
    log,
    registry,
    now,
    onFatal: error => {
      throw error;
    },
  });
  const hold = new PayoutHold({ priceLog, heads, reconciliation, registry, log });
  const watch = new AccessWatch({ registry, log });
  const services = await createServices({
    registry,
    watch,
    mode: options.mode ?? 'demo',
    defaultLanguage: 'en',
    version: '9.9.9',
    feed: 'test',
    pool: database.pool,
    engine: options.bus === undefined ? engine : { ...engine, bus: options.bus(engine.bus) },
    secret: Buffer.alloc(32, 7),
    publicUrl: options.publicUrl ?? null,
    vault: new Vault([Buffer.alloc(32, 8)]),
    chains,
    priceLog,
    indexSources: new IndexSources({ registry, log }),
    heads,
    reconciliation,
    hold,
    staleMs: STALE_MS,
    mail: options.mail ?? collect,
    sms: options.sms ?? collect,
    push: options.push ?? { services: { hosts: [] }, subject: 'mailto:ops@test.example' },
    rateLimits: options.rateLimits ?? false,
    pictureLimitBytes: PICTURE_LIMIT_BYTES,
    operatorWaitMs: OPERATOR_WAIT_MS,
    rejectedDocumentDays: REJECTED_DOCUMENT_DAYS,
    log,
    clock: serverClock,
    passwordCost: PASSWORD_COST,
    ...(options.documents === undefined ? {} : { documents: options.documents }),
  });
  const probe = new DatabaseProbe(database.url, SILENT_LOG);
  const app = await buildApp({
    log,
    authenticator: services.sessions,
    defaultLanguage: 'en',
    version: '9.9.9',
    trustProxy: 0,
    rateLimits: options.rateLimits ?? false,
    knownBrowsers: services.devices,
    onRateLimited: call => watch.rateLimited(call),
    checkReplies: true,
    health: {
      ready: () => true,
      database: probe,
      committingForMs: engine.committingForMs,
      clockStopped: () => serverClock.stop() !== null,
      books: () => reconciliation.status,
      hold,
    },
    staticApps: options.staticApps ?? null,
    publicUrl: options.publicUrl ?? null,
    calls: services.registerCalls,
    gate: services.gate,
    errors: services.errors,
    desk: services.desk,
  });
  if (options.queues !== false) {
    for (const queue of [
      services.identityQueue,
      services.recovery.queue,
      ...services.money.queues,
      ...services.ticketQueues,
    ])
      services.desk.queues.add(queue);
  }
  app.addHook('onClose', () => probe.close());
  await app.ready();
  return {
    app,
    services,
    engine,
    database,
    registry,
    chains,
    priceLog,
    heads,
    reconciliation,
    dataDir,
    messages,
    clock,
    log,
    serverClock,
  };
}
