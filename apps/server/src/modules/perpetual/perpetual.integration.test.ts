import { parseDecimal } from '@tallystick/core/money/decimal';
import { recomputeOffset } from '@tallystick/verify/perpetual/recompute';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';

let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new PerpetualTraders(server);
});
afterAll(() => server.close());

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join(1_000_000);
  taker = await traders.join();
});

describe('the page of a contract', () => {
  it('shows everyone terms, prices, book and trades, and customers their own figures', async () => {
    await traders.quote(maker, '59990', '60010');
    const { position } = await traders.open(taker, { lots: 10, multiple: 20 });
    const deal = await server.call('POST lever/deal', { market_id: BTC_USDT }, auth(taker));
    expect(deal.contract).toMatchObject({
      symbol: 'BTC/USDT',
      tick_size: '0.1',
      lot_size: '0.001',
      multiples: [1, 2, 3, 5, 10, 20, 50, 100],
      taker_fee_percent: '0.05',
      impact_value: '20000',
      status: 'open',
    });
    expect(deal.ticker).toMatchObject({ last: '60010.0', open_interest_lots: 10, stale: false });
    expect(deal.depth.bids).toEqual([['59990.0', '1']]);
    expect(deal.depth.asks).toEqual([['60010.0', '0.99']]);
    expect(deal.trades[0]).toMatchObject({ price: '60010.0', quantity: '0.01', side: 'buy' });
    expect(deal.positions).toEqual([position]);
    expect(deal.summary).toMatchObject({ pending: 0, holding: 1, margin: '30.005' });
    expect(deal.balance).toEqual({ currency_id: 3, ...(await traders.balance(taker)) });

    const visitor = await server.call('POST lever/deal', { market_id: BTC_USDT });
    expect(visitor).toMatchObject({ positions: null, balance: null, summary: null });
    const all = await server.call('GET lever/contracts', {});
    expect(all.items.map(({ contract }) => contract.symbol)).toContain('ADA/USDT');
    expect(all.insurance).toMatchObject({ currency: 'USDT' });
    expect((await server.refused('POST lever/deal', { market_id: 8 })).code).toBe('unknown_perpetual');
  });
});

describe('candles of a contract', () => {
  const candles = async (kind: 'contract' | 'mark' | 'index' | 'spot', market_id = BTC_USDT) =>
    (await server.call('GET currency/new_timeshar', { market_id, interval: '15m', kind })).items;

  it('are of its own trades, its mark or its index, apart from spot', async () => {
    await traders.quote(maker, '59990', '60010');
    const before = (await candles('contract')).at(-1);
    const spot = await candles('spot');
    await traders.open(taker, { lots: 10 });
    await traders.open(taker, { lots: 4, direction: 'short' });
    const ofTrades = (await candles('contract')).at(-1)!;
    expect(ofTrades).toMatchObject({ close: '59990.0' });
    expect(ofTrades.trades! - (before?.trades ?? 0)).toBe(2);
    const bought = Number(ofTrades.taker_buy_volume) - Number(before?.taker_buy_volume ?? 0);
    expect(bought).toBeCloseTo(0.01);
    const { ticker } = await server.call('POST lever/deal', { market_id: BTC_USDT });
    expect(ticker).toMatchObject({ trades_24h: expect.any(Number), last_trade_id: expect.any(Number) });
    expect(ticker.last_trade_id! - ticker.first_trade_id!).toBeGreaterThanOrEqual(ticker.trades_24h! - 1);
    // All digits of a mark, which is between ticks.
    const mark = (await candles('mark')).at(-1)!;
    expect(mark).toMatchObject({ close: ticker.mark, volume: '0', quote_volume: '0', trades: null });
    expect(mark.taker_buy_volume).toBeNull();
    expect((await candles('index')).at(-1)).toMatchObject({ close: ticker.index, trades: null });
    expect(await candles('spot')).toEqual(spot);
  });

  it('are refused where there is no contract', async () => {
    const input = { market_id: 8, interval: '15m', kind: 'mark' } as const;
    expect((await server.refused('GET currency/new_timeshar', input)).code).toBe('unknown_perpetual');
  });
});

