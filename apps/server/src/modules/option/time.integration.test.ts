import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { TestServer } from '../../testing/test-server.ts';
import { Players } from './testing/players.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

describe('a restart', () => {
  it('at an option’s expiry settles it from the ticks before the restart, by itself', async () => {
    const before = await Players.of(server);
    await before.later(1_000);
    const one = await before.join();
    const option = await before.buy(one);
    await before.later(500, 60_000);
    await before.later(55_000, 60_001);
    await server.stop();
    server = await TestServer.start({ after: server });
    server.clock.nowMs += 3_600_000;
    server.engine.wake();
    const after = await Players.of(server);
    await after.later(0, 1);
    expect(await after.list(one, { view: 'history' })).toMatchObject([
      { option_id: option.option_id, result: 'rise', outcome: 'won', exit: { price: '60001' } },
    ]);
    expect(await after.held(one)).toBe('1082');
    expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
  });
});

it('ten thousand options expiring in the same second are settled before the next tick, to the unit', async () => {
  const players = await Players.of(server);
  await players.later(1_000);
  const customers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const customerId = 50_000 + index;
      await server.submit({ type: 'openCustomer', customerId });
      await players.equip({ id: customerId, email: '', token: '' }, false);
      return customerId;
    }),
  );
  const pool = () =>
    server.engine.exchange.balance({ ownerId: 0, account: 'optionPool', currencyId: USDT }).availableMinor;
  const before = pool();
  const wish = { type: 'buyOption', marketId: 1, seconds: 60, currencyId: USDT, practice: false } as const;
  const bought = customers.flatMap(customerId =>
    Array.from({ length: 100 }, (_, index) =>
      server.submit({
        ...wish,
        customerId,
        direction: index % 2 === 0 ? 'rise' : 'fall',
        stakeMinor: 5_000_000n,
        termsVersion: 1,
      }),
    ),
  );
  await Promise.all(bought);
  await players.later(1_000);
  await players.later(58_000, 60_001);
  await players.later(1_001, 60_002);
  const { rows } = await server.database.pool.query(
    `select result, direction, state, count(*)::int as n from options
      where customer_id = any($1) group by 1, 2, 3 order by 2`,
    [customers],
  );
  expect(rows).toEqual([
    { result: 'rise', direction: 'fall', state: 'settled', n: 5_000 },
    { result: 'rise', direction: 'rise', state: 'settled', n: 5_000 },
  ]);
  // Half of them lose 5; the other half win 82 % of 5.
  expect(pool() - before).toBe(5_000n * 5_000_000n - 5_000n * 4_100_000n);
  expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
});

describe('live', () => {
  it('sells no option until operators switch them on with the notice; practice works from the start', async () => {
    const live = await TestServer.start({ mode: 'live' });
    try {
      const players = await Players.of(live);
      await players.later(1_000);
      const one = await joinLive(live);
      const { closed } = await live.call('GET microtrade/seconds', { market_id: 1 });
      expect(closed).toBe('product_off');
      const before = await live.fingerprint();
      expect(await players.refused(one)).toMatchObject({ code: 'product_off', status: 403 });
      expect(await live.fingerprint()).toBe(before);
      await live.call('POST microtrade/practice', { currency_id: USDT }, { token: one.token });
      expect(await players.buy(one, { practice: true })).toMatchObject({ practice: true });
    } finally {
      await live.close();
    }
  });
});

/** In live mode the page does not show the code: it is mailed. */
async function joinLive(live: TestServer) {
  const email = 'live@example.com';
  await live.call('POST sms_mail', { email, purpose: 'register' });
  live.services.outbox.start();
  await live.services.outbox.idle();
  const code = /\b\d{6}\b/.exec(live.messages.at(-1)?.body ?? '')?.[0] ?? '';
  const { token, user } = await live.call('POST user/register', {
    kind: 'email',
    account: email,
    code,
    password: 'correct horse',
    re_password: 'correct horse',
    agreement: true,
  });
  return { id: user.id, email, token };
}
