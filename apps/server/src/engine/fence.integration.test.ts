import { expect, it } from 'vitest';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';
import { FundedEngines, ORDER } from './testing/funded-engines.ts';
import { HeldLease } from './testing/held-lease.ts';

const engines = new FundedEngines();
/** So short that a test sees it, and a confirmation only when it is needed. */
const SHORT = { beatMs: 3_600_000, validMs: 1, deadlineMs: 20_000, projectedMs: 10_000 };
const REFUSED = { ...ORDER, quantityLots: 2_000_000 };
const KEY = { scope: 'customer:1:spot', key: 'first', inputHash: 'h' };

it('a deposed engine gives neither refusals nor results again, though neither needs a commit', async () => {
  const engine = await engines.startFunded({}, { fence: SHORT });
  await expect(engine.bus.submit(ORDER, { idempotency: KEY })).resolves.toMatchObject({ replayed: false });
  await expect(engine.bus.submit(REFUSED)).resolves.toMatchObject({ outcome: { ok: false } });
  await expect(engine.bus.submit(ORDER, { idempotency: KEY })).resolves.toMatchObject({ replayed: true });
  await engines.database.pool.query('update engine_lease set epoch = epoch + 1');
  const again = engine.bus.submit(ORDER, { idempotency: KEY });
  await expect(again).rejects.toMatchObject({ code: 'outcome_unknown' });
  const reason = await engine.fatal;
  expect(String(reason)).toContain('another engine has taken over');
  expect(exitCodeOf(reason)).not.toBe(EXIT.halted);
  await expect(engine.bus.submit(REFUSED)).rejects.toMatchObject({ code: 'stopped' });
});

it('a refusal without a key waits for a confirmation, and is not given without one', async () => {
  const engine = await engines.startFunded({}, { fence: SHORT });
  await engines.database.pool.query('update engine_lease set epoch = epoch + 1');
  await expect(engine.bus.submit(REFUSED)).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect(String(await engine.fatal)).toContain('another engine has taken over');
});

it('an engine whose commit is not answered in time stops, and says that the outcome is unknown', async () => {
  const engine = await engines.startFunded({}, { fence: { ...SHORT, deadlineMs: 300, projectedMs: 10_000 } });
  const held = await HeldLease.take(engines.database.pool);
  await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect(String(await engine.fatal)).toContain('has not answered for 0.3 s');
  await held.letGo();
});

it('a warning to the writer stops the engine: what it was told is done may be on one disk only', async () => {
  const engine = await engines.startFunded();
  await engines.database.pool.query(`
    create function warn() returns trigger language plpgsql as $$ begin
      raise warning 'canceling wait for synchronous replication due to user request';
      return new;
    end $$;
    create trigger warn before insert on journal for each row execute function warn()`);
  await expect(engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect(String(await engine.fatal)).toContain('warns the writer: canceling wait');
});
