import { Exchange, InvariantBroken } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import { USDT } from '@tallystick/core/testing/demo-exchange';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';
import { verifyProjections } from './projections/verify.ts';
import { FundedEngines, ORDER, orders, submitAll } from './testing/funded-engines.ts';
import { crash, type TestEngine } from './testing/test-engine.ts';

const FROM_FAUCET = { from: 'faucet', reference: 'test:1' } as const;

const engines = new FundedEngines();

describe('one writer', () => {
  it('does not start beside a running engine', async () => {
    await engines.startFunded();
    const refused = await engines.start().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      message: expect.stringContaining('another engine writes to this database'),
    });
    // Connections of the previous engine may still be closing.
    expect(exitCodeOf(refused)).toBe(EXIT.again);
  });

  it('stops an engine when another took its lease, before their states diverge', async () => {
    const first = await engines.startFunded();
    const second = await engines.start({}, { force: true });
    const lost = first.bus.submit(ORDER);
    await expect(lost).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(await first.fatal).toMatchObject({
      message: expect.stringContaining('division by zero'),
    });
    expect(exitCodeOf(await first.fatal)).toBe(EXIT.again);
    await expect(first.bus.submit(ORDER)).rejects.toMatchObject({ code: 'stopped' });
    await first.stop();
    await second.bus.submit(ORDER);
    expect(await engines.count('orders')).toBe(1);
    expect(await verifyProjections(engines.database.pool, second.exchange)).toEqual([]);
  });

  it('stops when its connection breaks, and a new engine goes on', async () => {
    const first = await engines.startFunded();
    await crash(engines.database, first);
    expect(exitCodeOf(await first.fatal)).toBe(EXIT.again);
    const second = await engines.start();
    await second.bus.submit(ORDER);
    expect(await engines.count('orders')).toBe(1);
  });
});

/** The trust products' next interest is due at midnight. */
async function withTrustDeposit(engine: TestEngine): Promise<void> {
  await submitAll(engine, [
    { type: 'fundHouse', to: 'treasury', currencyId: USDT, amountMinor: 100_000_000n, ...FROM_FAUCET },
    {
      type: 'credit',
      customerId: 1,
      account: 'trust',
      currencyId: USDT,
      amountMinor: 50_000_000n,
      ...FROM_FAUCET,
    },
    {
      type: 'configureTrustProduct',
      productId: 1,
      enabled: true,
      terms: {
        currencyId: USDT,
        cycleDays: 5,
        dailyYieldPpm: 1_000,
        penaltyPpm: 6_000,
        minimum: '10',
        maximum: '1000',
        capacity: '10000',
        customerLimit: '1000',
        opensAtMs: 0,
      },
    },
    {
      type: 'buyTrust',
      customerId: 1,
      productId: 1,
      termsVersion: 1,
      amountMinor: 50_000_000n,
      autoRenew: false,
    },
  ]);
}

describe('an engine that is stopped', () => {
  afterEach(() => vi.restoreAllMocks());

  it('names the state it leaves, even if something becomes due meanwhile', async () => {
    let nowMs = Date.UTC(2026, 6, 15, 12);
    const engine = await engines.startFunded({}, { now: () => nowMs });
    await withTrustDeposit(engine);
    expect(engine.exchange.dueAtMs()).toBeLessThan(nowMs + 2 * DAY_MS);
    const stateHash = Exchange.prototype.stateHash;
    vi.spyOn(Exchange.prototype, 'stateHash').mockImplementationOnce(function (this: Exchange) {
      nowMs += 2 * DAY_MS;
      return stateHash.call(this);
    });
    await engine.stop();
    const left = engine.sequence();
    engines.forget();
    const next = await engines.start({}, { now: () => nowMs });
    expect(next.recovered).toEqual({ snapshotSequence: left, replayedCommands: 0 });
    await next.wake();
    expect(next.sequence()).toBeGreaterThan(left);
    expect(await verifyProjections(engines.database.pool, next.exchange)).toEqual([]);
  });
});

