import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { TestSocket } from '../../testing/socket-client.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth } from '../../testing/traders.ts';
import { BTC_USDT, Players } from './testing/players.ts';

let server: TestServer;
let players: Players;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
  players = await Players.of(server);
});
afterAll(() => server.close());

let one: TestCustomer;
beforeEach(async () => {
  await players.later(1_000);
  one = await players.join();
});

async function agrees(): Promise<void> {
  expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
}

describe('buying', () => {
  it('answers with the option and its receipt: terms, chance, and where the price log stood', async () => {
    const head = server.engine.exchange.priceLogHead();
    const option = await players.buy(one);
    const nowMs = server.clock.nowMs;
    expect(option).toMatchObject({
      market_id: BTC_USDT,
      symbol: 'BTC/USDT',
      direction: 'rise',
      seconds: 60,
      currency: 'USDT',
      practice: false,
      stake: '100',
      payout_rate: '0.82',
      break_even_chance: '0.549451',
      possible_payout: '182',
      state: 'pending',
      bought_at_ms: nowMs,
      delivery_at_ms: nowMs + 60_000,
      entry: null,
      result: null,
      payout: null,
    });
    expect(option.receipt).toMatchObject({
      kind: 'tallystick option receipt 1',
      option_id: option.option_id,
      stake_minor: '100000000',
      profit_minor: '82000000',
      payout_ppm: 820_000,
      chain_head: head,
      result: null,
    });
    expect(await players.held(one)).toBe('900');
    expect(await players.list(one)).toEqual([option]);
    const detail = await server.call('GET microtrade/detail', { option_id: option.option_id }, auth(one));
    expect(detail.option).toEqual(option);
    await agrees();
  });

  it('is one option however often it is sent with one key', async () => {
    const key = freshKey();
    const first = await players.buy(one, {}, key);
    await players.later(1_000);
    expect(await players.buy(one, {}, key)).toEqual(first);
    const options = { token: one.token, key };
    const other = await server.refused(
      'POST microtrade/submit',
      await players.wish({ direction: 'fall' }),
      options,
    );
    expect(other).toMatchObject({ code: 'idempotency_key_reused', status: 409 });
    expect(await players.list(one)).toHaveLength(1);
    expect(await players.held(one)).toBe('900');
  });

  it('twenty at once with one key are one', async () => {
    const key = freshKey();
    const bought = await Promise.all(Array.from({ length: 20 }, () => players.buy(one, {}, key)));
    expect(new Set(bought.map(option => option.option_id)).size).toBe(1);
    expect(await players.held(one)).toBe('900');
  });

  it.each([
    ['unknown_market', { market_id: 999 }, 404],
    ['options_not_offered', { market_id: 8 }, 409],
    ['option_time_not_offered', { seconds: 61 }, 409],
    ['unknown_currency', { currency_id: 99 }, 404],
    ['option_currency_not_offered', { currency_id: 5 }, 409],
    ['invalid_amount', { amount: '0' }, 400],
    ['invalid_amount', { amount: '5.0000001' }, 400],
    ['stake_below_minimum', { amount: '4.999999' }, 409],
    ['stake_above_maximum', { amount: '2000.01' }, 409],
    ['insufficient_balance', { amount: '1000.01' }, 409],
    ['quote_changed', { terms_version: 999 }, 409],
    ['invalid_amount', { amount: '1e3' }, 400],
    ['invalid_amount', { amount: '' }, 400],
    ['invalid_input', { direction: 'even' as 'rise' }, 400],
    ['invalid_input', { seconds: 0 }, 400],
  ] as const)('is refused with %s, and nothing is lost', async (code, change, status) => {
    const before = await server.fingerprint();
    const wish = { ...(await players.wish()), ...change };
    const refusal = await server.refused('POST microtrade/submit', wish, {
      token: one.token,
      key: freshKey(),
    });
    expect(refusal).toMatchObject({ code, status });
    expect(await server.fingerprint()).toBe(before);
  });

  it('needs a verified customer; practice does not', async () => {
    const other = await players.join(false);
    const before = await server.fingerprint();
    expect(await players.refused(other)).toMatchObject({ code: 'verification_required', status: 403 });
    expect(await server.fingerprint()).toBe(before);
    await server.call('POST microtrade/practice', { currency_id: USDT }, auth(other));
    expect(await players.buy(other, { practice: true })).toMatchObject({ practice: true, state: 'pending' });
    expect(await players.held(other)).toBe('1000');
  });

  it('is refused while the price stands still', async () => {
    server.clock.nowMs += 10_001;
    expect(await players.refused(one)).toMatchObject({ code: 'stale_tick' });
    const { closed } = await server.call('GET microtrade/seconds', { market_id: BTC_USDT });
    expect(closed).toBe('price_stale');
  });

  it('uses only the server’s time, whatever the phone claims', async () => {
    const wish = {
      ...(await players.wish()),
      bought_at_ms: 1,
      at_ms: 1,
      delivery_at_ms: 1,
      price: '1',
      result: 'rise',
    };
    const options = {
      token: one.token,
      key: freshKey(),
      headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'x-client-time': '1' },
    };
    const { option } = await server.call('POST microtrade/submit', wish, options);
    expect(option).toMatchObject({
      bought_at_ms: server.clock.nowMs,
      delivery_at_ms: server.clock.nowMs + 60_000,
      result: null,
    });
  });
});

