import { tmpdir } from 'node:os';
import path from 'node:path';
import { compose, type Services } from '@tallystick/server/composition/compose';
import { healthOf, openApp } from '@tallystick/server/composition/doors';
import { moduleSettings } from '@tallystick/server/composition/foundation';
import { openInfrastructure } from '@tallystick/server/composition/infrastructure';
import { readSettings } from '@tallystick/server/config/settings';
import type { Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { Stops } from '@tallystick/server/module/stops';
import { createLogTransport } from '@tallystick/server/modules/outbox/transports';
import { Clock } from '@tallystick/server/timekeeping/clock';
import { Vault } from '@tallystick/server/vault/vault';
import pino from 'pino';
import { Registry } from 'prom-client';
import { submitSetup } from './orders/limit-orders.ts';
import { temporaryDatabase } from './orders/temporary-database.ts';

/** With the same ones, other processes can go on with what this server began. */
export const BENCH_KEYS = {
  secret: Buffer.alloc(32, 1),
  data: Buffer.alloc(32, 2),
  priceLog: Buffer.alloc(32, 3),
} as const;

/**
 * The server's engine, modules and HTTP on a durable database, with funded customers. There are no prices and no house,
 * because their commands would be measured too, and no rate limits of calls, because the load comes from one address. `given`:
 * a database that stays open when it stops; a temporary one by default.
 */
export async function startBenchServer(customers: number, given?: Pick<Database, 'pool' | 'url'>) {
  const stops = new Stops();
  const database = given ?? (await ownDatabase(stops));
  const settings = {
    ...readSettings({}),
    DATA_DIR: path.join(tmpdir(), `tallystick-bench-log-${process.pid}`),
    RATE_LIMITS: false,
    FEED_STALE_MS: 60_000,
    PRICE_LOG_ORIGIN: 'bench.example/price-log',
  };
  const log = pino({ level: 'error' }, pino.destination(2));
  const clock = await Clock.load(database.pool, 'demo');
  const infrastructure = await openInfrastructure({
    settings,
    database,
    clock,
    registry: new Registry(),
    log,
    logKeys: [BENCH_KEYS.priceLog],
    alone: true,
    onFatal: error => {
      throw error;
    },
    stops,
    engine: { log: SILENT_LOG },
  });
  await submitSetup(infrastructure.engine.bus, customers);
  const services = await compose({
    ...moduleSettings(settings),
    ...infrastructure,
    version: 'bench',
    secret: BENCH_KEYS.secret,
    vault: new Vault([BENCH_KEYS.data]),
    mail: createLogTransport(log),
    sms: createLogTransport(log),
  });
  const health = healthOf(services, { ready: true, seen: null }, stops);
  const app = await openApp(
    services,
    { health, trustProxy: 0, checkReplies: false, staticApps: null },
    stops,
  );
  await database.pool.query(
    `insert into customers (id, nickname, invitation_code, opened, created_at_ms, password_changed_at_ms)
     select id, 'bench ' || id, 'bench' || id, true, 0, 0 from generate_series(1, $1) as id`,
    [customers],
  );
  await services.feed.start();
  stops.add(() => services.feed.stop());
  return { app, services, stops };
}

async function ownDatabase(stops: Stops): Promise<Database> {
  const database = await temporaryDatabase();
  stops.add(() => database.close());
  return database;
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

/** Listens on a free port of this machine and returns it. */
export async function listen({ app }: Pick<BenchServer, 'app'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return address.port;
}
