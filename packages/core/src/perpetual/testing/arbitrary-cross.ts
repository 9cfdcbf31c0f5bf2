import fc from 'fast-check';
import type { Command } from '../../command.ts';
import { BTC_USDT, ETH_USDT, USDT } from '../../testing/demo-exchange.ts';
import {
  ARBITRARY_PERPETUAL,
  PERPETUAL_CUSTOMERS,
  perpetualSetup,
  perpetualStep,
  type PerpetualStep,
} from './arbitrary-perpetual.ts';

/**
 * Histories of two contracts at the same prices, whose customers mostly have cross margin and so little money that both
 * contracts matter.
 */
export function crossSetup(): Command[] {
  return [...perpetualSetup(), ...crossCommands()];
}

/** What is set up beside the first contract and its customers. */
export function crossCommands(): Command[] {
  const second = { ...ARBITRARY_PERPETUAL, marketId: ETH_USDT, makerFeePpm: 0 };
  return [
    { type: 'configurePerpetual', perpetual: second },
    indexTick(ETH_USDT, 60_000),
    ...PERPETUAL_CUSTOMERS.flatMap((customerId): Command[] => [
      move(customerId, 'contract', 776_000_000_000n + BigInt(customerId) * 4_000_000_000n),
      ...[BTC_USDT, ETH_USDT].map((marketId): Command => ({
        type: 'setMarginType',
        customerId,
        marketId,
        marginType: customerId === 4 && marketId === ETH_USDT ? 'isolated' : 'cross',
      })),
    ]),
  ];
}

function indexTick(id: number, price: number): Command {
  const priceE8 = price * 100_000_000;
  return {
    type: 'recordIndexTick',
    marketId: id,
    priceE8,
    sources: [{ name: 'test', priceE8, atMs: 1 }],
  };
}

function move(customerId: number, from: 'contract' | 'spot', amountMinor: bigint): Command {
  const to = from === 'contract' ? 'spot' : 'contract';
  return { type: 'transfer', customerId, currencyId: USDT, from, to, amountMinor };
}

const own: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...PERPETUAL_CUSTOMERS),
        fc.constantFrom('contract' as const, 'contract' as const, 'spot' as const),
        fc.bigInt(1n, 6_000_000_000n),
      )
      .map(([customerId, from, amountMinor]) => move(customerId, from, amountMinor)),
  },
  fc.record({
    type: fc.constant('setMarginType' as const),
    customerId: fc.constantFrom(...PERPETUAL_CUSTOMERS, 9),
    marketId: fc.constantFrom(BTC_USDT, ETH_USDT, 7),
    marginType: fc.constantFrom('isolated' as const, 'cross' as const, 'cross' as const),
  }),
);

const customerId = fc.constantFrom(...PERPETUAL_CUSTOMERS);
const marketId = fc.constantFrom(BTC_USDT, ETH_USDT);

/** Orders near the index that are mostly accepted. */
const order: fc.Arbitrary<Command> = fc
  .record({
    customerId,
    marketId,
    side: fc.constantFrom('long' as const, 'short' as const),
    lots: fc.integer({ min: 5, max: 120 }),
    multiple: fc.constantFrom(20, 50, 100),
    step: fc.integer({ min: -6, max: 6 }),
    isMarket: fc.boolean(),
  })
  .map(({ step, isMarket, ...rest }) => ({
    type: 'placePerpetualOrder' as const,
    ...rest,
    orderType: isMarket ? ('market' as const) : ('limit' as const),
    priceTicks: isMarket ? null : 600_000 + step * 500,
    worstPriceTicks: null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
  }));

const index: fc.Arbitrary<Command> = fc
  .tuple(
    marketId,
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 59_500, max: 60_500 }) },
      fc.integer({ min: 55_000, max: 65_000 }),
    ),
  )
  .map(([id, price]) => indexTick(id, price));

export const crossStep: fc.Arbitrary<PerpetualStep> = fc.oneof(
  {
    weight: 26,
    arbitrary: fc.record({
      waitMs: fc.integer({ min: 0, max: 4_000 }),
      aim: fc.constant(null),
      command: fc.oneof({ weight: 3, arbitrary: order }, index),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.tuple(perpetualStep, fc.boolean()).map(([step, isSecond]) => {
      const { command } = step;
      if (!isSecond || !('marketId' in command) || command.marketId !== BTC_USDT) return step;
      return { ...step, command: { ...command, marketId: ETH_USDT } as Command };
    }),
  },
  fc.record({ waitMs: fc.integer({ min: 0, max: 3_000 }), aim: fc.constant(null), command: own }),
);
