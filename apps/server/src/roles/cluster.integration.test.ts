import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import { openPromise } from '@tallystick/verify/promise';
import { Caller } from '../testing/caller.ts';
import { ChatPage } from '../testing/chat-client.ts';
import { agree, operator } from '../testing/operator.ts';
import { untilReady, type RunningServer } from '../testing/run-server.ts';
import { TestSocket } from '../testing/socket-client.ts';
import { BTC_USDT, indexPrice, priceNearIndex } from './testing/bitcoin-price.ts';
import { TestCluster } from './testing/cluster.ts';
import { CUSTOMER_PASSWORD, newCustomer } from './testing/new-customer.ts';

const FUND_PASSWORD = '258147';
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const opened = await TestCluster.open();
const skipped = 'missing' in opened ? ` (skipped: ${opened.missing})` : '';

let cluster: TestCluster;
let a: RunningServer;
let b: RunningServer;
let worker: RunningServer;
let core: RunningServer;
beforeAll(async () => {
  if ('missing' in opened) return;
  cluster = opened;
  core = await cluster.start('core');
  [worker, a, b] = await Promise.all([
    cluster.start('worker'),
    cluster.start('gateway'),
    cluster.start('gateway'),
  ]);
});
afterAll(() => cluster?.close());

const sockets: TestSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A customer with demo money. Their browser speaks to gateway A until it is led elsewhere. */
const customer = (): Promise<Caller> => newCustomer(a.url);

/** The same browser at another gateway. */
async function at<T>(gateway: RunningServer, caller: Caller, work: () => Promise<T>): Promise<T> {
  const { url } = caller;
  caller.follow(gateway.url);
  const result = await work();
  caller.follow(url);
  return result;
}

function order(side: 'buy' | 'sell', price: string) {
  return { market_id: BTC_USDT, side, price, quantity: '0.001' } as const;
}

const price = (): Promise<string> => priceNearIndex(a.url);

