import type { ReadonlyExchange, PerpetualConfig } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { submitAttempt, submitCommand } from '../../http/submit.ts';

/** The largest currencies allow the highest leverage; volatile or thinly traded ones less. */
const LARGE = {
  multiples: [1, 2, 3, 5, 10, 20, 50, 100],
  tiers: [
    { maxNotional: '50000', maintenancePpm: 5_000, maxMultiple: 100 },
    { maxNotional: '250000', maintenancePpm: 10_000, maxMultiple: 50 },
    { maxNotional: '1000000', maintenancePpm: 25_000, maxMultiple: 20 },
    { maxNotional: '5000000', maintenancePpm: 50_000, maxMultiple: 10 },
  ],
  maxCustomerNotional: '5000000',
  priceBandPpm: 100_000,
} as const;
const SMALL = {
  multiples: [1, 2, 3, 5, 10, 20, 50],
  tiers: [
    { maxNotional: '20000', maintenancePpm: 10_000, maxMultiple: 50 },
    { maxNotional: '100000', maintenancePpm: 20_000, maxMultiple: 20 },
    { maxNotional: '500000', maintenancePpm: 50_000, maxMultiple: 10 },
    { maxNotional: '2000000', maintenancePpm: 100_000, maxMultiple: 5 },
  ],
  maxCustomerNotional: '2000000',
  priceBandPpm: 100_000,
} as const;

/** 0.02 % for makers, 0.05 % for takers; funding at 00:00, 08:00 and 16:00 UTC. */
const TERMS = {
  makerFeePpm: 200,
  takerFeePpm: 500,
  fundingIntervalMs: 8 * HOUR_MS,
  interestPpm: 100,
  fundingCapPpm: 7_500,
  staleAfterMs: 10_000,
  liquidationFeePpm: 2_500,
} as const;

function perpetual(
  marketId: number,
  tickSize: string,
  lotSize: string,
  class_: typeof LARGE | typeof SMALL,
  maxOrderLots: number,
): PerpetualConfig {
  return {
    marketId,
    tickSize,
    lotSize,
    ...class_,
    ...TERMS,
    maxOrderLots,
    maxOpenInterestLots: maxOrderLots * 100,
  };
}

/** A lot is worth between a few dollars and some tens of dollars, the largest order about a million. */
const CONTRACTS: readonly PerpetualConfig[] = [
  perpetual(1, '0.1', '0.001', LARGE, 10_000),
  perpetual(2, '0.01', '0.01', LARGE, 30_000),
  perpetual(3, '0.01', '0.01', SMALL, 100_000),
  perpetual(4, '0.01', '0.1', SMALL, 50_000),
  perpetual(5, '0.0001', '10', SMALL, 40_000),
  perpetual(6, '0.00001', '100', SMALL, 50_000),
  perpetual(7, '0.0001', '10', SMALL, 100_000),
];

/** Lists missing contracts; what operators changed stays. */
export async function listPerpetuals(
  exchange: Pick<ReadonlyExchange, 'perpetual' | 'market'>,
  bus: CommandBus,
): Promise<void> {
  for (const config of CONTRACTS) {
    if (exchange.perpetual.contract(config.marketId) !== null) continue;
    if (exchange.market(config.marketId) === null) continue;
    await submitCommand(bus, { type: 'configurePerpetual', perpetual: config }, {});
  }
}

/** Demo money that backs liquidations; in a live system operators fund the insurance at the desk. */
const DEMO_INSURANCE = '500000';
const DEMO_REFERENCE = 'demo:insurance';

/** Once, even after liquidations have used some of it. */
export async function fundDemoInsurance(
  pool: pg.Pool,
  exchange: ReadonlyExchange,
  bus: CommandBus,
): Promise<void> {
  const decimals = exchange.currency(USDT)?.decimals;
  if (decimals === undefined) return;
  const { rowCount } = await pool.query(
    `select 1 from ledger_entries where owner_id = 0 and account = 'insurance' and reference = $1 limit 1`,
    [DEMO_REFERENCE],
  );
  if (rowCount !== 0) return;
  const amountMinor = parseDecimal(DEMO_INSURANCE, decimals) ?? 0n;
  await submitAttempt(
    bus,
    {
      type: 'fundHouse',
      from: 'faucet',
      to: 'insurance',
      currencyId: USDT,
      amountMinor,
      reference: DEMO_REFERENCE,
    },
    { scope: 'demo', key: 'insurance', inputHash: hashInput({ amountMinor }) },
  );
}
