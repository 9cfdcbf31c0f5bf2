import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from '@tallystick/core';
import {
  calls,
  type CallInput,
  type CallName,
  type CallOutput,
  type Failure,
  type Success,
} from '@tallystick/protocol';
import type { FastifyBaseLogger, FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from '../app.ts';
import { Chains, type ChainSettings } from '../chains/chains.ts';
import { Clock } from '../clock.ts';
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
import { PriceLog } from '../modules/price-log/price-log.ts';
import { Reconciliation } from '../engine/reconciliation/reconciliation.ts';
import { SignedHeads } from '../modules/transparency-log/signed-heads.ts';
import { Signer } from '../modules/transparency-log/signer.ts';
import { PayoutHold } from '../modules/withdrawal/payout-hold.ts';
import { createServices, type Services } from '../services.ts';
import { NetworkLimits } from '../sockets/network-limits.ts';
import { Sockets } from '../sockets/sockets.ts';
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
export const TEST_PASSWORD = 'correct horse';

export interface TestCustomer {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

export interface Answer<Name extends CallName = CallName> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Success<CallOutput<Name>> | Failure;
}

export interface CallOptions {
  readonly token?: string;
  readonly key?: string;
  readonly lang?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bodies as JSON instead of a form. */
  readonly json?: boolean;
  readonly address?: string;
}

export interface TestServerOptions {
  readonly mode?: 'demo' | 'live';
  readonly rateLimits?: boolean;
  readonly mail?: Transport;
  readonly publicUrl?: string;
  readonly sms?: Transport;
  /** Also listens, with the realtime side: see socket-client.ts. */
  readonly sockets?: boolean;
  /** By so much the clock is ahead of the database's at the start, which speaks against it. */
  readonly doubtMs?: number;
  /** That of a server that ended: this one goes on where it stopped. */
  readonly after?: TestServer;
  readonly staticApps?: StaticApps;
  /** What comes between the modules and the exchange. */
  readonly bus?: (bus: CommandBus) => CommandBus;
  /** Of a node to watch, and the like. */
  readonly chains?: Partial<ChainSettings>;
  /** Where the log goes; nowhere unless given. */
  readonly log?: FastifyBaseLogger;
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

let keys = 0;

/** A key nobody has used. */
export function freshKey(): string {
  return `test-key-${++keys}`;
}

/**
 * The server as it runs, on a database of its own, without prices and house: their ticks and orders would come in
 * between. The clock stands until it is moved.
 */
export class TestServer {
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
  #sockets: Sockets | null = null;
  #customers = 0;

  private constructor(
    parts: Pick<
      TestServer,
      | 'app'
      | 'services'
      | 'engine'
      | 'database'
      | 'registry'
      | 'chains'
      | 'priceLog'
      | 'heads'
      | 'reconciliation'
      | 'dataDir'
      | 'messages'
      | 'clock'
    >,
  ) {
    this.app = parts.app;
    this.services = parts.services;
    this.engine = parts.engine;
    this.database = parts.database;
    this.registry = parts.registry;
    this.chains = parts.chains;
    this.priceLog = parts.priceLog;
    this.heads = parts.heads;
    this.reconciliation = parts.reconciliation;
    this.dataDir = parts.dataDir;
    this.messages = parts.messages;
    this.clock = parts.clock;
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
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
      rateLimits: options.rateLimits ?? false,
      pictureLimitBytes: PICTURE_LIMIT_BYTES,
      operatorWaitMs: OPERATOR_WAIT_MS,
      rejectedDocumentDays: REJECTED_DOCUMENT_DAYS,
      log,
      clock: serverClock,
      passwordCost: PASSWORD_COST,
    });
    const probe = new DatabaseProbe(database.url, SILENT_LOG);
    const app = await buildApp({
      log,
      authenticator: services.sessions,
      defaultLanguage: 'en',
      version: '9.9.9',
      trustProxy: 0,
      rateLimits: options.rateLimits ?? false,
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
      desk: services.desk,
    });
    if (options.queues !== false) {
      for (const queue of [services.identityQueue, ...services.money.queues]) services.desk.queues.add(queue);
    }
    app.addHook('onClose', () => probe.close());
    await app.ready();
    const server = new TestServer({
      ...{
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
      },
    });
    if (options.sockets === true) await server.#listen(log, serverClock, options.rateLimits ?? false);
    return server;
  }

  async #listen(log: FastifyBaseLogger, clock: Clock, limited: boolean): Promise<void> {
    const { services, engine, database, registry } = this;
    this.#sockets = new Sockets({
      server: this.app.server,
      sessions: services.sessions,
      defaultLanguage: 'en',
      registry,
      log,
      pool: database.pool,
      marketData: engine.marketData,
      customers: engine.marketData.customers,
      positions: engine.marketData.perpetual.customers,
      units: services.units,
      perpetualUnits: services.perpetual.units,
      perpetual: services.perpetual,
      notices: services.notices,
      clock,
      aheadMs: clock.aheadMs,
      staleMs: STALE_MS,
      noticesEveryMs: 20,
      monotonicMs: clock.now,
      // Clients come from one address, and say whom they stand for.
      limits: limited ? new NetworkLimits(1, clock.now) : null,
    });
    await this.app.listen({ host: '127.0.0.1', port: 0 });
  }

  /** Where it answers; only with `sockets`. */
  get url(): string {
    const address = this.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('this server does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.database.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Ends it and leaves its database to the next one: see `after`. */
  async stop(): Promise<void> {
    this.#sockets?.close();
    await this.app.close();
    await this.services.outbox.stop();
    await this.priceLog.stop();
    await this.heads.stop();
    await this.reconciliation.stop();
    await this.engine.stop();
  }

  /** A call as the apps make it; whatever comes back. */
  async try<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions = {},
  ): Promise<Answer<Name>> {
    return (await this.send(requestOf(name, input, options))) as Answer<Name>;
  }

  /** A call that must succeed: its data. */
  async call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions = {},
  ): Promise<CallOutput<Name>> {
    const { body } = await this.try(name, input, options);
    if (body.type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
    return body.data;
  }

  /** A call that must be refused: its code and data. */
  async refused<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions = {},
  ): Promise<Pick<Failure, 'code' | 'data'> & { readonly status: number }> {
    const { body, status } = await this.try(name, input, options);
    if (body.type === 'ok') throw new Error(`${name} was not refused: ${JSON.stringify(body)}`);
    return { code: body.code, data: body.data, status };
  }

  async send(request: InjectOptions): Promise<Answer> {
    const response = await this.app.inject(request);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(response.body) as Answer['body'],
    };
  }

  /** A customer of their own for each test; with demo funds if asked for. */
  async customer(funds: 'funded' | 'empty' = 'empty'): Promise<TestCustomer> {
    const email = `customer${++this.#customers}@example.com`;
    const { token, user } = await this.register(email);
    if (funds === 'funded') await this.call('POST wallet/faucet', {}, { token, key: freshKey() });
    return { id: user.id, email, token };
  }

  async register(email: string): Promise<CallOutput<'POST user/register'>> {
    const sent = await this.call('POST sms_mail', { email, purpose: 'register' });
    return this.call('POST user/register', {
      kind: 'email',
      account: email,
      code: sent.demo_code ?? '',
      password: TEST_PASSWORD,
      re_password: TEST_PASSWORD,
      agreement: true,
    });
  }

  /** Straight to the core, for what no customer can do. Must be accepted. */
  async submit(command: Command): Promise<void> {
    const { outcome } = await this.engine.bus.submit(command);
    if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  }

  async tick(marketId: number, priceE8: number): Promise<void> {
    const sources = [{ name: 'test', priceE8, atMs: this.clock.nowMs }];
    await this.submit({ type: 'recordIndexTick', marketId, priceE8, sources });
  }

  /** Changes with anything that a refused call must not change: the core, and who there is. */
  async fingerprint(): Promise<string> {
    const { rows } = await this.database.pool.query<{ counts: string }>(
      `select concat_ws('/', (select count(*) from customers), (select count(*) from sessions where ended_at_ms is null),
         (select count(*) from faucet_claims), (select count(*) from pictures),
         (select count(*) from identity_applications), (select count(*) from agreement_signatures), (select md5(string_agg(concat(password_hash, email, phone, anti_phishing), '' order by id)) from customers),
         (select count(*) from fund_passwords), (select count(*) from two_factors), (select count(*) from passkeys),
         (select count(*) from account_freezes), (select count(*) from withdrawal_holds),
         (select concat(count(*), md5(string_agg(state, '' order by id))) from deposits),
         (select concat(count(*), md5(string_agg(state, '' order by id))) from withdrawals),
         (select count(*) from withdrawal_addresses where removed_at_ms is null), (select count(*) from bank_cards)
       ) as counts`,
    );
    return `${this.engine.sequence()}:${this.engine.exchange.stateHash()}:${rows[0]?.counts}`;
  }
}

/** The request of a call, for those who want to spoil it. */
export function requestOf(name: CallName, input: object, options: CallOptions = {}): InjectOptions {
  const [method = '', path = ''] = name.split(' ');
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers['authorization'] = options.token;
  if (options.key !== undefined) headers['idempotency-key'] = options.key;
  if (options.lang !== undefined) headers['lang'] = options.lang;
  const request: InjectOptions = { method: method as 'GET' | 'POST' | 'PUT', url: `/api/${path}`, headers };
  if (options.address !== undefined) request.remoteAddress = options.address;
  if (method === 'GET') {
    request.query = Object.fromEntries(
      Object.entries(input)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, String(value)]),
    );
  } else if (options.json === true) {
    request.payload = input;
  } else {
    headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const form = new URLSearchParams();
    for (const [field, value] of Object.entries(input))
      if (value !== undefined) form.set(field, String(value));
    request.payload = form.toString();
  }
  return request;
}

export const CALL_NAMES = Object.keys(calls) as CallName[];
