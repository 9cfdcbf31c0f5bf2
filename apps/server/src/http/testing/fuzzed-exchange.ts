import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import pino from 'pino';
import { Players } from '../../modules/option/testing/players.ts';
import { mayWithdraw } from '../../modules/testing/withdrawing.ts';
import { listDemoTrust } from '../../modules/trust/listing.ts';
import type { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { addOperator, DESK_PASSWORD, TestDesk } from '../../testing/test-desk.ts';
import { freshKey, type TestCustomer, type TestServer } from '../../testing/test-server.ts';
import { Changes } from './changes.ts';
import { startPopulatedServer } from './populated-server.ts';
import type { FuzzRequest, Sender } from './fuzz-requests.ts';
import { judge } from './fuzz-verdict.ts';
import { sendRaw, type WireReply } from './fuzz-wire.ts';

const CHECKERS = ['administrator', 'accountant', 'compliance'] as const satisfies readonly Role[];

/** A test server with every product and all kinds of users. It checks the log and every table. */
export class FuzzedExchange {
  readonly server: TestServer;
  readonly #contracts: PerpetualTraders;
  readonly #players: Players;
  readonly #changes: Changes;
  readonly #log: readonly string[];
  readonly #tokens = new Map<Sender, string>();
  /** Operators who confirm the proposals of others. */
  readonly checkers: readonly TestDesk[];
  #operators = 0;

  private constructor(
    server: TestServer,
    contracts: PerpetualTraders,
    players: Players,
    changes: Changes,
    log: readonly string[],
    checkers: readonly TestDesk[],
  ) {
    this.server = server;
    this.#contracts = contracts;
    this.#players = players;
    this.#changes = changes;
    this.#log = log;
    this.checkers = checkers;
  }

  static async start(): Promise<FuzzedExchange> {
    const log: string[] = [];
    const { server, contracts } = await startPopulatedServer({
      sockets: true,
      log: pino({ level: 'warn' }, { write: line => void log.push(line) }),
    });
    await listDemoTrust(server.database.pool, server.engine.exchange, server.engine.bus);
    const players = await Players.of(server);
    await contracts.quote(await contracts.join(1_000_000), '59990', '60010', 10_000);
    const changes = await Changes.watch(server.database.pool);
    const checkers = await Promise.all(CHECKERS.map(role => TestDesk.open(server, role, `${role}-checker`)));
    const exchange = new FuzzedExchange(server, contracts, players, changes, log, checkers);
    for (const who of ['customer', 'other customer'] as const) await exchange.#renewCustomer(who);
    for (const role of ROLES) await exchange.#renewOperator(role);
    await changes.since();
    return exchange;
  }

  send(request: FuzzRequest): Promise<WireReply | null> {
    const { hostname: host, port } = new URL(this.server.url);
    return sendRaw({ host, port: Number(port) }, request, this.#tokens.get(request.from) ?? null);
  }

  /** Sends the request; returns what is wrong with the outcome, or null. */
  async complaintOf(request: FuzzRequest): Promise<string | null> {
    const logged = this.#log.length;
    const stateBefore = this.#state();
    const reply = await this.send(request);
    const verdict = judge(request, reply);
    const noise = this.#log
      .slice(logged)
      .find(line => line.includes('"stack"') || !line.includes('"level":40'));
    if (verdict.outcome === 'wrong') return [verdict.complaint, noise ?? ''].join('\n').slice(0, 3_000);
    if (noise !== undefined) return `in the log: ${noise.slice(0, 1_500)}`;
    const written = await this.#written();
    if (verdict.outcome === 'refused') {
      const unavailable = (reply?.status ?? 0) >= 500;
      const wrongly = written.filter(table => !(table === 'error_log' && unavailable));
      if (wrongly.length > 0)
        return `refused, and written to ${wrongly.join(', ')}: ${reply?.body.toString()}`;
      if (this.#state() !== stateBefore)
        return `refused, and changed the exchange: ${reply?.body.toString()}`;
    }
    if (verdict.outcome !== 'accepted' || request.method !== 'POST') return null;
    const complaint = request.target === '/api/desk/propose' ? await this.#confirm(reply) : null;
    await this.#restore(request.target === '/api/limits/self');
    await this.#written();
    return complaint;
  }

  /** Tables written to since the last call. Errors are kept after their answer: the next request would be blamed. */
  async #written(): Promise<string[]> {
    await this.server.services.errors.idle();
    return this.#changes.since();
  }

  #state(): string {
    return `${this.server.engine.sequence()}:${this.server.engine.exchange.stateHash()}`;
  }

  async #confirm(reply: WireReply | null): Promise<string | null> {
    const { data } = JSON.parse(reply?.body.toString() ?? '') as { data: { id: number } };
    for (const checker of this.checkers) {
      const decision = { id: data.id, decision: 'confirm' } as const;
      const { status, body } = await checker.try('POST desk/proposal_decide', decision);
      if (status === 500) return `confirmed, it failed: ${this.#log.at(-1)}`;
      if (body.code !== 'operator_forbidden') return null;
    }
    return null;
  }

  /** Replaces users who were logged out, frozen or have limited themselves. */
  async #restore(limited: boolean): Promise<void> {
    for (const who of ['customer', 'other customer'] as const) {
      const { body } = await this.server.try('GET user/center', {}, { token: this.#tokens.get(who) ?? '' });
      const gone = body.type === '999' || (body.type === 'ok' && body.data.frozen);
      if (gone || limited) await this.#renewCustomer(who);
    }
    for (const role of ROLES) {
      const { body } = await new TestDesk(this.server, this.#tokens.get(role) ?? '').try('GET desk/me', {});
      if (body.type === '999') await this.#renewOperator(role);
    }
  }

  async #renewOperator(role: Role): Promise<void> {
    const name = `${role}-${++this.#operators}`;
    await addOperator(this.server, role, name);
    const login = { name, password: DESK_PASSWORD };
    const { body } = await new TestDesk(this.server, null).try('POST desk/login', login);
    // Too many wrong passwords may have locked the address: a later operator is used instead.
    if (body.type === 'ok') this.#tokens.set(role, body.data.token);
  }

  async #renewCustomer(who: Sender): Promise<void> {
    const customer = await this.server.customer('funded');
    await mayWithdraw(this.server, customer);
    await this.#players.equip(customer);
    await this.#contracts.welcome(customer);
    await this.#begin(customer);
    this.#tokens.set(who, customer.token);
  }

  /** Creates one of each: orders, positions on both sides, an option, a deposit. */
  async #begin(customer: TestCustomer): Promise<void> {
    const asOne = () => ({ token: customer.token, key: freshKey() });
    const order = { market_id: 1, side: 'buy', price: '50000', quantity: '0.001' } as const;
    await this.server.try('POST coin/trade', order, asOne());
    for (const direction of ['long', 'short'] as const) {
      const position = { market_id: 1, direction, type: 'market', lots: 5, multiple: 10 } as const;
      await this.server.try('POST lever/submit', position, asOne());
    }
    const wish = { market_id: 1, direction: 'rise', seconds: 60, currency_id: 3, amount: '10' } as const;
    await this.server.try('POST microtrade/submit', { ...wish, terms_version: 1 }, asOne());
    await this.server.try(
      'POST wallet/change',
      { from: 'spot', to: 'trust', currency_id: 3, amount: '3000' },
      asOne(),
    );
    const deposit = { product_id: 1, amount: '100', terms_version: 1, agreement: true } as const;
    await this.server.try('POST lh/deposit', deposit, asOne());
  }
}