describe('an order of an account of the house', () => {
  it('that waits is listed and holds its margin, though it has no row', async () => {
    await server.submit({ type: 'setReferralStanding', customerId: maker.id, standing: 'house' });
    await traders.quote(maker, '59990', '60010');
    const waiting = await traders.positions(maker, 'pending');
    expect(waiting).toHaveLength(2);
    const rows = await server.database.pool.query('select from positions where customer_id = $1', [maker.id]);
    expect(rows.rowCount).toBe(0);
    const input = { account: 'contract', currency_id: 3 } as const;
    const { holds } = await server.call('POST wallet/detail', input, auth(maker));
    expect(holds.map(({ reference }) => reference).toSorted()).toEqual(
      waiting.map(({ position_id: id }) => `position:${id}`).toSorted(),
    );
    expect((await server.call('POST lever/deal', { market_id: BTC_USDT }, auth(maker))).positions).toEqual(
      waiting,
    );
  });
});

describe('an order', () => {
  it('opens a position at market: margin is frozen, the fee is paid, figures are exact', async () => {
    await traders.quote(maker, '59990', '60010');
    const { position, fills } = await traders.open(taker, { lots: 10, multiple: 10 });
    // 0.01 BTC at 60,010 = 600.10; margin is a tenth of it, the fee 0.05 %.
    expect(position).toMatchObject({
      status: 'holding',
      direction: 'long',
      type: 'market',
      lots: 10,
      holding_lots: 10,
      quantity: '0.01',
      open_value: '600.1',
      open_price: '60010.0',
      margin: '60.01',
      fee: '0.30005',
      waiting_margin: '0',
      end_reason: 'filled',
      close_reason: null,
    });
    expect(fills).toMatchObject([
      {
        side: 'buy',
        effect: 'open',
        role: 'taker',
        price: '60010.0',
        lots: 10,
        value: '600.1',
        fee: '0.30005',
      },
    ]);
    expect(await traders.balance(taker)).toEqual({ available: '9939.68995', frozen: '60.01' });
    expect(await traders.positions(taker)).toEqual([position]);
  });

  it('waits at its price and is cancelled, which returns everything', async () => {
    const { position, fills } = await traders.open(taker, { type: 'limit', price: '59000', lots: 10 });
    expect(fills).toEqual([]);
    expect(position).toMatchObject({
      status: 'pending',
      waiting_lots: 10,
      price: '59000.0',
      open_price: null,
    });
    expect(await traders.positions(taker, 'pending')).toEqual([position]);
    expect((await traders.balance(taker)).frozen).toBe(position.waiting_margin);
    const cancel = await server.call('POST lever/cancel', { order_id: position.position_id }, auth(taker));
    expect(cancel.position).toMatchObject({ status: 'cancelled', end_reason: 'cancelled_by_customer' });
    expect(await traders.balance(taker)).toEqual({ available: '10000', frozen: '0' });
    const again = await server.refused('POST lever/cancel', { order_id: position.position_id }, auth(taker));
    expect(again.code).toBe('order_not_open');
    const foreign = await server.refused('POST lever/cancel', { order_id: 999_999 }, auth(taker));
    expect(foreign).toMatchObject({ code: 'unknown_order', status: 404 });
  });

  it('is placed once however often it is sent; its key refuses other lots', async () => {
    await traders.quote(maker, '59990', '60010');
    const key = freshKey();
    const first = await traders.open(taker, { lots: 7 }, key);
    expect((await traders.open(taker, { lots: 7 }, key)).position.position_id).toBe(
      first.position.position_id,
    );
    const other = { market_id: BTC_USDT, direction: 'long', lots: 8, multiple: 10 } as const;
    const reused = await server.refused('POST lever/submit', other, { token: taker.token, key });
    expect(reused.code).toBe('idempotency_key_reused');
    expect(await traders.positions(taker)).toHaveLength(1);
    const keyless = await server.refused('POST lever/submit', other, auth(taker));
    expect(keyless.code).toBe('idempotency_key_required');
  });

  it('takes numbers as text as well, and both stops', async () => {
    await traders.quote(maker, '59990', '60010');
    const { position } = await traders.open(taker, {
      lots: '3',
      multiple: '5',
      take_profit_price: '66000',
      stop_loss_price: '58000.5',
    });
    expect(position).toMatchObject({ take_profit_price: '66000.0', stop_loss_price: '58000.5', multiple: 5 });
  });
});

