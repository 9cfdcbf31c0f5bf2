import { beforeEach, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, ETH_USDT } from '../../testing/traders.ts';
import { Told } from '../tell/testing/told.ts';

const told = Told.forThisFile();

describe('price alerts', () => {
  const add = (
    value: string,
    more: { kind?: 'level' | 'change' | 'day_change' | 'funding'; repeating?: boolean } = {},
  ) =>
    told.server.call(
      'POST alert/add',
      { market_id: BTC_USDT, kind: 'level', value, ...more },
      auth(told.customer),
    );
  const list = async () => (await told.server.call('GET alert/list', {}, auth(told.customer))).items;
  const index = async (price: number): Promise<void> => {
    told.server.clock.nowMs += 1_000;
    await told.server.tick(BTC_USDT, price * 1e8);
    await told.all();
  };

  beforeEach(() => told.traders.begin());

  it('fire when the price gets there, once, as notice, push and, if chosen, mail', async () => {
    await told.turnOn();
    await told.server.call('POST tell/choose', { event: 'price_alert', mail: true }, auth(told.customer));
    expect(await add('60500')).toMatchObject({
      direction: 'up',
      state: 'armed',
      level: '60500',
      symbol: 'BTC/USDT',
    });
    expect(await add('59500')).toMatchObject({ direction: 'down' });
    await index(60_499);
    expect(told.shown()).toEqual([]);
    await index(60_500);
    await index(60_400);
    await index(60_600);
    expect(told.shown()).toMatchObject([
      {
        topic: 'alerts',
        title: 'BTC/USDT has risen to 60500.0',
        route: '/pages/trade/kline?market=1',
      },
    ]);
    expect(told.service.pushes[0]?.headers['urgency']).toBe('high');
    expect(await told.notices(told.customer, 'alerts')).toHaveLength(1);
    expect(told.mails()).toHaveLength(1);
    expect((await list()).map(({ state }) => state)).toEqual(['armed', 'fired']);
    await index(59_400);
    expect(told.shown().at(-1)?.title).toBe('BTC/USDT has fallen to 59400.0');
  });

  it('that repeat fire again once the price has been back', async () => {
    await told.turnOn();
    await add('60500', { repeating: true });
    await index(60_501);
    await index(60_499);
    await index(60_502);
    expect(told.shown()).toHaveLength(1);
    expect((await list())[0]?.state).toBe('waiting');
    await index(60_439);
    expect((await list())[0]?.state).toBe('armed');
    await index(60_503);
    expect(told.shown()).toHaveLength(2);
  });

  it('on a change count from the price at the time', async () => {
    await told.turnOn();
    expect(await add('-1.5', { kind: 'change' })).toMatchObject({ direction: 'down', level: '59100' });
    await index(59_101);
    expect(told.shown()).toEqual([]);
    await index(59_100);
    expect(told.shown()[0]?.title).toBe('BTC/USDT: -1.5 % since you set the alert');
  });

  it('are refused where they make no sense, and beyond fifty', async () => {
    const refused = async (
      input: Partial<{
        value: string;
        kind: 'level' | 'change' | 'day_change' | 'funding';
        market_id: number;
      }>,
    ) =>
      (
        await told.server.refused(
          'POST alert/add',
          { market_id: BTC_USDT, kind: 'level', value: '60500', ...input },
          auth(told.customer),
        )
      ).code;
    expect(await refused({ value: '60000' })).toBe('alert_reached');
    expect(await refused({ value: '0' })).toBe('alert_value_invalid');
    expect(await refused({ value: '-5' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '0' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '-100' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'change', value: '1.123' })).toBe('alert_value_invalid');
    expect(await refused({ kind: 'day_change', value: '5', market_id: ETH_USDT })).toBe('price_unknown');
    expect(await refused({ kind: 'funding', value: '0.01', market_id: 2 })).toBe('unknown_perpetual');
    expect(await refused({ market_id: 999 })).toBe('unknown_market');
    for (let more = 1; more <= 50; more++) await add(String(61_000 + more));
    expect(await refused({})).toBe('too_many_alerts');
  });

  it('are changed and deleted by their owner alone', async () => {
    const other = await told.server.customer();
    const { id } = await add('60500');
    const edit = { alert_id: id, value: '59000', repeating: true };
    expect((await told.server.refused('POST alert/edit', edit, auth(other))).code).toBe('not_found');
    expect((await told.server.refused('POST alert/delete', { alert_id: id }, auth(other))).code).toBe(
      'not_found',
    );
    expect(await told.server.call('POST alert/edit', edit, auth(told.customer))).toMatchObject({
      direction: 'down',
      repeating: true,
    });
    await told.turnOn();
    await index(60_600);
    expect(told.shown()).toEqual([]);
    await told.server.call('POST alert/delete', { alert_id: id }, auth(told.customer));
    await index(58_000);
    expect(told.shown()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('survive a restart, and what the price did meanwhile fires once', async () => {
    const own = await TestServer.start();
    const who = await own.customer();
    await own.tick(BTC_USDT, 60_000e8);
    const input = { market_id: BTC_USDT, kind: 'level', value: '60500' } as const;
    await own.call('POST alert/add', input, auth(who));
    await own.call('POST alert/add', { ...input, value: '70000' }, auth(who));
    await own.stop();
    // Between the two servers.
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
