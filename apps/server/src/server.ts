import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { LIVE_SOURCES, type Settings } from './config/settings.ts';
import { Chains } from './chains/chains.ts';
import { Clock } from './timekeeping/clock.ts';
import { openDatabase } from './database/database.ts';
import { DatabaseProbe } from './database/database-probe.ts';
import { seedDemoCustomer } from './demo/customer.ts';
import { seedDemoOperators } from './demo/operators.ts';
import { backfillCharts } from './demo/history.ts';
import { DemoLaunches } from './demo/launches.ts';
import { openHouse, openTraders, traderIds } from './demo/population.ts';
import { seedDemoDust } from './demo/dust.ts';
import { seedDemoReferral } from './demo/referral.ts';
import { EngineError } from './engine/engine-error.ts';
import { startEngine } from './engine/engine.ts';
import { Reconciliation } from './engine/reconciliation/reconciliation.ts';
import { createFeed, sourceLagMs } from './feeds/create-feed.ts';
import { IndexSources } from './feeds/index-sources.ts';
import type { ReplayAnchor } from './feeds/replay-position.ts';
import { CallFailure } from './http/call-failure.ts';
import { compressApp } from './http/compress.ts';
import { openMetrics } from './http/metrics-server.ts';
import { AccessWatch } from './modules/account/access-watch.ts';
import { readSecret } from './modules/account/secret.ts';
import { startLiquidity } from './liquidity.ts';
import { listMarkets } from './modules/market/listing.ts';
import { startMoney } from './start-money.ts';
import { fundDemoInsurance, listPerpetuals } from './modules/perpetual/listing.ts';
import { fundDemoPool, listOptions } from './modules/option/listing.ts';
import { PriceLog } from './price-log/price-log.ts';
import { readLogKeys, Signer } from './transparency-log/signer.ts';
import { SignedHeads } from './transparency-log/signed-heads.ts';
import { seedNotices } from './modules/notice/seed/seed.ts';
import { createLogTransport, createMailTransport, createSmsTransport } from './modules/outbox/transports.ts';
import { readState, writeState } from './database/server-state.ts';
import { listDemoTrust } from './modules/trust/listing.ts';
import { startTidying } from './timekeeping/tidying.ts';
import { PayoutHold } from './payout-hold/payout-hold.ts';
import { startPrices } from './prices.ts';
import { createServices } from './services.ts';
import { NetworkLimits } from './sockets/network-limits.ts';
import { openSockets } from './sockets/open-sockets.ts';
import { checkAtStart } from './timekeeping/start-check.ts';
import { SteadyClock } from './timekeeping/steady-clock.ts';
import { startTimekeeping } from './timekeeping/timekeeping.ts';
import { readDataKeys } from './vault/data-keys.ts';
import { Vault } from './vault/vault.ts';
import { VERSION } from './version.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const DESK_ROOT = fileURLToPath(new URL('../../desk/dist/', import.meta.url));
/** Of the demo's traders, those who take part in its offers of new currencies. */
const DEMO_SUBSCRIBERS = 8;
const REPLAY_ANCHOR = 'replay-anchor';

export interface Server {
  /** Where it answers, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Where its figures are; null if they are nowhere. */
  readonly metricsUrl: string | null;
  /** Turns new work away, finishes what was accepted, takes a snapshot, closes the database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** The engine must not go on: the process has to end and start again. */
  readonly onFatal: (error: unknown) => void;
  /** What is happening, for whoever waits. */
  readonly progress: (step: string) => void;
}

