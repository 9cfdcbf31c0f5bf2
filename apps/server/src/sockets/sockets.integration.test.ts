import type { WireDepth, WireHolding, WireLevel, WireOrder } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestSocket, type TestSocketOptions } from '../testing/socket-client.ts';
import { freshKey, TestServer, type TestCustomer } from '../testing/test-server.ts';
import { STALE_MS } from '../testing/test-server-parts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
});
afterAll(() => server.close());

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  server.clock.nowMs += 1_000;
  await server.tick(1, 60_000e8);
  maker = await server.customer('funded');
  taker = await server.customer('funded');
});

const open: TestSocket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  for (const { token } of [maker, taker]) await server.try('POST coin/cancel_all', {}, { token });
});

async function connect(options: TestSocketOptions = {}): Promise<TestSocket> {
  const socket = await TestSocket.connect(server.url, options);
  open.push(socket);
  return socket;
}

function place(customer: TestCustomer, side: 'buy' | 'sell', price: string, quantity: string) {
  return server.call(
    'POST coin/trade',
    { market_id: 1, side, price, quantity },
    { token: customer.token, key: freshKey() },
  );
}

/** A trade of 0.001 BTC at 60000. */
async function trade(): Promise<void> {
  await place(maker, 'sell', '60000', '0.001');
  await place(taker, 'buy', '60000', '0.001');
}

/** A client's order book, built from snapshot and deltas. */
function applied(depth: WireDepth, deltas: readonly { bids: WireLevel[]; asks: WireLevel[] }[]) {
  const book = { bids: new Map(depth.bids), asks: new Map(depth.asks) };
  for (const delta of deltas) {
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, quantity] of delta[side]) {
        if (quantity === '0') book[side].delete(price);
        else book[side].set(price, quantity);
      }
    }
  }
  return { bids: [...book.bids].toSorted(), asks: [...book.asks].toSorted() };
}

function numbersOf(messages: readonly { readonly sequence: number }[]): number[] {
  return messages.map(({ sequence }) => sequence);
}

