import { USDT } from '@tallystick/core/testing/demo-exchange';
import { describe, expect, it } from 'vitest';
import type { Committed } from './command-bus.ts';
import { FundedEngines, ORDER, orders, submitAll } from './testing/funded-engines.ts';
import { HeldLease } from './testing/held-lease.ts';
import { crash } from './testing/test-engine.ts';

const engines = new FundedEngines();

describe('refusals', () => {
  const key = { scope: 'customer:1:spot', key: 'k'.repeat(64), inputHash: 'h'.repeat(22) };
  const tooMuch = { ...ORDER, quantityLots: 2_000_000 };

  /** A repeated key must be answered with exactly these fields. */
  const told = ({ sequence, atMs, outcome }: Committed) => ({ sequence, atMs, outcome });

  it('are results: every retry gets the first one, in the same batch, after funds arrived, and after a crash', async () => {
    let engine = await engines.startFunded();
    const before = engine.sequence();
    const [first, second] = await Promise.all([
      engine.bus.submit(tooMuch, { idempotency: key }),
      engine.bus.submit(tooMuch, { idempotency: key }),
    ]);
    expect(first.outcome).toMatchObject({ ok: false, refusal: { code: 'insufficient_balance' } });
    const { outcome } = await engine.bus.submit({
      type: 'credit',
      customerId: 1,
      account: 'spot',
      currencyId: USDT,
      amountMinor: 1_000_000_000_000_000n,
      from: 'faucet',
      reference: 'late',
    });
    expect(outcome.ok).toBe(true);
    const third = await engine.bus.submit(tooMuch, { idempotency: key });
    await crash(engines.database, engine);
    engine = await engines.start();
    const fourth = await engine.bus.submit(tooMuch, { idempotency: key });
    expect([first, second, third, fourth].map(answer => answer.replayed)).toEqual([false, true, true, true]);
    for (const answer of [second, third, fourth]) expect(told(answer)).toEqual(told(first));
    expect(first.sequence).toBe(before);
    expect(engine.sequence()).toBe(before + 1);
    expect(await engines.count('orders')).toBe(0);
    const anew = await engine.bus.submit(tooMuch, { idempotency: { ...key, key: 'another' } });
    expect(anew.outcome.ok).toBe(true);
  });

  it('refuse other input under their key, and fit into 200 bytes', async () => {
    const engine = await engines.startFunded();
    const scope = 'customer:2147483647:spot';
    await engine.bus.submit(tooMuch, { idempotency: { ...key, scope } });
    const other = { idempotency: { ...key, scope, inputHash: 'other' } };
    await expect(engine.bus.submit(ORDER, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const { rows } = await engines.database.pool.query<{ bytes: number }>(
      `select octet_length(scope) + octet_length(key) + octet_length(input_hash) + pg_column_size(sequence)
         + pg_column_size(at_ms) + octet_length(result) as bytes from idempotency where scope = $1`,
      [scope],
    );
    expect(rows).toEqual([{ bytes: expect.toSatisfy((bytes: number) => bytes <= 200) }]);
  });

  it('are answered only when everything they were judged after is on disk, with a key and without', async () => {
    const engine = await engines.startFunded();
    const all = { ...ORDER, quantityLots: 1_500_000 };
    const lease = await HeldLease.take(engines.database.pool);
    try {
      const order: string[] = [];
      const noted = async (name: string, answer: Promise<Committed>) => {
        const { outcome } = await answer;
        order.push(`${name} ${outcome.ok ? 'done' : outcome.refusal.code}`);
      };
      const accepted = noted('first', engine.bus.submit(all));
      // Wait until the batch is being committed: later commands go into the next one.
      await expect.poll(() => lease.isWaitedFor()).toBe(true);
      const keyless = noted('keyless', engine.bus.submit(all));
      const keyed = noted('keyed', engine.bus.submit(all, { idempotency: key }));
      await new Promise(resolve => setImmediate(resolve));
      expect(order).toEqual([]);
      await lease.letGo();
      await Promise.all([accepted, keyless, keyed]);
      expect(order).toEqual(['first done', 'keyless insufficient_balance', 'keyed insufficient_balance']);
    } finally {
      await lease.letGo();
    }
  });

  it('of an engine that lost its lease are not answered: their batch fails like any other', async () => {
    const first = await engines.startFunded();
    const second = await engines.start({}, { force: true });
    const lost = first.bus.submit(tooMuch, { idempotency: key });
    await expect(lost).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(await first.fatal).toMatchObject({ cause: { message: 'division by zero' } });
    await first.stop();
    expect(await engines.count('idempotency')).toBe(0);
    const judged = await second.bus.submit(tooMuch, { idempotency: key });
    expect(judged).toMatchObject({ replayed: false, outcome: { ok: false } });
  });

  it('leave the key free when the core has not seen the command', async () => {
    const engine = await engines.startFunded({ queueLimit: 15 });
    // The key may be looked up in the database; no commit may happen meanwhile.
    const lease = await HeldLease.take(engines.database.pool);
    const committing = submitAll(engine, [ORDER]);
    await expect.poll(() => lease.isWaitedFor()).toBe(true);
    const full = submitAll(engine, orders(15));
    const [busy] = await Promise.allSettled([engine.bus.submit(ORDER, { idempotency: key })]);
    await lease.letGo();
    await Promise.all([committing, full]);
    expect(busy).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
    const answer = await engine.bus.submit(ORDER, { idempotency: key });
    expect(answer).toMatchObject({ replayed: false, outcome: { ok: true } });
  });
});
