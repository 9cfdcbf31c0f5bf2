import type { ReadonlyExchange, TrustTermsConfig } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { submitAttempt, submitCommand } from '../../http/submit.ts';

/** The treasury's opening balance in a demo, by currency: enough for every demo product and a few more. */
const TREASURY: readonly { readonly currencyId: number; readonly amount: string }[] = [
  { currencyId: BTC, amount: '2' },
  { currencyId: ETH, amount: '60' },
  { currencyId: USDT, amount: '250000' },
];
const REFERENCE = 'demo:treasury';

/** By product number. The first is the source's example; each penalty is 1.5 times the daily yield. */
const PRODUCTS: readonly Omit<TrustTermsConfig, 'opensAtMs'>[] = [
  {
    currencyId: USDT,
    cycleDays: 15,
    dailyYieldPpm: 4_000,
    penaltyPpm: 6_000,
    minimum: '100',
    maximum: '10000',
    capacity: '500000',
    customerLimit: '20000',
  },
  {
    currencyId: USDT,
    cycleDays: 30,
    dailyYieldPpm: 5_000,
    penaltyPpm: 7_500,
    minimum: '500',
    maximum: '20000',
    capacity: '300000',
    customerLimit: '40000',
  },
  {
    currencyId: USDT,
    cycleDays: 7,
    dailyYieldPpm: 1_000,
    penaltyPpm: 1_500,
    minimum: '10',
    maximum: '5000',
    capacity: '1000000',
    customerLimit: '10000',
  },
  {
    currencyId: BTC,
    cycleDays: 30,
    dailyYieldPpm: 500,
    penaltyPpm: 750,
    minimum: '0.001',
    maximum: '1',
    capacity: '20',
    customerLimit: '2',
  },
  {
    currencyId: ETH,
    cycleDays: 15,
    dailyYieldPpm: 1_000,
    penaltyPpm: 1_500,
    minimum: '0.01',
    maximum: '20',
    capacity: '500',
    customerLimit: '40',
  },
];

/** The demo's treasury and products. Products that exist stay as they are: operators may have changed them. */
export async function listDemoTrust(
  pool: pg.Pool,
  exchange: ReadonlyExchange,
  bus: CommandBus,
): Promise<void> {
  await fundTreasury(pool, exchange, bus);
  for (const [index, terms] of PRODUCTS.entries()) {
    const productId = index + 1;
    if (exchange.trust.product(productId) !== null) continue;
    const command = {
      type: 'configureTrustProduct',
      productId,
      enabled: true,
      terms: { ...terms, opensAtMs: 0 },
    } as const;
    await submitCommand(bus, command, {});
  }
}

/** Once per currency, even after money was promised or paid from it. */
async function fundTreasury(pool: pg.Pool, exchange: ReadonlyExchange, bus: CommandBus): Promise<void> {
  const { rows } = await pool.query<{ currency_id: number }>(
    `select currency_id from ledger_entries where owner_id = 0 and account = 'treasury' and reference = $1`,
    [REFERENCE],
  );
  const funded = new Set(rows.map(row => row.currency_id));
  for (const { currencyId, amount } of TREASURY) {
    const amountMinor = parseDecimal(amount, exchange.currency(currencyId)?.decimals ?? 0) ?? 0n;
    if (funded.has(currencyId) || amountMinor === 0n) continue;
    await submitAttempt(
      bus,
      {
        type: 'fundHouse',
        from: 'faucet',
        to: 'treasury',
        currencyId,
        amountMinor,
        reference: REFERENCE,
      },
      {
        scope: 'demo',
        key: `treasury-${currencyId}`,
        inputHash: hashInput({ currencyId, amountMinor }),
      },
    );
  }
}