describe('a result', () => {
  it('follows from the ticks: a rise wins, a fall loses, and the ledger shows it', async () => {
    const two = await players.join();
    const rise = await players.buy(one);
    const fall = await players.buy(two, { direction: 'fall' });
    await players.later(500, 60_001.5);
    await players.later(59_000, 60_001.50000001);
    await players.later(2_000, 1);
    const [won] = await players.list(one, { view: 'history' });
    expect(won).toMatchObject({
      option_id: rise.option_id,
      state: 'settled',
      result: 'rise',
      outcome: 'won',
      payout: '182',
      profit_loss: '82',
      entry: { price: '60001.5' },
      exit: { price: '60001.50000001' },
      settled_at_ms: expect.any(Number),
    });
    expect(won?.receipt).toMatchObject({ result: 'rise', payout_minor: '182000000' });
    const [lost] = await players.list(two, { view: 'history' });
    expect(lost).toMatchObject({
      option_id: fall.option_id,
      result: 'rise',
      outcome: 'lost',
      payout: '0',
      profit_loss: '-100',
    });
    expect([await players.held(one), await players.held(two)]).toEqual(['1082', '900']);
    const ledger = await server.call('POST wallet/legal_log', { account: 'option' }, auth(one));
    expect(
      ledger.items.map(({ reason, amount, reference }) => [reason, amount, reference]).slice(0, 2),
    ).toEqual([
      ['option_payout', '182', `option:${rise.option_id}`],
      ['option_purchase', '-100', `option:${rise.option_id}`],
    ]);
    await agrees();
  });

  it('even and stale ends give the stake back', async () => {
    const even = await players.buy(one, { amount: '10' });
    await players.later(500);
    await players.later(59_000);
    await players.later(1_000);
    const stale = await players.buy(one, { amount: '10' });
    await players.later(500);
    await players.later(70_000, 61_000);
    const unentered = await players.buy(one, { amount: '10' });
    await players.later(10_001);
    expect(
      (await players.list(one, { view: 'history' })).map(({ option_id, result, outcome, payout }) => [
        option_id,
        result,
        outcome,
        payout,
      ]),
    ).toEqual([
      [unentered.option_id, 'stale_entry', 'refunded', '10'],
      [stale.option_id, 'stale_exit', 'refunded', '10'],
      [even.option_id, 'even', 'refunded', '10'],
    ]);
    expect(await players.held(one)).toBe('1000');
    await agrees();
    // A stale option is notified once; an even one is not.
    await server.services.feed.catchUp();
    await server.services.feed.catchUp();
    const notices = await server.call('POST news/list', {}, { ...auth(one), lang: 'en' });
    expect(notices.items.map(notice => [notice.title, notice.summary])).toEqual([
      [
        'Stake returned: 10 USDT',
        expect.stringContaining(`after you bought option ${unentered.option_id} (60 s)`),
      ],
      [
        'Stake returned: 10 USDT',
        expect.stringContaining(`BTC/USDT when option ${stale.option_id} (60 s) ended`),
      ],
    ]);
  });

  it('belongs to the customer: another’s option looks as if there were none', async () => {
    const { option_id } = await players.buy(one);
    const two = await players.join();
    const foreign = await server.refused('GET microtrade/detail', { option_id }, auth(two));
    const none = await server.refused('GET microtrade/detail', { option_id: 999_999_999 }, auth(two));
    expect(foreign).toEqual(none);
    expect(none).toMatchObject({ code: 'unknown_option', status: 404 });
  });

  it('reaches the open page by itself: bought, entered and settled, each once', async () => {
    const socket = await TestSocket.connect(server.url, { token: one.token });
    expect((await socket.subscribe('options')).data).toEqual([]);
    const { option_id } = await players.buy(one);
    const states = (deltas: readonly (readonly { state: string }[])[]) =>
      deltas.flatMap(delta => delta.map(option => option.state));
    await socket.deltas('options', deltas => states(deltas).includes('pending'));
    await players.later(500, 60_000);
    await socket.deltas('options', deltas => states(deltas).includes('running'));
    const again = await TestSocket.connect(server.url, { token: one.token });
    expect((await again.subscribe('options')).data).toMatchObject([{ option_id, state: 'running' }]);
    await players.later(59_000, 59_999);
    await players.later(1_000);
    const deltas = await socket.deltas('options', all => states(all).includes('settled'));
    expect(states(deltas)).toEqual(['pending', 'running', 'settled']);
    expect(deltas.flat().at(-1)).toMatchObject({ option_id, result: 'fall', outcome: 'lost' });
    socket.close();
    again.close();
  });
});