describe('a position', () => {
  beforeEach(() => traders.quote(maker, '59990', '60010'));

  it('closes in part and then as a whole; the parts add up in the ledger', async () => {
    const { position: opened } = await traders.open(taker, { lots: 10 });
    const part = await traders.close(taker, opened.position_id, { lots: 4 });
    // 0.004 BTC bought at 60,010 and sold at 59,990.
    expect(part.position).toMatchObject({
      status: 'holding',
      holding_lots: 6,
      closed_lots: 4,
      realised_profit: '-0.08',
      margin: '36.006',
      close_price: '59990.0',
    });
    expect(part.fills).toMatchObject([{ effect: 'close', lots: 4, realised_profit: '-0.08' }]);
    const whole = await traders.close(taker, opened.position_id);
    expect(whole.position).toMatchObject({
      status: 'closed',
      close_reason: 'customer',
      realised_profit: '-0.2',
      // 0.05 % of 600.10 and of 599.90.
      fee: '0.6',
      net_profit: '-0.8',
    });
    expect(await traders.balance(taker)).toEqual({ available: '9999.2', frozen: '0' });
    const [history] = await traders.positions(taker, 'history');
    expect(history).toEqual(whole.position);
    const { items } = await server.call('GET lever/fills', { position_id: opened.position_id }, auth(taker));
    expect(items.map(fill => [fill.effect, fill.lots])).toEqual([
      ['close', 6],
      ['close', 4],
      ['open', 10],
    ]);
    const log = await server.call('POST wallet/legal_log', { account: 'contract' }, auth(taker));
    expect(log.items.map(entry => [entry.reason, entry.balance_after])).toEqual([
      ['perpetual_trade', '9999.2'],
      ['perpetual_trade', expect.any(String)],
      ['perpetual_trade', '9999.69995'],
      ['faucet', '10000'],
    ]);
  });

  it('is closed once: the second time it has ended, and the same key returns the first answer', async () => {
    const { position } = await traders.open(taker, {});
    const key = freshKey();
    const [one, two] = await Promise.all([
      traders.close(taker, position.position_id, {}, key),
      traders.close(taker, position.position_id, {}, key),
    ]);
    expect(two).toEqual(one);
    const input = { position_id: position.position_id };
    const late = await server.refused('POST lever/close', input, { token: taker.token, key: freshKey() });
    expect(late.code).toBe('position_not_open');
    const other = await traders.join();
    const foreign = await server.refused('POST lever/close', input, { token: other.token, key: freshKey() });
    expect(foreign).toMatchObject({ code: 'unknown_position', status: 404 });
  });

  it('closes at a price by a waiting order, which is cancelled by its own id', async () => {
    const { position } = await traders.open(taker, { lots: 5 });
    const waiting = await traders.close(taker, position.position_id, { price: '60500', lots: 2 });
    expect(waiting.position.closing).toMatchObject({ price: '60500.0', lots: 2 });
    expect(await traders.positions(taker, 'pending')).toEqual([waiting.position]);
    const orderId = waiting.position.closing?.order_id ?? 0;
    const { position: kept } = await server.call('POST lever/cancel', { order_id: orderId }, auth(taker));
    expect(kept).toMatchObject({ closing: null, holding_lots: 5 });
  });

  it('gets stops, changes one and removes one', async () => {
    const { position } = await traders.open(taker, {});
    const set = (stops: { take_profit_price?: string; stop_loss_price?: string }) =>
      server.call('POST lever/setstop', { position_id: position.position_id, ...stops }, auth(taker));
    const both = await set({ take_profit_price: '65000', stop_loss_price: '58000' });
    expect(both.position).toMatchObject({ take_profit_price: '65000.0', stop_loss_price: '58000.0' });
    const changed = await set({ stop_loss_price: '58500' });
    expect(changed.position).toMatchObject({ take_profit_price: '65000.0', stop_loss_price: '58500.0' });
    const removed = await set({ take_profit_price: '' });
    expect(removed.position).toMatchObject({ take_profit_price: null, stop_loss_price: '58500.0' });
    expect((await set({ take_profit_price: '' })).position.take_profit_price).toBeNull();
  });

  it('gets more margin once per key, which moves its liquidation price away', async () => {
    const { position } = await traders.open(taker, {});
    const key = freshKey();
    const add = () =>
      server.call(
        'POST lever/add_margin',
        { position_id: position.position_id, amount: '40' },
        { token: taker.token, key },
      );
    const { position: more, balance } = await add();
    await add();
    expect(more).toMatchObject({ margin: '100.01', added_margin: '40' });
    expect(Number(more.liquidation_price)).toBeLessThan(Number(position.liquidation_price));
    expect(balance).toMatchObject({ frozen: '100.01' });
    expect(await traders.balance(taker)).toMatchObject({ frozen: '100.01' });
  });

  it('is reversed in one step: closed, and reopened with as many lots on the other side', async () => {
    const { position } = await traders.open(taker, { lots: 6 });
    const key = freshKey();
    const reverse = () =>
      server.call('POST lever/reverse', { position_id: position.position_id }, { token: taker.token, key });
    const { closed, position: opposite, fills } = await reverse();
    expect(closed).toMatchObject({ position_id: position.position_id, status: 'closed' });
    expect(opposite).toMatchObject({ direction: 'short', holding_lots: 6, multiple: 10 });
    expect(fills.map(({ effect }) => effect)).toEqual(['close', 'open']);
    expect((await reverse()).position.position_id).toBe(opposite.position_id);
    expect(await traders.positions(taker)).toHaveLength(1);
  });

  it('is offset against an opposite one, without book and fee', async () => {
    const { position: long } = await traders.open(taker, { lots: 5 });
    const { position: short } = await traders.open(taker, { lots: 3, direction: 'short' });
    const options = { token: taker.token, key: freshKey() };
    const ids = { long_position_id: long.position_id, short_position_id: short.position_id };
    const done = await server.call('POST lever/offset', ids, options);
    expect(done.long).toMatchObject({ status: 'holding', holding_lots: 2, fee: long.fee });
    expect(done.short).toMatchObject({ status: 'closed', close_reason: 'offset', fee: short.fee });
    expect((await server.call('POST lever/offset', ids, options)).long.holding_lots).toBe(2);
  });

  it('lists an offset in both histories, with all figures needed to recompute it', async () => {
    const { position: long } = await traders.open(taker, { lots: 5 });
    const { position: short } = await traders.open(taker, { lots: 3, direction: 'short' });
    const ids = { long_position_id: long.position_id, short_position_id: short.position_id };
    await server.call('POST lever/offset', ids, { token: taker.token, key: freshKey() });
    const of = async (positionId: number, customer = taker) =>
      (await server.call('GET lever/offsets', { position_id: positionId }, auth(customer))).items;
    const [record] = await of(long.position_id);
    expect(await of(short.position_id)).toEqual([record]);
    expect(await of(long.position_id, maker)).toEqual([]);
    expect(await of(short.position_id + 1)).toEqual([]);
    const inputs = record?.inputs;
    expect(record).toMatchObject({ ...ids, lots: 3, market_id: BTC_USDT });
    expect(inputs?.long).toMatchObject({ lots: 5, open_value: long.open_value, margin: long.margin });
    expect(inputs?.short).toMatchObject({ lots: 3, open_value: short.open_value, margin: short.margin });

    const minor = (text = ''): bigint => parseDecimal(text, 6, { signed: true }) ?? 0n;
    const before = (part = inputs?.long) => ({
      lots: part?.lots ?? 0,
      entryValueMinor: minor(part?.open_value),
      marginMinor: minor(part?.margin),
    });
    const unit = server.engine.exchange.perpetual.contract(BTC_USDT)!;
    const again = recomputeOffset(unit, {
      lots: 3,
      longBefore: before(inputs?.long),
      shortBefore: before(inputs?.short),
      mark: { markE8: Number(parseDecimal(record?.mark_price ?? '', 8)) },
    });
    expect(again).toEqual({
      valueMinor: minor(record?.value),
      longRealisedMinor: minor(inputs?.long.realised_profit),
      shortRealisedMinor: minor(inputs?.short.realised_profit),
    });
    const [closed] = await traders.positions(taker, 'history');
    expect(closed?.realised_profit).toBe(inputs?.short.realised_profit);
  });
});

