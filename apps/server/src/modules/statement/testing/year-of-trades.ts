import { Exchange, type Command, type Event } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import {
  BTC,
  BTC_USDT,
  configureCommands,
  ETH,
  ETH_BTC,
  ETH_USDT,
  fundedCustomerCommands,
  USDT,
} from '@tallystick/core/testing/demo-exchange';
import fc from 'fast-check';

export const YEAR_START_MS = Date.UTC(2026, 0, 1);

interface Deal {
  readonly customerId: number;
  readonly kind: 'trade' | 'deposit' | 'withdrawal' | 'transfer';
  readonly marketId: number;
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  readonly drift: number;
}

const deal: fc.Arbitrary<Deal> = fc.record({
  customerId: fc.constantFrom(1, 2, 3),
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('trade' as const) },
    { weight: 1, arbitrary: fc.constantFrom('deposit' as const, 'withdrawal' as const, 'transfer' as const) },
  ),
  marketId: fc.constantFrom(BTC_USDT, ETH_USDT, ETH_BTC.id),
  side: fc.constantFrom('buy', 'sell'),
  lots: fc.integer({ min: 1, max: 9_000 }),
  drift: fc.integer({ min: -3, max: 3 }),
});

/** Some trades on each day of a year, at a random walk's prices. */
export const yearOfTrades = fc.array(fc.array(deal, { minLength: 1, maxLength: 6 }), {
  minLength: 365,
  maxLength: 365,
  size: 'max',
});

/** Plays the year on a real exchange; `see` gets the events, `night` the exchange at the end of each day. */
export function playYear(
  days: readonly (readonly Deal[])[],
  see: (events: readonly Event[], atMs: number) => void,
  night: (day: number, exchange: Exchange) => void,
): Exchange {
  const exchange = new Exchange();
  let ids = 0;
  const apply = (command: Command, atMs: number): void => {
    const outcome = exchange.apply(command, atMs);
    if (outcome.ok) see(outcome.events, atMs);
  };
  const setup: Command[] = [
    ...configureCommands(),
    { type: 'configureMarket', market: { ...ETH_BTC, makerFeePpm: 1_000, takerFeePpm: 2_000 } },
    ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
  ];
  for (const command of setup) apply(command, YEAR_START_MS);
  const ticks: Record<number, number> = { [BTC_USDT]: 600_000, [ETH_USDT]: 300_000, [ETH_BTC.id]: 5_000 };
  for (const [day, deals] of days.entries()) {
    const atMs = YEAR_START_MS + day * DAY_MS;
    for (const [i, one] of deals.entries()) {
      const before = ticks[one.marketId] ?? 1;
      const price = Math.max(1, before + Math.trunc((before * one.drift) / 400));
      ticks[one.marketId] = price;
      apply(commandOf(one, price, ++ids), atMs + i * 60_000);
      if (one.kind === 'withdrawal') {
        apply({ type: 'settleWithdrawal', withdrawalId: ids }, atMs + i * 60_000 + 1);
      }
    }
    night(day, exchange);
  }
  exchange.checkInvariants('all');
  return exchange;
}

function commandOf(deal: Deal, priceTicks: number, id: number): Command {
  const { customerId, lots, side, marketId } = deal;
  const currencyId = [BTC, ETH, USDT][lots % 3] ?? USDT;
  switch (deal.kind) {
    case 'trade':
      return {
        type: 'placeOrder',
        customerId,
        marketId,
        side,
        orderType: 'limit',
        timeInForce: 'GTC',
        postOnly: false,
        priceTicks,
        quantityLots: lots,
        budgetMinor: null,
        triggerTicks: null,
        clientOrderId: null,
      };
    case 'deposit':
      return {
        type: 'credit',
        customerId,
        account: 'spot',
        currencyId,
        amountMinor: BigInt(lots) * 977n,
        from: 'faucet',
        reference: `deposit:${id}`,
      };
    case 'withdrawal':
      return {
        type: 'requestWithdrawal',
        withdrawalId: id,
        customerId,
        currencyId,
        amountMinor: BigInt(lots) * 531n + 7n,
        feeMinor: 7n,
        via: 'bank',
      };
    case 'transfer':
      return {
        type: 'transfer',
        customerId,
        currencyId,
        from: lots % 2 === 0 ? 'spot' : 'trust',
        to: lots % 2 === 0 ? 'trust' : 'spot',
        amountMinor: BigInt(lots) * 13n,
      };
  }
}
