import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import type { CommandBus } from '../engine/command-bus.ts';
import { readState, writeState } from '../database/server-state.ts';
import { submitCommand } from '../http/submit.ts';

const NAME = 'demo dust terms';

/** The demo's terms for buying small balances, set only at the first start. Live has none until operators set them. */
export async function seedDemoDust(
  pool: pg.Pool,
  exchange: Pick<ReadonlyExchange, 'dust'>,
  bus: CommandBus,
): Promise<void> {
  if ((await readState<true>(pool, NAME)) !== null) return;
  if (exchange.dust.terms.dailyMinor === 0) {
    // 1 % off the index; balances of up to 5 USDT, 50 a customer and day, 10,000 a day.
    const terms = {
      spreadPpm: 10_000,
      mostMinor: 5_000_000,
      customerDailyMinor: 50_000_000,
      dailyMinor: 10_000_000_000,
      staleMs: 30_000,
    };
    await submitCommand(bus, { type: 'configureDust', terms }, {});
  }
  await writeState(pool, NAME, true);
}