describe('all at once', () => {
  it('closes every position, reports what remains, and cancels waiting orders', async () => {
    await traders.quote(maker, '59990', '60010', 8);
    await traders.open(taker, { lots: 5 });
    await traders.open(taker, { lots: 3 });
    await traders.open(taker, { type: 'limit', price: '58000', lots: 1 });
    const options = { token: taker.token, key: freshKey() };
    const done = await server.call('POST lever/close_all', { market_id: BTC_USDT }, options);
    expect(done).toMatchObject({ closed: 2, remaining: 0 });
    expect(await server.call('POST lever/close_all', { market_id: BTC_USDT }, options)).toMatchObject({
      closed: 2,
    });
    await traders.open(taker, { type: 'limit', price: '58000', lots: 1 });
    const { cancelled } = await server.call('POST lever/cancel_all', {}, auth(taker));
    expect(cancelled).toBe(1);
    expect(await traders.positions(taker, 'pending')).toEqual([]);
  });

  it('leaves what the book cannot fill', async () => {
    await traders.quote(maker, '59990', '60010', 4);
    await traders.open(taker, { lots: 4 });
    await server.call('POST lever/cancel_all', {}, auth(maker));
    await traders.open(maker, { direction: 'long', type: 'limit', price: '59990', lots: 1 });
    const done = await server.call('POST lever/close_all', {}, { token: taker.token, key: freshKey() });
    expect(done).toMatchObject({ closed: 0, remaining: 1 });
    expect(await traders.positions(taker)).toMatchObject([{ holding_lots: 3, closed_lots: 1 }]);
  });
});

