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
  const second = { ...ARBITRARY_PERPETUAL, marketId: ETH_USDT, makerFeePpm: 0 };
  return [
    ...perpetualSetup(),
    { type: 'configurePerpetual', perpetual: second },
    ...perpetualSetup().flatMap(command =>
      command.type === 'recordIndexTick' ? [{ ...command, marketId: ETH_USDT }] : [],
    ),
    ...PERPETUAL_CUSTOMERS.flatMap((customerId): Command[] => [
      move(customerId, 'contract', 680_000_000_000n + BigInt(customerId) * 20_000_000_000n),
      ...[BTC_USDT, ETH_USDT].map((marketId): Command => ({
        type: 'setMarginType',
        customerId,
        marketId,
        marginType: customerId === 4 && marketId === ETH_USDT ? 'isolated' : 'cross',
      })),
    ]),
  ];
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
        fc.bigInt(1n, 60_000_000_000n),
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

export const crossStep: fc.Arbitrary<PerpetualStep> = fc.oneof(
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