/** Puts everything together, in the order in which it depends on one another, and takes it apart in reverse. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { log, progress } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  try {
    return { ...(await start(options, closers)), stop };
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

async function start(
  options: ServerOptions,
  closers: (() => Promise<void> | void)[],
): Promise<Omit<Server, 'stop'>> {
  const { settings, log, progress } = options;
  const demo = settings.MODE === 'demo';
  let ready = false;

  progress('opening the database');
  const secret = await readSecret(settings.SECRET_KEY, settings.DATA_DIR);
  const vault = new Vault(await readDataKeys(settings.DATA_KEY, settings.DATA_DIR));
  const database = await openDatabase(
    { url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, connections: settings.DATABASE_CONNECTIONS },
    log,
  );
  closers.push(() => database.close());
  const { pool } = database;

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const clock = await Clock.load(pool, settings.MODE, new SteadyClock({ limitMs: settings.CLOCK_LIMIT_MS }));
  const { now, aheadMs } = clock;
  const clockStopped = (): boolean => clock.stop() !== null;
  await checkAtStart(pool, clock);

  progress('recovering the exchange');
  const engine = await startEngine({
    pool,
    databaseUrl: database.url,
    log,
    registry,
    now,
    onRecovered: lastAtMs => clock.follow(lastAtMs, settings.MODE),
    clockStopped,
    onFatal: error => {
      ready = false;
      options.onFatal(error);
    },
    unreleasedCores: demo,
    settings: { snapshotEvery: settings.SNAPSHOT_EVERY, queueLimit: settings.ADMISSION },
  });
  closers.push(() => engine.stop());
  const reconciliation = new Reconciliation({
    databaseUrl: database.url,
    unreleasedCores: demo,
    log,
    registry,
    now: clock.machineNow,
    onFatal: error => {
      ready = false;
      options.onFatal(error);
    },
  });
  closers.push(() => reconciliation.stop());
  clock.onAdvanced(() => engine.wake());
  const timekeeping = startTimekeeping({ pool, clock, engine, registry, log });
  closers.push(() => timekeeping.stop());
  const { bus, exchange, marketData } = engine;
  await listMarkets(exchange, bus);
  await listPerpetuals(exchange, bus);
  await listOptions(exchange, bus);
  // A launched currency has no index: its prices are its trades.
  const indexed = exchange.markets().filter(market => exchange.launch.issuePriceE8(market.id) === null);
  const marketIds = indexed.map(market => market.id);

  progress('preparing prices');
  const { feed, anchor } = await createFeed({
    feed: settings.FEED,
    markets: indexed,
    speed: settings.FEED_SPEED,
    seed: settings.FEED_SEED,
    intervalMs: settings.FEED_INTERVAL_MS,
    now: clock.machineNow,
    aheadMs: aheadMs(),
    log,
    anchor: await readState<ReplayAnchor>(pool, REPLAY_ANCHOR),
  });
  if (anchor !== null) await writeState(pool, REPLAY_ANCHOR, anchor);
  progress('filling the charts');
  await backfillCharts(pool, feed, marketData, marketIds, now(), log);

  const chains = new Chains({
    settings,
    pool,
    registry,
    log,
    now,
    ledgerDecimals: id => exchange.currency(id)?.decimals ?? 0,
  });
  const signing = {
    pool,
    registry,
    log,
    now,
    dataDir: settings.DATA_DIR,
    origin: settings.PRICE_LOG_ORIGIN,
    keys: await readLogKeys(settings.PRICE_LOG_KEY, settings.DATA_DIR),
    checkpointEveryMs: settings.PRICE_LOG_CHECKPOINT_MS,
  };
  const priceLog = await PriceLog.open({
    ...signing,
    signer: new Signer(signing.origin, signing.keys),
    keepDays: settings.PRICE_LOG_DAYS,
  });
  const heads = await SignedHeads.open({ ...signing, journalHead: engine.head });
  const hold = new PayoutHold({ priceLog, heads, reconciliation, registry, log });
  const watch = new AccessWatch({ registry, log });
  closers.push(() => watch.close());
  const indexSources = new IndexSources({ registry, log });
  const services = await createServices({
    registry,
    indexSources,
    watch,
    mode: settings.MODE,
    defaultLanguage: settings.DEFAULT_LANG,
    version: VERSION,
    feed: settings.FEED.kind === 'ccxt' ? settings.FEED.exchanges.join(', ') : settings.FEED.kind,
    pool,
    engine,
    secret,
    vault,
    chains,
    priceLog,
    heads,
    reconciliation,
    hold,
    publicUrl: settings.PUBLIC_URL,
    staleMs: settings.FEED_STALE_MS,
    mail:
      settings.SMTP_URL === null
        ? createLogTransport(log)
        : createMailTransport(settings.SMTP_URL, settings.MAIL_FROM),
    sms:
      settings.SMS_URL === null
        ? createLogTransport(log)
        : createSmsTransport({ url: settings.SMS_URL, token: settings.SMS_TOKEN, from: settings.SMS_FROM }),
    push: {
      services: { hosts: settings.PUSH_SERVICES },
      subject: settings.PUSH_CONTACT,
      workers: settings.APP_WORKER,
    },
    rateLimits: settings.RATE_LIMITS,
    rejectedDocumentDays: settings.REJECTED_DOCUMENT_DAYS,
    pictureLimitBytes: settings.PICTURE_LIMIT_MB * 1024 * 1024,
    operatorWaitMs: settings.OPERATOR_WAIT_HOURS * 3_600_000,
    log,
    clock,
  });
  await timekeeping.onceStamping(() => services.account.openForgotten());
  // By a clock that is ahead, papers and keys would be old that are not.
  await timekeeping.onceStamping(async () => {
    closers.push(
      startTidying(
        [
          services.account,
          services.firstAnswers,
          services.security,
          services.outbox,
          services.feed,
          services.pictures,
          services.recovery.service,
          services.help,
          services.tickets,
          services.chat,
          services.desk.alerts,
          priceLog,
          services.documentRetention,
        ],
        log,
      ),
    );
  });
  await timekeeping.onceStamping(async () => {
    await services.security.freezes.finish();
    await services.faucet.finishClaims();
  });
  await seedNotices(pool, demo, now());
  if (demo) await seedDemoCustomer(pool, services.account, services.faucet, now);
  if (demo) await seedDemoOperators(pool, now);
  if (demo) await fundDemoPool(pool, exchange, bus);
  if (demo) await fundDemoInsurance(pool, exchange, bus);
  if (demo) await listDemoTrust(pool, exchange, bus);
  if (demo) await seedDemoReferral(pool, exchange, bus);
  if (demo) await seedDemoDust(pool, exchange, bus);
  // A stop between a setting's change and this must not leave the exchange behind.
  await timekeeping.onceStamping(() => services.trust.service.followSwitch());
  await timekeeping.onceStamping(async () => {
    await services.desk.finishProposals();
    await services.money.finish();
  });
  for (const queue of [
    services.identityQueue,
    services.recovery.queue,
    ...services.money.queues,
    ...services.ticketQueues,
  ])
    services.desk.queues.add(queue);
  priceLog.start();
  closers.push(() => priceLog.stop());
  heads.start();
  closers.push(() => heads.stop());
  reconciliation.start();
  services.outbox.start();
  closers.push(() => services.outbox.stop());
  services.push.outbox.start();
  closers.push(() => services.push.outbox.stop());
  closers.push(() => services.alertWatch.stop());
  await services.feed.start();
  closers.push(() => services.feed.stop());
  // After the feed: alerts that are set from now on come by it.
  await services.alertWatch.start();
  closers.push(services.perpetual.watch.start());
  closers.push(services.recovery.start());
  closers.push(services.status.start());

  closers.push(startMoney({ money: services.money, chains, settings: services.settings, exchange, log }));

  progress('starting prices');
  const population = { pool, bus, exchange, account: services.account, now };
  await timekeeping.onceStamping(() => openHouse(population, demo));
  let launches: DemoLaunches | null = null;
  if (demo) {
    const customerIds = traderIds(DEMO_SUBSCRIBERS);
    const opened = Math.max(DEMO_SUBSCRIBERS, settings.DEMO_TRADERS);
    await timekeeping.onceStamping(() => openTraders(population, opened));
    const offers = new DemoLaunches({ pool, bus, exchange, customerIds, now, log });
    await timekeeping.onceStamping(async () => {
      await offers.seed();
      offers.start();
    });
    closers.push(() => offers.stop());
    launches = offers;
  }
  const liquidity = startLiquidity({
    settings,
    bus,
    exchange,
    valuation: services.valuation,
    traderIds: demo ? traderIds(settings.DEMO_TRADERS) : [],
    now,
    clockStopped,
    log,
  });
  closers.push(() => liquidity.stop());
  const stopPrices = await startPrices({
    feed,
    bus,
    marketIds,
    intervalMs: settings.FEED_INTERVAL_MS,
    staleMs: settings.FEED_STALE_MS,
    lagMs: sourceLagMs(settings.FEED_INTERVAL_MS),
    quorum: { sources: demo ? 1 : LIVE_SOURCES, bandPpm: settings.FEED_BAND_PPM },
    sources: indexSources,
    now,
    aheadMs,
    clockStopped,
    log,
    onTick: liquidity.indexTicked,
    onStale: liquidity.indexStale,
  });
  closers.push(stopPrices);
  // Now there is an index that a rate can be near.
  await timekeeping.onceStamping(async () => launches?.seed());

  progress('opening the doors');
  const probe = new DatabaseProbe(database.url, log);
  closers.push(() => probe.close());
  const health = {
    ready: () => ready,
    database: probe,
    committingForMs: engine.committingForMs,
    clockStopped,
    books: () => reconciliation.status,
    hold,
  };
  const { METRICS_HOST, METRICS_PORT } = settings;
  const metrics = await openMetrics({ host: METRICS_HOST, port: METRICS_PORT, registry, health, log });
  closers.push(() => metrics.close());
  const app = await buildApp({
    log,
    authenticator: services.sessions,
    defaultLanguage: settings.DEFAULT_LANG,
    version: VERSION,
    trustProxy: settings.TRUST_PROXY,
    rateLimits: settings.RATE_LIMITS,
    knownBrowsers: services.devices,
    onRateLimited: call => watch.rateLimited(call),
    checkReplies: false,
    health,
    staticApps: { webRoot: WEB_ROOT, deskRoot: DESK_ROOT, worker: settings.APP_WORKER },
    publicUrl: settings.PUBLIC_URL,
    calls: services.registerCalls,
    gate: services.gate,
    errors: services.errors,
    desk: services.desk,
  });
  closers.push(() => app.close());
  const sockets = openSockets({
    server: app.server,
    services,
    defaultLanguage: settings.DEFAULT_LANG,
    registry,
    log,
    pool,
    marketData,
    clock,
    staleMs: settings.FEED_STALE_MS,
    limits: settings.RATE_LIMITS ? new NetworkLimits(settings.TRUST_PROXY) : null,
  });
  closers.push(() => sockets.close());
  clock.onAdvanced(() => sockets.tellTime());
  const url = await app.listen({ host: settings.HOST, port: settings.PORT });
  // Not before prices: at the start every index is old.
  closers.push(services.desk.alerts.start());
  ready = true;
  closers.push(() => {
    ready = false;
  });
  for (const root of [WEB_ROOT, DESK_ROOT]) {
    compressApp(root).then(
      written => log.debug({ written }, 'an app is compressed'),
      (error: unknown) => log.warn({ err: error, folder: root }, 'an app could not be compressed'),
    );
  }
  return { url, metricsUrl: metrics.url };
}