describe('cancelling', () => {
  it('returns the order’s own position, even when the first command after a halt liquidates another', async () => {
    await traders.quote(maker, '59990', '60010', 10);
    const { position: doomed } = await traders.open(taker, { lots: 10, multiple: 100 });
    const { position: waiting } = await traders.open(taker, { type: 'limit', price: '58000', lots: 1 });
    await server.submit({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'halted' });
    await traders.index(58_500);
    await server.submit({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'open' });
    const order_id = waiting.position_id;
    const { position } = await server.call('POST lever/cancel', { order_id }, auth(taker));
    expect(position).toMatchObject({ position_id: order_id, status: 'cancelled' });
    const history = await traders.positions(taker, 'history');
    expect(history.map(({ position_id, close_reason }) => [position_id, close_reason])).toEqual([
      [order_id, null],
      [doomed.position_id, 'liquidation'],
    ]);
  });

  it('all counts orders: one position may have an order to open and one to close', async () => {
    await traders.quote(maker, '59990', '60010', 4);
    const { position } = await traders.open(taker, { type: 'limit', price: '60010', lots: 10 });
    expect(position).toMatchObject({ holding_lots: 4, waiting_lots: 6 });
    await traders.close(taker, position.position_id, { lots: 2, price: '61000' });
    await traders.open(taker, { type: 'limit', price: '58000', lots: 1 });
    expect(await server.call('POST lever/cancel_all', {}, auth(taker))).toEqual({ cancelled: 3 });
    expect(await server.call('POST lever/cancel_all', {}, auth(taker))).toEqual({ cancelled: 0 });
  });
});

describe('lists', () => {
  it('page and filter', async () => {
    await traders.quote(maker, '59990', '60010');
    const opened = [];
    for (let i = 0; i < 3; i++) opened.push((await traders.open(taker, { lots: i + 1 })).position);
    await traders.open(taker, { lots: 9, direction: 'short' });
    const page = await server.call('POST lever/my_trade', { direction: 'long', limit: 2 }, auth(taker));
    expect(page.items.map(({ lots }) => lots)).toEqual([3, 2]);
    const next = await server.call(
      'POST lever/my_trade',
      { direction: 'long', limit: 2, cursor: page.next_cursor ?? '' },
      auth(taker),
    );
    expect(next.items.map(({ lots }) => lots)).toEqual([1]);
    expect(next.next_cursor).toBeNull();
    const fills = await server.call('GET lever/fills', { limit: 1 }, auth(taker));
    const more = await server.call(
      'GET lever/fills',
      { limit: 1, cursor: fills.next_cursor ?? '' },
      auth(taker),
    );
    expect(more.items[0]?.trade_id).toBe((fills.items[0]?.trade_id ?? 0) - 1);
    const last = fills.items[0];
    const changes = { account: 'contract', reason: 'perpetual_trade', limit: 1 } as const;
    const [change] = (await server.call('POST wallet/legal_log', changes, auth(taker))).items;
    const { symbol, side, price, quantity, fee, position_id } = last ?? {};
    expect(change?.deal).toMatchObject({
      product: 'perpetual',
      symbol,
      side,
      price,
      quantity,
      fee,
      position_id,
    });
    const named = await server.call('GET lever/detail', { position_id: position_id ?? 0 }, auth(taker));
    expect(named.position).toMatchObject({ position_id, direction: 'short', lots: 9 });
    const foreign = await server.refused('GET lever/detail', { position_id: position_id ?? 0 }, auth(maker));
    expect(foreign).toMatchObject({ code: 'unknown_position', status: 404 });
    const none = await server.call('POST lever/my_trade', { market_id: 2 }, auth(taker));
    expect(none.items).toEqual([]);
    const { holds } = await server.call(
      'POST wallet/detail',
      { account: 'contract', currency_id: 3 },
      auth(taker),
    );
    expect(holds).toHaveLength(4);
    expect(holds[0]).toMatchObject({ kind: 'position', label: 'BTC/USDT', amount: opened[0]?.margin });
  });
});

it('leaves tables that agree with the exchange, and books that add up', async () => {
  server.engine.exchange.checkInvariants('all');
  expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
});
