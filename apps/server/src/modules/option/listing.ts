import type { ReadonlyExchange, OptionCurrencyConfig, OptionTime } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { submitAttempt, submitCommand } from '../../http/submit.ts';

/** Markets against USDT with their own index; operators may offer options on others. */
const MARKET_IDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** Default terms until operators change them. A longer option pays more, because its result is less noise. */
const TIMES: readonly OptionTime[] = [
  { seconds: 30, payoutPpm: 800_000 },
  { seconds: 60, payoutPpm: 820_000 },
  { seconds: 120, payoutPpm: 850_000 },
  { seconds: 300, payoutPpm: 880_000 },
  { seconds: 600, payoutPpm: 900_000 },
];
const CURRENCIES: readonly OptionCurrencyConfig[] = [
  { currencyId: 1, minStake: '0.0001', maxStake: '0.02', exposureLimit: '0.5' },
  { currencyId: 2, minStake: '0.002', maxStake: '0.5', exposureLimit: '12' },
  { currencyId: USDT, minStake: '5', maxStake: '2000', exposureLimit: '50000' },
];
const STALE_MS = 10_000;

/** Offers second options on markets without terms; terms set by operators stay. */
export async function listOptions(exchange: ReadonlyExchange, bus: CommandBus): Promise<void> {
  for (const marketId of MARKET_IDS) {
    if (exchange.option.terms(marketId) !== null) continue;
    const terms = {
      marketId,
      enabled: true,
      staleMs: STALE_MS,
      times: TIMES,
      currencies: CURRENCIES,
    };
    await submitCommand(bus, { type: 'configureOptions', terms }, {});
  }
}

/** Demo money that covers the house's promises; in a live system operators fund the pool at the desk. */
const DEMO_POOL: Readonly<Record<string, string>> = { BTC: '5', ETH: '100', USDT: '1000000' };
const DEMO_REFERENCE = 'demo:option-pool';

/** Once per currency, even after customers won from it. */
export async function fundDemoPool(
  pool: pg.Pool,
  exchange: ReadonlyExchange,
  bus: CommandBus,
): Promise<void> {
  const { rows } = await pool.query<{ currency_id: number }>(
    `select currency_id from ledger_entries where owner_id = 0 and account = 'optionPool' and reference = $1`,
    [DEMO_REFERENCE],
  );
  const funded = new Set(rows.map(row => row.currency_id));
  for (const { id: currencyId, code, decimals } of exchange.currencies()) {
    const amountMinor = parseDecimal(DEMO_POOL[code] ?? '0', decimals) ?? 0n;
    if (amountMinor === 0n || funded.has(currencyId)) continue;
    await submitAttempt(
      bus,
      {
        type: 'fundHouse',
        from: 'faucet',
        to: 'optionPool',
        currencyId,
        amountMinor,
        reference: DEMO_REFERENCE,
      },
      {
        scope: 'demo',
        key: `option-pool-${currencyId}`,
        inputHash: hashInput({ currencyId, amountMinor }),
      },
    );
  }
}
