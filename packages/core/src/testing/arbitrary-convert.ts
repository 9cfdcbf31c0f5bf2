import fc from 'fast-check';
import type { Command } from '../command.ts';
import { MINUTE_MS } from '../durations.ts';
import type { ConvertDust } from '../dust/command.ts';
import type { ReadonlyExchange } from '../exchange.ts';
import { BTC, ETH, USDT } from './demo-exchange.ts';

const SMALL_CUSTOMER = 4;
/** Mostly two currencies with a market between them. */
const pair = fc.constantFrom<[number, number][]>(
  [BTC, USDT],
  [USDT, BTC],
  [ETH, USDT],
  [USDT, ETH],
  [BTC, ETH],
  [ETH, BTC],
  [BTC, BTC],
  [USDT, 101],
);
const customerId = fc.constantFrom(1, 2, 3, 1, 2, 3, 4, 5);

/** Terms for buying small balances, and some such balances for a customer who has nothing else. */
export function convertSetup(): Command[] {
  return [
    {
      type: 'configureDust',
      terms: {
        spreadPpm: 10_000,
        mostMinor: 5_000_000,
        customerDailyMinor: 8_000_000,
        dailyMinor: 9_000_000,
        staleMs: MINUTE_MS,
      },
    },
    small(BTC, 5_000n),
    small(ETH, 30_001n),
  ];
}

function small(id: number, amountMinor: bigint): Command {
  return {
    type: 'credit',
    customerId: SMALL_CUSTOMER,
    account: 'spot',
    currencyId: id,
    amountMinor,
    from: 'faucet',
    reference: 'faucet:small',
  };
}

/** Conversions of every size, with possible and impossible minimums; small balances, and new terms for them. */
export const arbitraryConvertCommand: fc.Arbitrary<(nowMs: number) => Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        customerId,
        pair,
        amountMinor: fc.oneof(
          fc.bigInt({ min: 10_000n, max: 20_000_000n }),
          fc.bigInt({ min: 1n, max: 40_000_000_000n }),
        ),
        holdsMs: fc.constantFrom(8_000, 8_000, 0, -1),
        minReceivedMinor: fc.constantFrom(1n, 1n, 1_000_000n, 10_000_000_000n),
      })
      .map(({ holdsMs, pair: [fromCurrencyId, toCurrencyId], ...wish }) => (nowMs: number): Command => ({
        type: 'convert',
        ...wish,
        fromCurrencyId,
        toCurrencyId,
        expiresAtMs: nowMs + holdsMs,
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        customerId: fc.constantFrom(SMALL_CUSTOMER, SMALL_CUSTOMER, 1),
        ids: fc.subarray([BTC, ETH, USDT], { minLength: 1 }),
      })
      .map(({ ids, customerId: id }) => (nowMs: number): Command => ({
        type: 'convertDust',
        customerId: id,
        lines: ids.map(one => ({ currencyId: one, amount: '1' })),
        expiresAtMs: nowMs + 8_000,
        minReceivedMinor: 1n,
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        spreadPpm: fc.constantFrom(0, 10_000, 50_001),
        dailyMinor: fc.constantFrom(9_000_000, 90_000_000),
      })
      .map(terms => (): Command => ({
        type: 'configureDust',
        terms: { mostMinor: 5_000_000, customerDailyMinor: 8_000_000, staleMs: MINUTE_MS, ...terms },
      })),
  },
);

/** Small balances that the customer has at that time, if any. */
export function aimedDust(command: ConvertDust, exchange: ReadonlyExchange, nowMs: number): ConvertDust {
  const lines = [BTC, ETH].flatMap(id => {
    const line = exchange.dust.quote(command.customerId, id, nowMs);
    return 'code' in line ? [] : [{ currencyId: id, amount: line.amountMinor.toString() }];
  });
  return lines.length === 0 ? command : { ...command, lines };
}