describe('lists', () => {
  it('filter and page without gaps', async () => {
    for (const change of [{ direction: 'fall' }, {}, { market_id: 2 }, {}, { direction: 'fall' }] as const) {
      await server.tick(2, 3_000e8);
      await players.buy(one, { amount: '5', ...change });
    }
    await server.tick(2, 3_000e8);
    await players.later(500);
    await players.later(58_000, 60_001);
    await players.later(5_000);
    const ids = async (input: Parameters<Players['list']>[1]) =>
      (await players.list(one, { view: 'history', ...input })).map(option => option.option_id);
    const all = await ids({});
    expect(all).toHaveLength(5);
    expect(await players.list(one)).toEqual([]);
    expect(await ids({ outcome: 'won' })).toEqual([all[1], all[3]].filter(id => id !== undefined));
    expect(await ids({ outcome: 'lost' })).toEqual([all[0], all[4]]);
    expect(await ids({ outcome: 'refunded', market_id: 2 })).toEqual([all[2]]);
    expect(await ids({ direction: 'fall' })).toEqual([all[0], all[4]]);
    expect(await ids({ practice: true })).toEqual([]);
    expect(await ids({ to_ms: 1 })).toEqual([]);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.call(
        'GET microtrade/lists',
        { view: 'history', limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        auth(one),
      );
      seen.push(...page.items.map(option => option.option_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    expect((await server.refused('GET microtrade/lists', { cursor: 'x' }, auth(one))).code).toBe(
      'invalid_input',
    );
  });
});

describe('what is on offer', () => {
  it('times with payout and chance, stakes, and what is left; it shrinks as options are sold', async () => {
    const before = await server.call('GET microtrade/seconds', { market_id: BTC_USDT });
    expect(before).toMatchObject({ symbol: 'BTC/USDT', closed: null, stale_ms: 10_000 });
    expect(before.times.map(time => [time.seconds, time.payout_rate, time.break_even_chance])).toEqual([
      [30, '0.8', '0.555556'],
      [60, '0.82', '0.549451'],
      [120, '0.85', '0.540541'],
      [300, '0.88', '0.531915'],
      [600, '0.9', '0.526316'],
    ]);
    expect(before.times[0]?.currencies.find(({ currency }) => currency === 'USDT')).toEqual({
      currency_id: USDT,
      currency: 'USDT',
      min_stake: '5',
      max_stake: '2000',
      capacity_rise: '2000',
      capacity_fall: '2000',
    });
    expect((await server.refused('GET microtrade/seconds', { market_id: 8 })).code).toBe(
      'options_not_offered',
    );
    const { markets } = await server.call('GET microtrade/markets', {});
    expect(markets.map(market => market.market_id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(markets[0]).toEqual({ market_id: 1, symbol: 'BTC/USDT', closed: null });
  });

  it('is sold out by direction, and says so', async () => {
    const terms = server.engine.exchange.option.terms(3)!;
    await server.submit({
      type: 'configureOptions',
      terms: {
        ...terms,
        currencies: [{ currencyId: USDT, minStake: '5', maxStake: '500', exposureLimit: '100' }],
      },
    });
    await server.tick(3, 600e8);
    await players.buy(one, { market_id: 3 });
    const { times } = await server.call('GET microtrade/seconds', { market_id: 3 });
    expect(times[1]?.currencies[0]).toMatchObject({ capacity_rise: '21.95122', capacity_fall: '121.95122' });
    expect(await players.refused(one, { market_id: 3 })).toMatchObject({
      code: 'option_capacity',
      data: { maximum: '21.95122', currency: 'USDT' },
    });
    await players.buy(one, { market_id: 3, direction: 'fall' });
  });

  it('currencies that can pay, with the balances', async () => {
    const { currencies } = await server.call(
      'GET microtrade/payable_currencies',
      { market_id: BTC_USDT },
      auth(one),
    );
    expect(currencies.find(({ currency_id }) => currency_id === USDT)).toEqual({
      currency_id: USDT,
      currency: 'USDT',
      min_stake: '5',
      max_stake: '2000',
      available: '1000',
      spot_available: '0',
      practice_available: '0',
    });
  });

  it('a practice account that can be refilled and uses the same ticks', async () => {
    const practice = () => server.call('GET microtrade/practice', {}, auth(one));
    expect((await practice()).balances.find(({ currency }) => currency === 'USDT')).toEqual({
      currency_id: USDT,
      currency: 'USDT',
      available: '0',
      start: '10000',
    });
    await server.call('POST microtrade/practice', { currency_id: USDT }, auth(one));
    const bought = await players.buy(one, { practice: true });
    await players.later(500);
    await players.later(59_000, 60_001);
    await players.later(1_000);
    expect(await players.list(one, { view: 'history', practice: true })).toMatchObject([
      { option_id: bought.option_id, outcome: 'won', payout: '182' },
    ]);
    expect(await players.list(one, { view: 'history' })).toEqual([]);
    const won = (await practice()).balances.find(({ currency }) => currency === 'USDT');
    expect(won?.available).toBe('10082');
    await server.call('POST microtrade/practice', { currency_id: USDT }, auth(one));
    expect((await practice()).balances.find(({ currency }) => currency === 'USDT')?.available).toBe('10082');
    const unknown = await server.refused('POST microtrade/practice', { currency_id: 5 }, auth(one));
    expect(unknown.code).toBe('option_currency_not_offered');
    expect(await players.held(one)).toBe('1000');
    await agrees();
  });
});

describe('limits customers set themselves', () => {
  const own = () => server.call('GET limits/self', {}, auth(one));

  it('stop purchases at once, and loosen only after 24 hours', async () => {
    expect(await own()).toMatchObject({
      currency: 'USDT',
      daily_loss_limit: null,
      lost_today: '0',
      at_risk: '0',
      remaining: null,
      cool_down_until_ms: null,
    });
    await server.call('POST limits/self', { daily_loss_limit: '150' }, auth(one));
    await players.buy(one);
    expect(await own()).toMatchObject({ daily_loss_limit: '150', at_risk: '100', remaining: '50' });
    expect(await players.refused(one)).toMatchObject({
      code: 'daily_loss_limit',
      status: 409,
      data: { remaining: '50', currency: 'USDT' },
    });
    const atMs = server.clock.nowMs;
    const set = await server.call('POST limits/self', { daily_loss_limit: 'none' }, auth(one));
    expect(set).toMatchObject({
      daily_loss_limit: '150',
      next_daily_loss_limit: { limit: null, from_ms: atMs + 86_400_000 },
    });
    const cooled = await server.call('POST limits/self', { cool_down_hours: 48 }, auth(one));
    expect(cooled.cool_down_until_ms).toBe(atMs + 48 * 3_600_000);
    expect(await players.refused(one, { amount: '5' })).toMatchObject({
      code: 'cooling_down',
      data: { until_ms: atMs + 48 * 3_600_000 },
    });
    const ended = await server.call('POST limits/self', { cool_down_hours: 0 }, auth(one));
    expect(ended).toMatchObject({
      cool_down_until_ms: atMs + 48 * 3_600_000,
      next_cool_down: { until_ms: null, from_ms: atMs + 86_400_000 },
    });
    await agrees();
  });

  it.each([{}, { daily_loss_limit: '-1' }, { daily_loss_limit: '1e3' }, { cool_down_hours: 8_785 }])(
    'are refused when invalid: %j',
    async input => {
      const before = await server.fingerprint();
      expect((await server.refused('POST limits/self', input, auth(one))).code).toBe('invalid_input');
      expect(await server.fingerprint()).toBe(before);
    },
  );
});
