import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { TestServer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, ETH_USDT } from '../../testing/traders.ts';
import { NotifiedCustomer } from '../testing/notified-customer.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { Figures } from './figures.ts';
import { PriceAlertService } from './service.ts';
import { AlertWatch } from './watch.ts';

/** ETH/BTC has no contract. */
const ETH_BTC = 8;

const notified = NotifiedCustomer.forThisFile();

describe('price alerts', () => {
  const add = (
    value: string,
    more: { kind?: 'level' | 'change' | 'day_change' | 'funding'; repeating?: boolean } = {},
  ) =>
    notified.server.call(
      'POST alert/add',
      { market_id: BTC_USDT, kind: 'level', value, ...more },
      auth(notified.customer),
    );
  const list = async () => (await notified.server.call('GET alert/list', {}, auth(notified.customer))).items;
  const index = async (price: number): Promise<void> => {
    notified.server.clock.nowMs += 1_000;
    await notified.server.tick(BTC_USDT, price * 1e8);
    await notified.all();
  };

  beforeEach(() => notified.traders.begin());

  it('fire when the price reaches the level, once, as notice, push and, if chosen, mail', async () => {
    await notified.turnOn();
    await notified.server.call(
      'POST tell/choose',
      { event: 'price_alert', mail: true },
      auth(notified.customer),
    );
    expect(await add('60500')).toMatchObject({
      direction: 'up',
      state: 'armed',
      level: '60500',
      symbol: 'BTC/USDT',
    });
    expect(await add('59500')).toMatchObject({ direction: 'down' });
    await index(60_499);
    expect(notified.shown()).toEqual([]);
    await index(60_500);
    await index(60_400);
    await index(60_600);
    expect(notified.shown()).toMatchObject([
      {
        topic: 'alerts',
        title: 'BTC/USDT has risen to 60,500.0',
        route: '/pages/trade/kline?market=1',
      },
    ]);
    expect(notified.service.pushes[0]?.headers['urgency']).toBe('high');
    expect(await notified.notices(notified.customer, 'alerts')).toHaveLength(1);
    expect(notified.mails()).toHaveLength(1);
    expect((await list()).map(({ state }) => state)).toEqual(['armed', 'fired']);
    await index(59_400);
    expect(notified.shown().at(-1)?.title).toBe('BTC/USDT has fallen to 59,400.0');
  });

  it('that repeat fire again after the price has moved back', async () => {
    await notified.turnOn();
    await add('60500', { repeating: true });
    await index(60_501);
    await index(60_499);
    await index(60_502);
    expect(notified.shown()).toHaveLength(1);
    expect((await list())[0]?.state).toBe('waiting');
    await index(60_439);
    expect((await list())[0]?.state).toBe('armed');
    await index(60_503);
    expect(notified.shown()).toHaveLength(2);
  });

  it('on a change count from the price when they were set', async () => {
    await notified.turnOn();
    expect(await add('-1.5', { kind: 'change' })).toMatchObject({ direction: 'down', level: '59100' });
    await index(59_101);
    expect(notified.shown()).toEqual([]);
    await index(59_100);
    expect(notified.shown()[0]?.title).toBe('BTC/USDT: -1.5 % since you set the alert');
  });

  it('on the day’s change fire once, up and down, with the current change', async () => {
    await notified.turnOn();
    const [maker, taker] = [await notified.traders.join(), await notified.traders.join()];
    /** Trades set the last price; alerts check it with the next index tick. */
    const tradeAt = async (price: string): Promise<void> => {
      await notified.traders.place(maker, { type: 'limit', price, quantity: '0.001' });
      await notified.traders.place(taker, { side: 'sell', type: 'limit', price, quantity: '0.001' });
      await index(60_000);
    };
    // Trades of earlier days do not count.
    notified.server.clock.nowMs += 3 * 24 * HOUR_MS;
    await notified.traders.begin();
    await tradeAt('60000');
    notified.server.clock.nowMs += 25 * HOUR_MS;
    await index(60_000);
    const rise = await add('2', { kind: 'day_change' });
    expect(rise).toMatchObject({ direction: 'up', level: null });
    expect(await add('-1.5', { kind: 'day_change' })).toMatchObject({ direction: 'down' });
    const mine = () => notified.shown().map(({ topic, title }) => `${topic}: ${title}`);
    await tradeAt('61199.9');
    expect(mine()).toEqual([]);
    await tradeAt('61200');
    expect(mine()).toEqual(['alerts: BTC/USDT: +2 % in 24 hours']);
    await tradeAt('61500');
    await tradeAt('59100.1');
    expect(mine()).toHaveLength(1);
    await tradeAt('59100');
    expect(mine()[1]).toBe('alerts: BTC/USDT: -1.5 % in 24 hours');
    await tradeAt('61300');
    await tradeAt('59000');
    expect(mine()).toHaveLength(2);
    expect((await notified.notices(notified.customer, 'alerts')).map(({ title }) => title)).toEqual(
      mine()
        .map(one => one.slice('alerts: '.length))
        .toReversed(),
    );
    expect((await list()).map(({ state }) => state)).toEqual(['fired', 'fired']);
  });

  it('on the funding rate fire once, up and down, with the current rate', async () => {
    await notified.turnOn();
    const contracts = new PerpetualTraders(notified.server);
    await contracts.begin();
    const maker = await contracts.join(1_000_000);
    /** Takes one minute's sample of a book with this mid price; returns the funding rate. */
    const minuteAround = async (middle: number): Promise<number> => {
      await notified.server.submit({
        type: 'cancelAllPerpetualOrders',
        customerId: maker.id,
        marketId: null,
      });
      await contracts.quote(maker, `${middle - 6}`, `${middle + 6}`);
      // A sample needs a price of the last few seconds.
      notified.server.clock.nowMs = (Math.floor(notified.server.clock.nowMs / 60_000) + 2) * 60_000 - 2_000;
      await index(60_000);
      await index(60_000);
      return notified.server.engine.marketData.perpetual.ticker(BTC_USDT)?.rateE8 ?? NaN;
    };
    // A new interval: earlier samples no longer count.
    notified.server.clock.nowMs = (Math.floor(notified.server.clock.nowMs / (8 * HOUR_MS)) + 1) * 8 * HOUR_MS;
    await index(60_000);
    // Without a premium the rate is 0.01 %; with a high one it is the premium less 0.05 %.
    expect(await minuteAround(60_000)).toBe(10_000);
    expect(await add('0.05', { kind: 'funding' })).toMatchObject({ direction: 'up', level: null });
    expect(await add('-0.02', { kind: 'funding' })).toMatchObject({ direction: 'down' });
    // The mean premium of 0 and 0.2 % is 0.1 %.
    expect(await minuteAround(60_120)).toBe(50_000);
    const rose = 'BTC/USDT: the funding rate is +0.05 %';
    expect(notified.shown()).toMatchObject([
      { topic: 'alerts', title: rose, route: expect.stringContaining('market=1') },
    ]);
    // Below the level, then above it again.
    expect(await minuteAround(59_940)).toBeLessThan(50_000);
    expect(await minuteAround(60_240)).toBeGreaterThan(50_000);
    expect(notified.shown()).toHaveLength(1);
    let rate = 0;
    while (rate > -20_000) {
      expect(notified.shown()).toHaveLength(1);
      rate = await minuteAround(59_880);
    }
    const percent = Number((rate / 1e6).toFixed(6));
    const fell = `BTC/USDT: the funding rate is ${percent} %`;
    expect(notified.shown().map(({ title }) => title)).toEqual([rose, fell]);
    await minuteAround(59_880);
    expect((await notified.notices(notified.customer, 'alerts')).map(({ title }) => title)).toEqual([
      fell,
      rose,
    ]);
    expect(notified.shown()).toHaveLength(2);
    await notified.server.submit({ type: 'cancelAllPerpetualOrders', customerId: maker.id, marketId: null });
  });

  it('set, changed and deleted by another process are known here, and fire once over both', async () => {
    await notified.turnOn();
    const { units, feed } = notified.server.services;
    const { exchange, marketData } = notified.server.engine;
    const { pool } = notified.server.database;
    const now = () => notified.server.clock.nowMs;
    const figures = new Figures(marketData, units);
    const watch = new AlertWatch({ pool, figures, feed, now, log: notified.server.app.log });
    await watch.start();
    const elsewhere = new PriceAlertService({ pool, exchange, figures, watch, feed, now });
    const wish = { marketId: BTC_USDT, kind: 'level', repeating: false } as const;
    await elsewhere.add(notified.customer.id, { ...wish, wanted: '60500' });
    const edited = await elsewhere.add(notified.customer.id, { ...wish, wanted: '60600' });
    const deleted = await elsewhere.add(notified.customer.id, { ...wish, wanted: '60700' });
    await notified.all();
    await elsewhere.edit(notified.customer.id, edited.id, { wanted: '60800', repeating: false });
    await elsewhere.delete(notified.customer.id, deleted.id);
    await notified.all();
    const both = async (price: number): Promise<void> => {
      await index(price);
      watch.look(BTC_USDT);
      await watch.idle();
      await notified.all();
    };
    await both(60_500);
    expect(notified.shown().map(({ title }) => title)).toEqual(['BTC/USDT has risen to 60,500.0']);
    await both(60_799);
    expect(notified.shown()).toHaveLength(1);
    await both(60_800);
    expect(notified.shown()).toHaveLength(2);
    expect(await notified.notices(notified.customer, 'alerts')).toHaveLength(2);
    // Prices from before this process knew the alert fire it as well.
    await elsewhere.add(notified.customer.id, { ...wish, wanted: '61000' });
    await notified.server.tick(BTC_USDT, 61_000e8);
    await notified.all();
    await notified.all();
    expect(notified.shown().at(-1)?.title).toBe('BTC/USDT has risen to 61,000.0');
    await watch.stop();
  });

  it('are refused when invalid, and beyond fifty', async () => {
    const refused = async (
      input: Partial<{
        value: string;
        kind: 'level' | 'change' | 'day_change' | 'funding';
        market_id: number;
      }>,
    ) =>
      (
        await notified.server.refused(
          'POST alert/add',
          { market_id: BTC_USDT, kind: 'level', value: '60500', ...input },
          auth(notified.customer),
        )
      ).code;
    expect(await refused({ value: '60000' })).toBe('alert_reached');
    expect(await refused({ value: '0' })).toBe('alert_value_invalid');
    expect(await refused({ value: '-5' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '0' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '-100' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '1.123' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'day_change', value: '5', market_id: ETH_USDT })).toBe('price_unknown');
    expect(await refused({ kind: 'funding', value: '0.01', market_id: ETH_BTC })).toBe('unknown_perpetual');
    expect(await refused({ market_id: 999 })).toBe('unknown_market');
    for (let more = 1; more <= 50; more++) await add(String(61_000 + more));
    expect(await refused({})).toBe('too_many_alerts');
  });

  it('are changed and deleted only by their owner', async () => {
    const other = await notified.server.customer();
    const { id } = await add('60500');
    const edit = { alert_id: id, value: '59000', repeating: true };
    expect((await notified.server.refused('POST alert/edit', edit, auth(other))).code).toBe('not_found');
    expect((await notified.server.refused('POST alert/delete', { alert_id: id }, auth(other))).code).toBe(
      'not_found',
    );
    expect(await notified.server.call('POST alert/edit', edit, auth(notified.customer))).toMatchObject({
      direction: 'down',
      repeating: true,
    });
    await notified.turnOn();
    await index(60_600);
    expect(notified.shown()).toEqual([]);
    await notified.server.call('POST alert/delete', { alert_id: id }, auth(notified.customer));
    await index(58_000);
    expect(notified.shown()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('survive a restart, and fire once for prices reached meanwhile', async () => {
    const own = await TestServer.start();
    const who = await own.customer();
    await own.tick(BTC_USDT, 60_000e8);
    const input = { market_id: BTC_USDT, kind: 'level', value: '60500' } as const;
    await own.call('POST alert/add', input, auth(who));
    await own.call('POST alert/add', { ...input, value: '70000' }, auth(who));
    await own.stop();
    // A server without the watch, between the two others.
    const between = await TestServer.start({ after: own });
    between.clock.nowMs += 1_000;
    await between.tick(BTC_USDT, 60_600e8);
    await between.stop();

    const next = await TestServer.start({ after: between });
    await next.services.alertWatch.start();
    await next.services.alertWatch.idle();
    await next.services.feed.catchUp();
    const again = await TestServer.start({ after: (await next.stop(), next) });
    await again.services.alertWatch.start();
    await again.services.alertWatch.idle();
    await again.services.feed.catchUp();
    const { items } = await again.call('GET alert/list', {}, auth(who));
    expect(items.map(({ state }) => state)).toEqual(['armed', 'fired']);
    const { items: notices } = await again.call('POST news/list', { topic: 'alerts' }, auth(who));
    expect(notices).toHaveLength(1);
    await again.close();
  });
});
