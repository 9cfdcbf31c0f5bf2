import { PayoutHold } from '@tallystick/server/payout-hold/payout-hold';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Chains } from '@tallystick/server/chains/chains';
import { Clock } from '@tallystick/server/timekeeping/clock';
import { readSettings } from '@tallystick/server/config/settings';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { buildApp } from '@tallystick/server/app';
import { startEngine } from '@tallystick/server/engine/engine';
import { Reconciliation } from '@tallystick/server/engine/reconciliation/reconciliation';
import { AccessWatch } from '@tallystick/server/modules/account/access-watch';
import { createLogTransport } from '@tallystick/server/modules/outbox/transports';
import { PriceLog } from '@tallystick/server/price-log/price-log';
import { SignedHeads } from '@tallystick/server/transparency-log/signed-heads';
import { Signer } from '@tallystick/server/transparency-log/signer';
import { createServices, type Services } from '@tallystick/server/services';
import { Vault } from '@tallystick/server/vault/vault';
import pino from 'pino';
import { Registry } from 'prom-client';
import { temporaryDatabase } from './orders/temporary-database.ts';
import { submitSetup } from './orders/limit-orders.ts';

/**
 * The server's engine, modules and HTTP on a durable database, with funded customers; without prices and house, whose
 * orders would be measured too, and without rate limits of calls, which would stop a load from one address.
 */
export async function startBenchServer(customers: number) {
  const database = await temporaryDatabase();
  const registry = new Registry();
  const log = pino({ level: 'error' }, pino.destination(2));
  const engine = await startEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry,
    onFatal: error => {
      throw error;
    },
  });
  await submitSetup(engine.bus, customers);
  const chains = new Chains({
    settings: { ...readSettings({}), DEPOSIT_RPC_ETH: null },
    pool: database.pool,
    registry,
    log: SILENT_LOG,
    now: Date.now,
    ledgerDecimals: id => engine.exchange.currency(id)?.decimals ?? 0,
  });
  const clock = await Clock.load(database.pool, 'demo');
  const signing = {
    pool: database.pool,
    registry,
    log,
    now: clock.now,
    dataDir: path.join(tmpdir(), `tallystick-bench-log-${process.pid}`),
    origin: 'bench.example/price-log',
    keys: [Buffer.alloc(32, 3)],
    checkpointEveryMs: 10_000,
  };
  const signer = new Signer(signing.origin, signing.keys);
  const priceLog = await PriceLog.open({ ...signing, signer, keepDays: 30 });
  const heads = await SignedHeads.open(signing);
  const reconciliation = new Reconciliation({
    databaseUrl: database.url,
    log,
    registry,
    now: clock.now,
    onFatal: error => {
      throw error;
    },
  });
  const hold = new PayoutHold({ priceLog, heads, reconciliation, registry, log });
  const services = await createServices({
    registry,
    mode: 'demo',
    defaultLanguage: 'en',
    version: 'bench',
    feed: 'none',
    pool: database.pool,
    engine,
    secret: Buffer.alloc(32, 1),
    publicUrl: null,
    vault: new Vault([Buffer.alloc(32, 2)]),
    chains,
    priceLog,
    indexSources: { of: () => ({ used: [], dropped: [], missing: null }) },
    heads,
    reconciliation,
    hold,
    staleMs: 60_000,
    mail: createLogTransport(log),
    sms: createLogTransport(log),
    push: { services: { hosts: [] }, subject: 'mailto:bench@tallystick.example' },
    rateLimits: false,
    watch: new AccessWatch({ registry, log }),
    pictureLimitBytes: 1,
    operatorWaitMs: 0,
    rejectedDocumentDays: 90,
    log,
    clock,
  });
  const app = await buildApp({
    log,
    authenticator: services.sessions,
    defaultLanguage: 'en',
    version: 'bench',
    trustProxy: 0,
    rateLimits: false,
    knownBrowsers: services.devices,
    checkReplies: false,
    health: {
      ready: () => true,
      database: { answers: () => Promise.resolve(true) },
      committingForMs: engine.committingForMs,
      clockStopped: () => clock.stop() !== null,
      hold,
      books: () => reconciliation.status,
    },
    staticApps: null,
    publicUrl: null,
    calls: services.registerCalls,
  });
  await database.pool.query(
    `insert into customers (id, nickname, invitation_code, opened, created_at_ms, password_changed_at_ms)
     select id, 'bench ' || id, 'bench' || id, true, 0, 0 from generate_series(1, $1) as id`,
    [customers],
  );
  await services.feed.start();
  app.addHook('onClose', () => services.feed.stop());
  return { app, clock, database, engine, log, registry, services };
}

type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/** A session of each of the customers, by id. */
export async function logIn(services: Services, customers: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let id = 1; id <= customers; id++) {
    const token = await services.sessions.open({ id, passwordHash: null }, 'bench', '127.0.0.1');
    if (token === null) throw new Error(`customer ${id} could not be logged in`);
    tokens.push(token);
  }
  return tokens;
}

/** Where it listens by now. */
export async function listen({ app }: Pick<BenchServer, 'app'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return address.port;
}
