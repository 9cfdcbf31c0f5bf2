import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { FAUCET_INTERVAL_MS } from './faucet.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const GIFTS = [
  { currency: 'BTC', amount: '0.1' },
  { currency: 'ETH', amount: '2' },
  { currency: 'USDT', amount: '10000' },
];

function claim(customer: TestCustomer, key = freshKey()) {
  return server.call('POST wallet/faucet', {}, { token: customer.token, key });
}

function refusedClaim(customer: TestCustomer) {
  return server.refused('POST wallet/faucet', {}, { token: customer.token, key: freshKey() });
}

async function usdt(customer: TestCustomer): Promise<string> {
  const input = { account: 'spot', currency_id: 3 } as const;
  return (await server.call('POST wallet/detail', input, { token: customer.token })).balance.total;
}

describe('the faucet', () => {
  it('announces its amounts, and pays them', async () => {
    const customer = await server.customer();
    const { token } = customer;
    expect(await server.call('GET wallet/faucet', {}, { token })).toEqual({
      credits: GIFTS,
      next_at_ms: null,
    });
    const nextAtMs = server.clock.nowMs + FAUCET_INTERVAL_MS;
    expect(await claim(customer)).toEqual({ credits: GIFTS, next_at_ms: nextAtMs });
    expect(await usdt(customer)).toBe('10000');
    expect(await server.call('GET wallet/faucet', {}, { token })).toEqual({
      credits: GIFTS,
      next_at_ms: nextAtMs,
    });
  });

  it('pays once a day, and says when the next payment is possible', async () => {
    const customer = await server.customer('funded');
    const nextAtMs = server.clock.nowMs + FAUCET_INTERVAL_MS;
    server.clock.nowMs = nextAtMs - 1_500;
    expect(await refusedClaim(customer)).toMatchObject({
      code: 'faucet_too_soon',
      status: 429,
      data: { retry_after_s: 2, next_at_ms: nextAtMs },
    });
    expect(await usdt(customer)).toBe('10000');
    server.clock.nowMs = nextAtMs;
    await claim(customer);
    expect(await usdt(customer)).toBe('20000');
  });

  it('repeated with its key pays once, however late', async () => {
    const customer = await server.customer();
    const key = freshKey();
    const first = await claim(customer, key);
    server.clock.nowMs += 2 * FAUCET_INTERVAL_MS;
    expect(await claim(customer, key)).toEqual(first);
    expect(await usdt(customer)).toBe('10000');
  });

  it('refused, uses up its key: a late duplicate pays nothing after the wait', async () => {
    const customer = await server.customer('funded');
    const key = freshKey();
    const { token } = customer;
    const first = await server.refused('POST wallet/faucet', {}, { token, key });
    expect(first.code).toBe('faucet_too_soon');
    server.clock.nowMs += FAUCET_INTERVAL_MS;
    expect(await server.refused('POST wallet/faucet', {}, { token, key })).toMatchObject({
      code: 'faucet_too_soon',
      data: first.data,
    });
    expect(await usdt(customer)).toBe('10000');
    await claim(customer);
    expect(await usdt(customer)).toBe('20000');
  });

  it('pays once when many requests come at the same moment', async () => {
    const customer = await server.customer();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.try('POST wallet/faucet', {}, { token: customer.token, key: freshKey() }),
      ),
    );
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([
      1,
      ...Array.from({ length: 5 }, () => 'faucet_too_soon'),
    ]);
    expect(await usdt(customer)).toBe('10000');
  });

  it('completes at the next start what a crash interrupted, and nothing more', async () => {
    const [cut, whole] = [await server.customer(), await server.customer('funded')];
    await server.database.pool.query(
      `insert into faucet_claims (customer_id, idempotency_key, claimed_at_ms) values ($1, 'crashed-1', $2)`,
      [cut.id, server.clock.nowMs],
    );
    expect(await usdt(cut)).toBe('0');
    await server.services.faucet.finishClaims(0);
    await server.services.faucet.finishClaims(0);
    expect([await usdt(cut), await usdt(whole)]).toEqual(['10000', '10000']);
  });

  it('completes it also when the customer returns with another key before', async () => {
    const customer = await server.customer();
    await server.database.pool.query(
      `insert into faucet_claims (customer_id, idempotency_key, claimed_at_ms) values ($1, 'crashed-2', $2)`,
      [customer.id, server.clock.nowMs],
    );
    expect((await refusedClaim(customer)).code).toBe('faucet_too_soon');
    expect(await usdt(customer)).toBe('10000');
  });
});

describe('live', () => {
  it('has no faucet', async () => {
    const live = await TestServer.start({ mode: 'live' });
    try {
      const { rows } = await live.database.pool.query<{ id: number }>(
        `insert into customers (nickname, invitation_code, opened, created_at_ms, password_changed_at_ms)
         values ('live', 'LIVE', true, 0, 0) returning id`,
      );
      const customer = { id: rows[0]?.id ?? 0, passwordHash: null };
      const token = (await live.services.sessions.open(customer, 'Phone', '203.0.113.9')) ?? '';
      expect(await live.refused('GET wallet/faucet', {}, { token })).toMatchObject({
        code: 'faucet_disabled',
        status: 403,
      });
      const claimed = await live.refused('POST wallet/faucet', {}, { token, key: freshKey() });
      expect(claimed.code).toBe('faucet_disabled');
      expect((await live.call('GET app/config', {})).faucet).toBe(false);
    } finally {
      await live.close();
    }
  });
});