function upwards(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

describe.each(['websocket', 'polling'] as const)('by %s', transport => {
  it('a topic starts with its snapshot and continues with numbered deltas', async () => {
    await place(maker, 'buy', '59000', '0.001');
    const socket = await connect({ transport });
    expect(socket.client.io.engine.transport.name).toBe(transport);
    const { sequence, data, server_time_ms: timeMs } = await socket.subscribe('depth:1');
    expect(timeMs).toBe(server.clock.nowMs);
    expect(data.bids).toEqual([['59000.0', '0.001']]);
    await place(maker, 'buy', '58999.9', '0.002');
    await place(maker, 'buy', '59000', '0.003');
    const whole = [
      ['58999.9', '0.002'],
      ['59000.0', '0.004'],
    ];
    const deltas = await socket.deltas(
      'depth:1',
      got => applied(data, got).bids.toString() === whole.toString(),
    );
    expect(applied(data, deltas)).toEqual({ bids: whole, asks: [] });
    expect(numbersOf(socket.messages('depth:1'))).toEqual(upwards(sequence + 1, deltas.length));
  });
});

describe('public topics', () => {
  it('depth: a deep book is sent completely, so that deltas keep it complete', async () => {
    for (const [index, customer] of [maker, taker].entries()) {
      const prices = Array.from({ length: 120 }, (_, step) => `${58_000 + index * 120 + step}`);
      await Promise.all(prices.map(price => place(customer, 'buy', price, '0.0001')));
    }
    const { data } = await (await connect()).subscribe('depth:1');
    expect(data.bids).toHaveLength(240);
    const { depth } = await server.call('GET currency/deal', { market_id: 1 });
    expect(depth.bids).toEqual(data.bids.slice(0, 200));
  });

  it('tickers: all at first, then those that changed', async () => {
    const socket = await connect();
    const { data } = await socket.subscribe('tickers');
    expect(data.map(ticker => ticker.market_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(data[0]).toMatchObject({ index_price: '60000.0', stale: false });
    expect(data[1]).toMatchObject({ index_price: null, last: null, stale: true });
    await trade();
    const deltas = await socket.deltas('tickers', got =>
      got.flat().some(ticker => ticker.last === '60000.0'),
    );
    expect(new Set(deltas.flat().map(ticker => ticker.market_id))).toEqual(new Set([1]));
    expect(deltas.flat().at(-1)).toMatchObject({ last: '60000.0', high_24h: '60000.0' });
  });

  it('trades: newest first; the taker’s side', async () => {
    const socket = await connect();
    const { data } = await socket.subscribe('trades:1');
    await trade();
    const [delta] = await socket.deltas('trades:1', got => got.length > 0);
    expect(delta).toEqual([
      {
        trade_id: expect.any(Number),
        price: '60000.0',
        quantity: '0.001',
        side: 'buy',
        at_ms: server.clock.nowMs,
      },
    ]);
    const { data: later } = await socket.subscribe('trades:1');
    expect(later).toEqual([...(delta ?? []), ...data]);
  });

  it('candles: the running one, in each interval', async () => {
    await trade();
    const socket = await connect();
    const minute = await socket.subscribe('candles:1:1m');
    const day = await socket.subscribe('candles:1:1d');
    expect(minute.data?.open_ms).toBe(server.clock.nowMs - (server.clock.nowMs % 60_000));
    expect(day.data?.open_ms).toBe(server.clock.nowMs - (server.clock.nowMs % 86_400_000));
    await place(maker, 'sell', '60100', '0.001');
    await place(taker, 'buy', '60100', '0.001');
    const [delta] = await socket.deltas('candles:1:1m', got => got.length > 0);
    expect(delta).toMatchObject({ open_ms: minute.data?.open_ms, high: '60100.0', close: '60100.0' });
    await socket.deltas('candles:1:1d', got => got.length > 0);
  });

  it('index ticks: those so far with their numbers in the price log, then each new one', async () => {
    const socket = await connect();
    const { data } = await socket.subscribe('index:1');
    const [number, price] = data.at(-1)!;
    expect(price).toBe('60000');
    // Finer than the market's tick size.
    await server.tick(1, 60_000.25e8);
    const [delta] = await socket.deltas('index:1', got => got.length > 0);
    expect(delta).toEqual([[number + 1, '60000.25', server.clock.nowMs]]);
    const { data: later } = await socket.subscribe('index:1');
    expect(later).toEqual([...data, ...(delta ?? [])]);
  });

  it('a stopped index is marked stale', async () => {
    server.clock.nowMs += STALE_MS + 1;
    const socket = await connect();
    const { data } = await socket.subscribe('tickers');
    expect(data[0]?.stale).toBe(true);
  });

  it.each([
    ['depth:99', 'unknown_market'],
    ['trades:99', 'unknown_market'],
    ['candles:1:2m', 'interval_unknown'],
    ['customer:1:orders', 'not_found'],
    ['index:99', 'unknown_market'],
    [7, 'invalid_input'],
    [null, 'invalid_input'],
    [{ topic: 'tickers' }, 'invalid_input'],
  ])('%j is none: %s', async (topic, code) => {
    expect(await (await connect()).refused(topic)).toBe(code);
  });

  it('report errors in the page’s language', async () => {
    const answer = await (await connect({ lang: 'kr' })).ask('depth:99');
    const said = (await server.try('GET currency/deal', { market_id: 99 }, { lang: 'kr' })).body.message;
    expect(answer).toEqual({ ok: false, code: 'unknown_market', message: said });
  });
});

describe('leaving and coming back', () => {
  it('a topic that was left sends no more; others continue', async () => {
    const [leaver, stayer] = [await connect(), await connect()];
    for (const socket of [leaver, stayer]) await socket.subscribe('depth:1');
    leaver.client.emit('unsubscribe', 'depth:1');
    leaver.client.emit('unsubscribe', 'never:subscribed');
    // Answered after the two earlier requests, so the topic has been left by then.
    await leaver.subscribe('tickers');
    await place(maker, 'buy', '59000', '0.001');
    await stayer.deltas('depth:1', got => got.length > 0);
    await leaver.subscribe('tickers');
    expect(leaver.messages('depth:1')).toEqual([]);
  });

  it('subscribing again after a gap gives a snapshot that continues the numbers', async () => {
    const socket = await connect();
    const first = await socket.subscribe('depth:1');
    await place(maker, 'buy', '59000', '0.001');
    await socket.deltas('depth:1', got => got.length > 0);
    const again = await socket.subscribe('depth:1');
    expect(again.sequence).toBe(first.sequence + socket.messages('depth:1').length);
    expect(again.data.bids).toEqual([['59000.0', '0.001']]);
    await place(maker, 'buy', '59001', '0.001');
    await socket.deltas('depth:1', got => got.length > 1);
    expect(socket.messages('depth:1').at(-1)?.sequence).toBe(again.sequence + 1);
  });

  it('a second page gets its own snapshot, and both get the same numbers', async () => {
    const early = await connect();
    await early.subscribe('depth:1');
    await place(maker, 'buy', '59000', '0.001');
    await early.deltas('depth:1', got => got.length > 0);
    const late = await connect();
    const { sequence, data } = await late.subscribe('depth:1');
    expect(data.bids).toEqual([['59000.0', '0.001']]);
    await place(maker, 'buy', '59001', '0.001');
    await late.deltas('depth:1', got => got.length > 0);
    expect(late.messages('depth:1')[0]?.sequence).toBe(sequence + 1);
    await early.until(() => early.messages('depth:1').at(-1)?.sequence === sequence + 1);
  });

  it('repeated subscriptions to one topic are limited, with or without leaving in between', async () => {
    const socket = await connect();
    const answers = [];
    for (let i = 0; i < 40; i++) {
      answers.push(await socket.ask('tickers'));
      if (i % 2 === 0) socket.client.emit('unsubscribe', 'tickers');
    }
    expect(answers.map(answer => answer.ok)).toEqual(Array.from({ length: 40 }, (_, i) => i < 10));
    expect(answers.at(-1)).toMatchObject({ ok: false, code: 'rate_limited' });
    expect((await socket.subscribe('depth:1')).ok).toBe(true);
    server.clock.nowMs += 3_000;
    expect((await socket.subscribe('tickers')).ok).toBe(true);
  });

  it('subscriptions to many topics are limited', async () => {
    const socket = await connect();
    const topics = [
      'tickers',
      'trades:1',
      'trades:2',
      'depth:1',
      'depth:2',
      'index:1',
      'index:2',
      'trades:3',
    ];
    const answers = [];
    for (let i = 0; i < 80; i++) answers.push(await socket.ask(topics[i % topics.length]));
    expect(answers.map(answer => answer.ok)).toEqual(Array.from({ length: 80 }, (_, i) => i < 60));
  });
});

describe('a customer’s own topics', () => {
  it('orders: the waiting ones, then each change, with its fills', async () => {
    const { order } = await place(maker, 'sell', '60000', '0.003');
    const socket = await connect({ token: maker.token });
    const { sequence, data } = await socket.subscribe('orders');
    expect(data).toEqual([order]);
    await place(taker, 'buy', '60000', '0.001');
    const changed = (got: readonly { orders: WireOrder[] }[]) => got.flatMap(delta => delta.orders);
    const [filled] = await socket.deltas('orders', got => changed(got).length > 0);
    expect(filled?.orders).toMatchObject([
      { order_id: order.order_id, filled_quantity: '0.001', status: 'waiting' },
    ]);
    expect(filled?.fills).toMatchObject([{ order_id: order.order_id, role: 'maker', quantity: '0.001' }]);
    await server.call('PUT coin/trade', { order_id: order.order_id }, { token: maker.token });
    const all = await socket.deltas('orders', got => got.length > 1);
    expect(all[1]).toMatchObject({ orders: [{ order_id: order.order_id, status: 'cancelled' }], fills: [] });
    expect(numbersOf(socket.messages('orders'))).toEqual([sequence + 1, sequence + 2]);
  });

  it('balances: all of them, then the changes', async () => {
    const socket = await connect({ token: taker.token });
    const { data } = await socket.subscribe('balances');
    const usdt = (holdings: readonly WireHolding[]) =>
      holdings.findLast(holding => holding.account === 'spot' && holding.currency_id === 3);
    expect(usdt(data)).toEqual({ account: 'spot', currency_id: 3, available: '10000', frozen: '0' });
    await place(taker, 'buy', '59000', '0.001');
    const frozen = await socket.deltas('balances', got => usdt(got.flat()) !== undefined);
    expect(usdt(frozen.flat())).toEqual({ account: 'spot', currency_id: 3, available: '9941', frozen: '59' });
    const { data: again } = await socket.subscribe('balances');
    expect(usdt(again)?.frozen).toBe('59');
  });

  it('notices: the newest, then each new one, in the reader’s language', async () => {
    const [mine, others] = [
      await connect({ token: maker.token, lang: 'jp' }),
      await connect({ token: taker.token, lang: 'en' }),
    ];
    const { data } = await mine.subscribe('notices');
    await others.subscribe('notices');
    const publish = async (title: string, customerId: number | null, texts: Record<string, string>) => {
      await server.database.pool.query(
        `with n as (insert into notices (kind, customer_id, published_at_ms) values ($1, $2, $3) returning id)
         insert into notice_texts select id, key, value, '', '{}' from n, jsonb_each_text($4)`,
        [
          customerId === null ? 'announcement' : 'message',
          customerId,
          server.clock.nowMs,
          JSON.stringify({ en: title, ...texts }),
        ],
      );
    };
    await publish('For you alone', maker.id, { jp: 'あなたへ' });
    const titles = (got: readonly { title: string }[][]) => got.flat().map(notice => notice.title);
    await mine.deltas('notices', got => titles(got).includes('あなたへ'));
    await publish('For all', null, {});
    const heard = await mine.deltas('notices', got => titles(got).includes('For all'));
    const elsewhere = await others.deltas('notices', got => titles(got).includes('For all'));
    expect(titles(elsewhere)).not.toContain('For you alone');
    expect(heard.flat()[0]).toMatchObject({ kind: 'message', title: 'あなたへ', unread: true });
    const { data: after } = await mine.subscribe('notices');
    expect(after.slice(0, 2).map(notice => notice.title)).toEqual(['For all', 'あなたへ']);
    expect(after).toHaveLength(data.length + 2);
  });

  it('are sent to nobody else', async () => {
    const socket = await connect({ token: taker.token });
    await socket.subscribe('orders');
    await socket.subscribe('balances');
    const own = await connect({ token: maker.token });
    await own.subscribe('orders');
    await place(maker, 'buy', '59000', '0.001');
    await own.deltas('orders', got => got.length > 0);
    await socket.subscribe('tickers');
    expect(socket.received.filter(message => message.topic !== 'tickers')).toEqual([]);
  });

  it.each(['orders', 'balances', 'notices'])('%s need a session', async topic => {
    expect(await (await connect()).refused(topic)).toBe('session_invalid');
  });

  it('an invalid token connects as a visitor and is reported', async () => {
    const socket = await connect({ token: 'nonsense' });
    await socket.until(() => socket.sessionEnds === 1);
    expect(await socket.refused('orders')).toBe('session_invalid');
    expect((await socket.subscribe('tickers')).ok).toBe(true);
  });

  it('end with the session; public ones continue', async () => {
    const socket = await connect({ token: maker.token });
    await socket.subscribe('orders');
    await socket.subscribe('depth:1');
    await server.call('POST user/logout', {}, { token: maker.token });
    await socket.until(() => socket.sessionEnds === 1);
    const { token } = await server.call('POST user/login', {
      kind: 'email',
      account: maker.email,
      password: 'correct horse',
    });
    await place({ ...maker, token }, 'buy', '59000', '0.001');
    await socket.deltas('depth:1', got => got.length > 0);
    expect(socket.messages('orders')).toEqual([]);
    expect(await socket.refused('orders')).toBe('session_invalid');
    await server.call('POST coin/cancel_all', {}, { token });
  });

  it('end when the session expires', async () => {
    const socket = await connect({ token: maker.token });
    server.clock.nowMs += 30 * 86_400_000;
    expect(await socket.refused('orders')).toBe('session_invalid');
    await socket.until(() => socket.sessionEnds === 1);
  });
});

it('connections are counted', async () => {
  await Promise.all([connect(), connect()]);
  const metric = await server.registry.getSingleMetric('tallystick_sockets')?.get();
  expect(metric?.values[0]?.value).toBeGreaterThanOrEqual(2);
});

it('one address cannot take all connections, and may connect again after closing some', async () => {
  const limited = await TestServer.start({ sockets: true, rateLimits: true });
  try {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => TestSocket.connect(limited.url)));
    await expect(TestSocket.connect(limited.url)).rejects.toThrow('websocket error');
    await expect(TestSocket.connect(limited.url, { transport: 'polling' })).rejects.toThrow('xhr poll error');
    const open = async () =>
      (await limited.registry.getSingleMetric('tallystick_sockets')?.get())?.values[0]?.value ?? 0;
    for (const socket of sockets) socket.close();
    while ((await open()) > 0) await new Promise(resolve => setImmediate(resolve));
    (await TestSocket.connect(limited.url)).close();
  } finally {
    await limited.close();
  }
});