describe.skipIf(skipped !== '')(`an exchange in several processes${skipped}`, () => {
  it('prices that the worker makes tick at every gateway', async () => {
    for (const gateway of [a, b]) {
      const before = await indexPrice(gateway.url);
      await expect.poll(() => indexPrice(gateway.url)).not.toBe(before);
    }
  });

  it('each process says what it last saw of the others', async () => {
    for (const [server, follows] of [
      [core, false],
      [worker, true],
      [a, true],
    ] as const) {
      const response = await fetch(`${new URL(server.metricsUrl).origin}/readyz`);
      const seen = (await response.json()) as Record<string, unknown>;
      expect(response.status).toBe(200);
      expect(seen).toMatchObject({ status: 'ready', bus: 'connected' });
      expect(seen['database_ms']).toBeLessThanOrEqual(5_000);
      expect('follower_ms' in seen).toBe(follows);
    }
  });

  it('what a customer did at one gateway is there when they ask another at once', async () => {
    const one = await customer();
    const at60 = await price();
    for (let times = 0; times < 10; times++) {
      const [here, there] = times % 2 === 0 ? [a, b] : [b, a];
      const placed = await at(here, one, () => one.call('POST coin/trade', order('buy', at60)));
      const { items } = await at(there, one, () => one.call('GET coin/list', {}));
      expect(items.map(({ order_id: id }) => id)).toContain(placed.order.order_id);
      await at(there, one, () => one.call('PUT coin/trade', { order_id: placed.order.order_id }));
      expect((await at(here, one, () => one.call('GET coin/list', {}))).items).toEqual([]);
    }
  });

  it('a page at one gateway hears of a fill at another', async () => {
    const [maker, taker] = [await customer(), await customer()];
    const at60 = await price();
    const socket = await TestSocket.connect(b.url, { token: maker.token });
    sockets.push(socket);
    await socket.subscribe('orders');
    const coins = order('buy', at60);
    await maker.call('POST coin/trade', coins);
    await taker.call('POST coin/trade', { ...coins, side: 'sell' });
    const deltas = await socket.deltas('orders', got => got.some(({ fills }) => fills.length > 0));
    expect(deltas.flatMap(({ fills }) => fills)).toMatchObject([{ side: 'buy', quantity: '0.001' }]);
  });

  it('operators at one gateway hear what a customer writes at another', async () => {
    const one = await customer();
    const support = await operator(b.url, 'support');
    const desk = await ChatPage.desk(b.url, support.token);
    await one.call('POST chat/send', { client_id: 'first-message', text: 'Is anybody there?' });
    await desk.until(() => desk.heard.length > 0);
    expect(JSON.stringify(desk.heard)).toContain('Is anybody there?');
    const page = await ChatPage.customer(a.url, { token: one.token });
    const { items } = await support.call('GET desk/chats', {});
    desk.client.emit('typing', { case_id: items[0]!.case_id });
    await page.until(() => page.typings === 1);
    page.client.emit('typing');
    await desk.until(() => desk.typings === 1);
    page.close();
    desk.close();
  });

  it('who logs out at one gateway is out at the other, with open pages', async () => {
    const one = await customer();
    await at(b, one, () => one.call('GET coin/list', {}));
    const socket = await TestSocket.connect(b.url, { token: one.token });
    sockets.push(socket);
    await socket.subscribe('orders');
    await one.call('POST user/logout', {});
    await expect
      .poll(() => at(b, one, () => one.send('GET coin/list', {})), { interval: 20 })
      .toMatchObject({ code: 'session_invalid' });
    await socket.until(() => socket.sessionEnds === 1);
  });

  it('and without NATS, too', async () => {
    const one = await customer();
    await at(b, one, () => one.call('GET coin/list', {}));
    await cluster.nats.kill();
    await one.call('POST user/logout', {});
    await expect
      .poll(() => at(b, one, () => one.send('GET coin/list', {})), { interval: 20 })
      .toMatchObject({ code: 'session_invalid' });
    await cluster.nats.start();
  });

  it('what the desk closes at one gateway is closed at the other', async () => {
    const one = await customer();
    const admin = await operator(b.url, 'admin');
    await admin.call('POST desk/maintenance_start', { reason: 'Looking at something' });
    const asked = () => one.send('GET coin/list', {});
    await expect.poll(asked, { interval: 20 }).toMatchObject({ code: 'maintenance' });
    const change = { name: 'maintenance', value: { on: false, reason: '' } };
    await agree(admin, 'accountant', { kind: 'setting', change, note: 'It is done' });
    await expect.poll(asked, { interval: 20 }).toMatchObject({ type: 'ok' });
  });

  it('a demo’s clock that is advanced at one gateway is advanced at the core and everywhere', async () => {
    const one = await customer();
    const admin = await operator(a.url, 'admin');
    const { server_time_ms: nowMs } = await admin.call('POST desk/clock_advance', {
      by: 3_600_000,
      reason: 'To see',
    });
    // Answered when the core has done what became due.
    const { rows } = await cluster.database.pool.query<{ ahead: number }>(
      `select (value->>'aheadMs')::float8 as ahead from server_state where name = 'clock-passed'`,
    );
    expect(rows).toEqual([{ ahead: 3_600_000 }]);
    const there = await operator(b.url, 'admin');
    await expect
      .poll(async () => (await there.call('GET desk/clock', {})).server_time_ms)
      .toBeGreaterThanOrEqual(nowMs);
    const at60 = await price();
    await expect
      .poll(async () => {
        const placed = await one.call('POST coin/trade', order('buy', at60));
        await one.call('POST coin/cancel_all', {});
        return placed.order.placed_at_ms;
      })
      .toBeGreaterThanOrEqual(nowMs);
  });

  it('the terms of an option that a gateway sold are signed by the worker, which alone has the key', async () => {
    const one = await customer();
    await one.call('POST microtrade/practice', { currency_id: USDT });
    const { terms_version, times } = await one.call('GET microtrade/seconds', { market_id: BTC_USDT });
    const wish = {
      market_id: BTC_USDT,
      direction: 'rise',
      seconds: times[0]?.seconds ?? 0,
      currency_id: USDT,
      amount: '10',
      terms_version,
      practice: true,
    } as const;
    const sold: CallOutput<'POST microtrade/submit'>[] = [];
    const buy = async () => {
      const { code, data } = await one.send('POST microtrade/submit', wish);
      if (code === 1) sold.push(data as unknown as CallOutput<'POST microtrade/submit'>);
      return code;
    };
    // Refused as stale until the worker has a price by the clock that has just moved by an hour.
    await expect.poll(buy).toBe(1);
    const [{ option, signed_terms: atPurchase }] = sold as [CallOutput<'POST microtrade/submit'>];
    const log = () => at(b, one, () => one.call('GET price_log/keys', {}));
    // Once the worker has signed the log.
    await expect.poll(async () => (await log()).keys.map(({ active }) => active)).toEqual([true]);
    const { keys, origin } = await log();
    const trusted = keys.map(key => ({ name: origin, publicKey: key.public_key }));
    const asked = { option_id: option.option_id };
    const signed = async () =>
      (await at(b, one, () => one.call('GET microtrade/detail', asked))).signed_terms;
    // On a busy machine it may come later than the purchase's answer.
    await expect.poll(signed).not.toBe(null);
    const note = await signed();
    expect(openPromise(note ?? '', option.receipt, trusted)).toMatchObject({ ok: true });
    expect([note, null]).toContain(atPurchase);
  });

  it('a withdrawal, sent to both gateways at once, is one, and passes gateways, desk and worker', async () => {
    const one = await customer();
    await cluster.database.pool.query(`update customers set verification = 'verified'`);
    const proof = async (purpose: 'fund_password' | 'address' | 'withdraw') =>
      (await one.call('POST set/sms_other_mail', { purpose })).demo_code ?? '';
    const password = FUND_PASSWORD;
    const code = await proof('fund_password');
    await one.call('POST user/e_pwd', { password, re_password: password, code });
    const { address } = await one.call('POST wallet/addaddress', {
      currency_id: USDT,
      network: 'TRC20',
      address: TRON_ADDRESS,
      label: 'Cold wallet',
      password,
      code: await proof('address'),
    });
    const asked = {
      currency_id: USDT,
      amount: '100',
      address_id: address.address_id,
      password,
      code: await proof('withdraw'),
    };
    const other = new Caller(b.url, { token: one.token });
    const atBoth = async (input: object, key: string) => {
      const answers = await Promise.all([one, other].map(at => at.send('POST wallet/out', input, key)));
      expect(answers[0]?.text).toBe(answers[1]?.text);
      return answers[0]!;
    };
    expect(await atBoth({ ...asked, amount: '100000' }, 'too-much')).toMatchObject({
      code: 'insufficient_balance',
    });
    const answer = await atBoth(asked, 'sent-to-both');
    expect(answer).toMatchObject({ type: 'ok' });
    const { withdrawal } = answer.data as CallOutput<'POST wallet/out'>;
    const accountant = await operator(b.url, 'accountant');
    const decided = { queue: 'withdrawal', id: withdrawal.withdrawal_id, action: 'approve' } as const;
    // The worker has said that books and logs are right.
    await expect
      .poll(() => accountant.send('POST desk/queue_decide', decided), { interval: 200 })
      .toMatchObject({ type: 'ok' });
    const { pool } = cluster.database;
    // The mail about it is written and sent by the worker; a demo only shows it.
    await expect
      .poll(
        async () => {
          const { rows } = await pool.query<{ state: string }>(
            `select state from outbox where subject like '%ithdrawal%' order by id desc limit 1`,
          );
          return rows[0]?.state;
        },
        { interval: 100 },
      )
      .toBe('shown');
  });

  it('what a gateway had half done when it was killed, the worker finishes while it runs', async () => {
    const one = await customer();
    const other = await customer();
    const { pool } = cluster.database;
    const otherId = (await other.call('GET user/center', {})).id;
    await pool.query('delete from faucet_claims where customer_id = $1', [otherId]);
    const killed = await cluster.start('gateway');
    one.follow(killed.url);
    other.follow(killed.url);
    await one.call('GET coin/list', {});
    await other.call('GET coin/list', {});
    // From now on no command leaves a gateway.
    await cluster.nats.kill();
    const asked = [
      one.send('POST user/freeze', { password: CUSTOMER_PASSWORD }),
      other.send('POST wallet/faucet', {}),
    ].map(answer => answer.catch(() => null));
    const left = async (): Promise<number> => {
      const { rows } = await pool.query<{ n: number }>(
        `select (select count(*) from account_freezes where core_state = 'untold')::int
              + (select count(*) from faucet_claims where not credited)::int as n`,
      );
      return rows[0]?.n ?? 0;
    };
    await expect.poll(left, { interval: 20 }).toBe(2);
    await killed.kill();
    await Promise.all(asked);
    expect(await left()).toBe(2);
    await cluster.nats.start();
    await expect.poll(left, { interval: 200 }).toBe(0);
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from ledger_entries where owner_id = $1 and reference like 'faucet:%'`,
      [otherId],
    );
    // Three currencies of each claim, once.
    expect(rows).toEqual([{ n: 6 }]);
  });

  it('a gateway that is told to stop answers what it has begun, and nothing is lost', async () => {
    const one = await customer();
    const at60 = await price();
    const stopped = await cluster.start('gateway');
    one.follow(stopped.url);
    await one.call('GET coin/list', {});
    const asked = Array.from({ length: 20 }, () =>
      one.send('POST coin/trade', order('buy', at60)).catch(() => null),
    );
    await Promise.race(asked);
    expect(await stopped.stop()).toBe(0);
    const answers = (await Promise.all(asked)).filter(answer => answer !== null);
    one.follow(b.url);
    const { items } = await one.call('GET coin/list', { limit: 100 });
    const ids = new Set(items.map(({ order_id: id }) => id));
    const placed = answers.filter(({ type }) => type === 'ok');
    expect(placed.length).toBeGreaterThan(0);
    for (const { data } of placed) {
      expect(ids).toContain((data['order'] as { order_id: number }).order_id);
    }
  });

  it('when the core is killed, the one that stands by goes on, and whoever waits is answered', async () => {
    const next = await cluster.start('core', { waits: true });
    const standsBy = async (): Promise<number | null> => {
      const { rowCount } = await cluster.database.pool.query(
        `select from pg_stat_activity where application_name = 'tallystick watch' and datname = current_database()`,
      );
      return rowCount;
    };
    await expect.poll(standsBy).toBe(1);
    const someone = await customer();
    const near = await price();
    await core.kill();
    const placed = await someone.call('POST coin/trade', order('buy', near));
    const { items } = await at(b, someone, () => someone.call('GET coin/list', {}));
    expect(items.map(({ order_id: id }) => id)).toContain(placed.order.order_id);
    await untilReady(new URL(next.metricsUrl).origin, () => false);
    core = next;
  });

  it('when the worker is killed, the one that waits goes on', async () => {
    const next = await cluster.start('worker', { waits: true });
    await expect
      .poll(async () => {
        const { rows } = await cluster.database.pool.query(
          `select 1 from pg_stat_activity where application_name = 'tallystick worker' and wait_event = 'advisory'
             and datname = current_database()`,
        );
        return rows.length;
      })
      .toBe(1);
    await worker.kill();
    await untilReady(new URL(next.metricsUrl).origin, () => false);
    const before = await indexPrice(a.url);
    await expect.poll(() => indexPrice(a.url), { interval: 100 }).not.toBe(before);
    worker = next;
  });
});
