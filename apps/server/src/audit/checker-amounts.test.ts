import { expect, test } from 'vitest';
import type { Command } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import { mixedSetup, MIXED_START_MS } from '@tallystick/core/testing/mixed-history';
import { isTimeDue } from '@tallystick/core/testing/time-due';
import { Comparison } from './testing/compare-history.ts';

/** To the last minor unit and millisecond, core and checker accept the same. */

type Make = (value: bigint) => Command;
type Step = readonly [waitMs: number, command: Command];

interface Edge {
  /** What happens before, each after a pause. */
  readonly before: readonly Step[];
  readonly waitMs: number;
  readonly command: Make;
  /** The last value that is accepted, and the first that is not, with the reason. */
  readonly accepted: bigint;
  readonly refused: bigint;
  readonly code: string;
}

function buyTrust(customerId: number, amountMinor: bigint): Command {
  return { type: 'buyTrust', customerId, productId: 1, termsVersion: 1, amountMinor, autoRenew: false };
}

function buyOption(customerId: number, stakeMinor: bigint): Command {
  const option = { marketId: 1, direction: 'rise', seconds: 6, currencyId: 3, termsVersion: 1 } as const;
  return { type: 'buyOption', customerId, stakeMinor, practice: false, ...option };
}

function commit(customerId: number, amountMinor: bigint, offerId = 2, currencyId = 3): Command {
  return { type: 'commitToLaunch', customerId, offerId, currencyId, amountMinor };
}

