import { rm } from 'node:fs/promises';
import type { Command } from '@tallystick/core';
import type { CallInput, CallName, CallOutput, Failure } from '@tallystick/protocol';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Registry } from 'prom-client';
import type { Chains } from '../chains/chains.ts';
import type { Services } from '../composition/compose.ts';
import { openSockets } from '../composition/sockets.ts';
import type { Database } from '../database/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Reconciliation } from '../engine/reconciliation/reconciliation.ts';
import type { Message } from '../modules/outbox/transports.ts';
import type { PriceLog } from '../price-log/price-log.ts';
import type { SignedHeads } from '../transparency-log/signed-heads.ts';
import type { Stops } from '../module/stops.ts';
import { NetworkLimits } from '../sockets/network-limits.ts';
import { requestOf, type Answer, type CallOptions } from './test-requests.ts';
import { startParts, type TestServerOptions, type TestServerParts } from './test-server-parts.ts';

export const TEST_PASSWORD = 'correct horse';

export interface TestCustomer {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

let keys = 0;

/** An idempotency key that was not used before. */
export function freshKey(): string {
  return `test-key-${++keys}`;
}

/**
 * The real server on its own database, without price sources and house, whose ticks and orders would interfere. The
 * clock stands still until a test moves it.
 */
export class TestServer implements TestServerParts {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly engine: Engine;
  readonly database: Database;
  readonly dataDir: string;
  readonly messages: readonly Message[];
  readonly clock: { nowMs: number; wrongMs: number };
  readonly stops: Stops;
  #customers = 0;

  private constructor(parts: TestServerParts) {
    this.app = parts.app;
    this.services = parts.services;
    this.engine = parts.engine;
    this.database = parts.database;
    this.dataDir = parts.dataDir;
    this.messages = parts.messages;
    this.clock = parts.clock;
    this.stops = parts.stops;
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const server = new TestServer(await startParts(options));
    if (options.sockets === true) await server.#listen(options.relay);
    return server;
  }

  async #listen(relay: TestServerOptions['relay']): Promise<void> {
    const { now } = this.services.clock;
    const sockets = openSockets(this.services, {
      server: this.app.server,
      noticesEveryMs: 20,
      monotonicMs: now,
      relay,
      // All clients connect from one address and name the one they stand for.
      limits: this.services.rateLimits ? new NetworkLimits(1, now) : null,
    });
    this.stops.add(() => sockets.close());
    await this.app.listen({ host: '127.0.0.1', port: 0 });
  }

  get registry(): Registry {
    return this.services.registry;
  }

  get chains(): Chains {
    return this.services.chains;
  }

  /** Signs when a test calls `turn`. */
  get priceLog(): PriceLog {
    return this.services.priceLog;
  }

  /** Signed when a test calls `turn`. */
  get heads(): SignedHeads {
    return this.services.heads;
  }

  /** Compares when a test calls `step`. */
  get reconciliation(): Reconciliation {
    return this.services.reconciliation;
  }

  /** The server's address; only with `sockets`. */
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

  /** Stops the server and keeps its database for the next one: see `after`. */
  stop(): Promise<void> {
    return this.stops.run();
  }

  /** Makes a call as the apps do; returns any reply. */
  async try<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions = {},
  ): Promise<Answer<Name>> {
    return (await this.send(requestOf(name, input, options))) as Answer<Name>;
  }

  /** The data of a call that must succeed. */
  async call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: CallOptions = {},
  ): Promise<CallOutput<Name>> {
    const { body } = await this.try(name, input, options);
    if (body.type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
    return body.data;
  }

  /** The code and data of a call that must be refused. */
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

  /** A new customer, with demo funds on request. */
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

  /** Sends a command that customers cannot send directly to the core. It must be accepted. */
  async submit(command: Command): Promise<void> {
    const { outcome } = await this.engine.bus.submit(command);
    if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  }

  async tick(marketId: number, priceE8: number): Promise<void> {
    const sources = [{ name: 'test', priceE8, atMs: this.clock.nowMs }];
    await this.submit({ type: 'recordIndexTick', marketId, priceE8, sources });
  }

  /** A fingerprint of what a refused call must not change: the core and the customers' data. */
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
