import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import type { CommandBus } from '../engine/command-bus.ts';
import { readState, writeState } from '../database/server-state.ts';
import { submitCommand } from '../http/submit.ts';

const NAME = 'demo referral terms';

/** The demo's referral terms, set only at the first start. Live has none until operators set them. */
export async function seedDemoReferral(
  pool: pg.Pool,
  exchange: Pick<ReadonlyExchange, 'referral'>,
  bus: CommandBus,
): Promise<void> {
  if ((await readState<true>(pool, NAME)) !== null) return;
  if (exchange.referral.terms.firstPpm === 0) {
    const terms = { firstPpm: 200_000, secondPpm: 50_000 };
    await submitCommand(bus, { type: 'changeReferralTerms', terms, noticeMs: DAY_MS }, {});
  }
  await writeState(pool, NAME, true);
}