function order(customerId: number, side: 'buy' | 'sell', priceTicks: number, quantityLots: number): Command {
  return {
    type: 'placeOrder',
    customerId,
    marketId: 1,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks,
    quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}

function sell(minReceivedMinor: bigint, expiresAtMs: number, amountMinor = 1_000_000n): Command {
  const convert = { customerId: 2, fromCurrencyId: 1, toCurrencyId: 3, amountMinor };
  return { type: 'convert', ...convert, minReceivedMinor, expiresAtMs };
}

function tick(priceE8: number): Command {
  return { type: 'recordIndexTick', marketId: 1, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
}

const USDT = 1_000_000n;
const OPEN_MS = 1_000;
/** 0.01 BTC at 60,000 USDT. */
const bid: Step = [0, order(1, 'buy', 600_000, 1_000)];

const EDGES: Readonly<Record<string, Edge>> = {
  'the least of a deposit': {
    before: [],
    waitMs: 0,
    command: amount => buyTrust(1, amount),
    accepted: 10n * USDT,
    refused: 10n * USDT - 1n,
    code: 'trust_below_minimum',
  },
  'the most of a deposit': {
    before: [],
    waitMs: 0,
    command: amount => buyTrust(1, amount),
    accepted: 900n * USDT,
    refused: 900n * USDT + 1n,
    code: 'trust_above_maximum',
  },
  'the most of a customer': {
    before: [[0, buyTrust(1, 900n * USDT)]],
    waitMs: 0,
    command: amount => buyTrust(1, amount),
    accepted: 600n * USDT,
    refused: 600n * USDT + 1n,
    code: 'trust_customer_limit',
  },
  'the capacity of a product': {
    before: [
      [0, buyTrust(1, 900n * USDT)],
      [0, buyTrust(2, 900n * USDT)],
    ],
    waitMs: 0,
    command: amount => buyTrust(3, amount),
    accepted: 700n * USDT,
    refused: 700n * USDT + 1n,
    code: 'trust_sold_out',
  },
  'the penalty that was announced': {
    before: [[0, buyTrust(1, 100n * USDT)]],
    waitMs: 0,
    command: maxPenaltyMinor => ({ type: 'redeemTrust', customerId: 1, orderId: 1, maxPenaltyMinor }),
    accepted: 1_200_000n,
    refused: 1_199_999n,
    code: 'trust_penalty_changed',
  },
  'the smaller penalty after a day': {
    before: [
      [0, buyTrust(1, 100n * USDT)],
      [2 * DAY_MS, tick(6_000_000_000_000)],
    ],
    waitMs: 0,
    command: maxPenaltyMinor => ({ type: 'redeemTrust', customerId: 1, orderId: 1, maxPenaltyMinor }),
    accepted: 600_000n,
    refused: 599_999n,
    code: 'trust_penalty_changed',
  },
  'the least stake': {
    before: [],
    waitMs: 0,
    command: stake => buyOption(1, stake),
    accepted: USDT,
    refused: USDT - 1n,
    code: 'stake_below_minimum',
  },
  'the most stake': {
    before: [],
    waitMs: 0,
    command: stake => buyOption(1, stake),
    accepted: 3_000n * USDT,
    refused: 3_000n * USDT + 1n,
    code: 'stake_above_maximum',
  },
  'the exposure of a direction': {
    // 2,550 of 4,000 USDT are promised: 1,450 are left, which 85 % of this stake comes to, truncated.
    before: [[0, buyOption(1, 3_000n * USDT)]],
    waitMs: 0,
    command: stake => buyOption(2, stake),
    accepted: 1_705_882_354n,
    refused: 1_705_882_355n,
    code: 'option_capacity',
  },
  'what the option account has': {
    before: [
      [
        0,
        {
          type: 'transfer',
          customerId: 1,
          currencyId: 3,
          from: 'option',
          to: 'spot',
          amountMinor: 2_990n * USDT,
        },
      ],
    ],
    waitMs: 0,
    command: stake => buyOption(1, stake),
    accepted: 10n * USDT,
    refused: 10n * USDT + 1n,
    code: 'insufficient_balance',
  },
  'a hundred open options': {
    before: Array.from({ length: 100 }, (): Step => [0, buyOption(1, USDT)]),
    waitMs: 0,
    command: customerId => buyOption(Number(customerId), USDT),
    accepted: 2n,
    refused: 1n,
    code: 'too_many_open_options',
  },
  'the most practice money': {
    before: [],
    waitMs: 0,
    command: amountMinor => ({ type: 'resetPractice', customerId: 1, currencyId: 3, amountMinor }),
    accepted: 2n ** 53n,
    refused: 2n ** 53n + 1n,
    code: 'amount_too_large',
  },
  'a price that is stale': {
    before: [],
    waitMs: 0,
    command: () => buyOption(1, USDT),
    accepted: 2_900n,
    refused: 2_901n,
    code: 'stale_tick',
  },
  'the least of a commitment': {
    before: [],
    waitMs: OPEN_MS,
    command: amount => commit(1, amount),
    accepted: USDT,
    refused: USDT - 1n,
    code: 'launch_below_minimum',
  },
  'the least of a commitment in another currency': {
    before: [],
    waitMs: OPEN_MS,
    command: amount => commit(1, amount, 2, 1),
    // 0.00001667 BTC at 60,000.
    accepted: 1_667n,
    refused: 1_666n,
    code: 'launch_below_minimum',
  },
  'the cap of a customer': {
    before: [],
    waitMs: OPEN_MS,
    command: amount => commit(1, amount),
    // 900 units at 0.5 USDT; less than half a minor unit more buys none.
    accepted: 450n * USDT,
    refused: 450n * USDT + 1n,
    code: 'launch_over_cap',
  },
  'what is left of an offer': {
    before: [[OPEN_MS, commit(1, 450n * USDT)]],
    waitMs: 0,
    command: amount => commit(2, amount),
    accepted: 50n * USDT,
    refused: 50n * USDT + 1n,
    code: 'launch_not_enough_left',
  },
  'the start of an offer': {
    before: [],
    waitMs: 0,
    command: () => commit(1, USDT),
    accepted: 1_000n,
    refused: 999n,
    code: 'launch_not_started',
  },
  'the band of a rate, in millionths': {
    // The offer counts a bitcoin as 60,000 USDT, the index as 66,000: 9.0909… % off.
    before: [[0, tick(6_600_000_000_000)]],
    waitMs: OPEN_MS,
    command: amount =>
      ({ ...commit(1, 1_000_000n, 1, 1), rateGuard: { bandPpm: Number(amount), staleMs: 9_000 } }) as Command,
    accepted: 90_910n,
    refused: 90_909n,
    code: 'launch_rate_off_market',
  },
  'the least that a conversion brings': {
    before: [bid],
    waitMs: 0,
    command: least => sell(least, MIXED_START_MS),
    // 600 USDT less 0.2 %.
    accepted: 598_800_000n,
    refused: 598_800_001n,
    code: 'quote_outdated',
  },
  'the end of a quote': {
    before: [bid],
    waitMs: 0,
    command: expiresAtMs => sell(1n, Number(expiresAtMs)),
    accepted: BigInt(MIXED_START_MS),
    refused: BigInt(MIXED_START_MS) - 1n,
    code: 'quote_expired',
  },
  'the depth of a book': {
    before: [bid],
    waitMs: 0,
    command: amount => sell(1n, MIXED_START_MS, amount),
    // Less than a lot more stays with the customer.
    accepted: 1_000_999n,
    refused: 1_001_000n,
    code: 'convert_exceeds_depth',
  },
  'the smallest order of a conversion': {
    before: [bid],
    waitMs: 0,
    command: amount => sell(1n, MIXED_START_MS, amount),
    // 9 lots are 5.4 USDT, 8 are 4.8.
    accepted: 9_000n,
    refused: 8_999n,
    code: 'below_min_notional',
  },
  'the least that small balances bring': {
    before: [],
    waitMs: 0,
    command: minReceivedMinor => ({
      type: 'convertDust',
      customerId: 4,
      lines: [{ currencyId: 1, amount: '5000' }],
      expiresAtMs: MIXED_START_MS,
      minReceivedMinor,
    }),
    // 0.00005 BTC at 60,000 less 1 %.
    accepted: 2_970_000n,
    refused: 2_970_001n,
    code: 'quote_outdated',
  },
};

/** The exchange's refusal of the command with that value; throws if the checker's is another, or the books differ. */
function verdictOf({ before, waitMs, command }: Edge, value: bigint, isTime: boolean): string | null {
  const comparison = new Comparison();
  let nowMs = MIXED_START_MS;
  let verdict: string | null = null;
  const apply = (one: Command): void => {
    const outcome = comparison.exchange.apply(one, nowMs);
    verdict = outcome.ok ? null : outcome.refusal.code;
    const refusal = comparison.checker.apply(one, nowMs);
    if (refusal !== verdict) throw new Error(`${one.type}: core ${verdict}, checker ${refusal}`);
  };
  for (const one of mixedSetup()) apply(one);
  for (const [pauseMs, one] of [...before, [isTime ? Number(value) : waitMs, command(value)] as Step]) {
    nowMs += pauseMs;
    while (isTimeDue(comparison.exchange, nowMs)) apply({ type: 'passTime' });
    apply(one);
  }
  const difference = comparison.compareLines();
  if (difference !== null) throw new Error(`core ${difference.core}, checker ${difference.checker}`);
  return verdict;
}

/** Edges whose value is the pause before the command. */
const TIMES = new Set(['a price that is stale', 'the start of an offer']);

test.each(Object.entries(EDGES))('%s', (name, edge) => {
  expect(verdictOf(edge, edge.accepted, TIMES.has(name))).toBeNull();
  expect(verdictOf(edge, edge.refused, TIMES.has(name))).toBe(edge.code);
});