describe('an engine that finds its books inconsistent', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['a broken invariant', new InvariantBroken('the sum over USDT is 1')],
    ['a mistake in the core', new TypeError('undefined is not a position')],
  ])('stops for good at %s, and commits nothing of it', async (_what, thrown) => {
    const engine = await engines.startFunded();
    vi.spyOn(Exchange.prototype, 'apply').mockImplementation(() => {
      throw thrown;
    });
    const before = await engines.count('journal');
    await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'stopped' });
    const reason = await engine.fatal;
    expect(reason).toMatchObject({ message: expect.stringContaining(thrown.message) });
    expect(exitCodeOf(reason)).toBe(EXIT.halted);
    await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'stopped' });
    await engine.stop();
    expect(await engines.count('journal')).toBe(before);
  });

  it('stops for good when the database refuses a commit', async () => {
    const engine = await engines.startFunded();
    await engines.database.pool.query(
      'alter table journal add constraint none check (last_sequence = 0) not valid',
    );
    await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(exitCodeOf(await engine.fatal)).toBe(EXIT.halted);
  });

  it('stops for good when the tables refuse what is in the journal; those who read them are told', async () => {
    const engine = await engines.startFunded();
    const { pool } = engines.database;
    await pool.query('alter table orders add constraint none check (order_id = 0)');
    await expect(engine.bus.submit(ORDER)).resolves.toMatchObject({ outcome: { ok: true } });
    // Now, and whenever they ask later: what the tables hold is old.
    for (let asked = 0; asked < 2; asked++) {
      await expect(pool.query('select from orders')).rejects.toMatchObject({
        name: 'DatabaseBusy',
        cause: { message: expect.stringContaining('the database refuses what the core did') },
      });
    }
    expect(exitCodeOf(await engine.fatal)).toBe(EXIT.halted);
  });

  it('stops for good when its follower gets another result, and answers nobody', async () => {
    const engine = await engines.startFunded();
    const follow = Exchange.prototype.follow;
    vi.spyOn(Exchange.prototype, 'follow').mockImplementation(function (this: Exchange, command, atMs) {
      const other = command.type === 'placeOrder' ? { ...command, quantityLots: 1_001 } : command;
      return follow.call(this, other, atMs);
    });
    await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'outcome_unknown' });
    const reason = await engine.fatal;
    expect(reason).toMatchObject({ message: expect.stringContaining('the follower came to something else') });
    expect(exitCodeOf(reason)).toBe(EXIT.halted);
  });

  it('leaves no snapshot that a start accepts when its follower holds another state', async () => {
    const engine = await engines.startFunded();
    const live = vi.spyOn(Exchange.prototype, 'stateHash').mockReturnValueOnce('0'.repeat(64));
    const stopped = await engine.stop().catch((error: unknown) => error);
    expect(exitCodeOf(stopped)).toBe(EXIT.halted);
    live.mockRestore();
    engines.forget();
    const next = await engines.start({}, { force: true });
    expect(next.recovered.snapshotSequence).toBe(0);
    expect(next.exchange.stateHash()).toBe(engine.exchange.stateHash());
  });

  it('stops for good when journal and snapshots do not lead to its state', async () => {
    const engine = await engines.startFunded({ snapshotEvery: 30 });
    await engines.database.pool.query('update journal set epoch = epoch + 1 where first_sequence = 1');
    await submitAll(engine, orders(40));
    expect(exitCodeOf(await engine.fatal)).toBe(EXIT.halted);
  });

  it('reports it when stopping, if it is found only then', async () => {
    const engine = await engines.startFunded();
    vi.spyOn(Exchange.prototype, 'checkInvariants').mockImplementation(() => {
      throw new InvariantBroken('the sum over USDT is 1');
    });
    const stopped = await engine.stop().catch((error: unknown) => error);
    expect(exitCodeOf(stopped)).toBe(EXIT.halted);
    engines.forget();
    expect(await engines.count('snapshots')).toBe(0);
  });
});
