import fc from 'fast-check';
import type { Command } from '../../command.ts';
import type { PlaceConditionalOrder } from '../command.ts';
import type { PerpetualReader } from '../reader.ts';

/** Fields as other commands of contracts have them. */
interface Fields {
  readonly customerId: fc.Arbitrary<number>;
  readonly marketId: fc.Arbitrary<number>;
  readonly id: fc.Arbitrary<number>;
  readonly priceTicks: fc.Arbitrary<number>;
  readonly lots: fc.Arbitrary<number>;
  readonly multiple: fc.Arbitrary<number>;
}

const trail = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ by: fc.constant('ticks' as const), distance: fc.integer({ min: 1, max: 6_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      by: fc.constant('ppm' as const),
      distance: fc.integer({ min: 1_000, max: 30_000 }),
    }),
  },
  fc.record({
    by: fc.constantFrom('ticks' as const, 'ppm' as const),
    distance: fc.constantFrom(0, -1, 2 ** 40),
  }),
);

/** Placing is more frequent than cancelling, so that there are some to fire. */
export function conditionalCommand({
  customerId,
  marketId,
  id,
  priceTicks,
  lots,
  multiple,
}: Fields): fc.Arbitrary<Command> {
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), value);
  const placed: fc.Arbitrary<Command> = fc
    .record({
      type: fc.constant('placeConditionalOrder' as const),
      customerId,
      marketId,
      side: fc.constantFrom('long' as const, 'short' as const),
      effect: fc.constantFrom('open' as const, 'reduce' as const, 'reduce' as const),
      kind: fc.constantFrom('stop' as const, 'stop' as const, 'takeProfit' as const),
      orderType: fc.constantFrom('limit' as const, 'market' as const, 'market' as const),
      lots: orNull(lots),
      multiple: orNull(multiple),
      priceTicks,
      triggerSource: fc.constantFrom('mark' as const, 'index' as const, 'last' as const),
      triggerTicks: priceTicks,
      trail: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, trail),
      active: fc.boolean(),
      clientOrderId: fc.constantFrom(null, null, null, 'a', 'b/2', 'not valid'),
      expiresAtMs: fc.oneof(
        { weight: 6, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: fc.integer({ min: 1_700_000_000_001, max: 1_700_000_900_000 }) },
        fc.constantFrom(0, 0.5, 2 ** 52),
      ),
      positionId: id,
    })
    .map(({ active, ...order }) => ({
      ...order,
      priceTicks: order.orderType === 'limit' ? order.priceTicks : null,
      multiple: order.effect === 'reduce' ? null : order.multiple,
      kind: order.trail === null ? order.kind : 'stop',
      triggerTicks: order.trail === null || active ? order.triggerTicks : null,
      positionId: order.effect === 'open' ? null : order.positionId,
    }));
  return fc.oneof(
    { weight: 12, arbitrary: placed },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('cancelConditionalOrder' as const),
        customerId,
        conditionalOrderId: id,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('cancelAllConditionalOrders' as const),
        customerId,
        marketId: orNull(marketId),
      }),
    },
  );
}

/** Reduces a position that there is, as its customer's mode wants it said. */
export function aimedConditional(
  command: PlaceConditionalOrder,
  aim: number,
  reader: PerpetualReader,
): PlaceConditionalOrder {
  if (command.effect === 'open') return command;
  const live = [1, 2, 3, 4].flatMap(customerId => reader.positionsOf(customerId));
  const target = live[aim % live.length];
  if (target === undefined) return command;
  const { customerId, marketId, positionId, side } = target;
  const isEach = reader.positionMode(customerId, marketId) === 'each';
  return {
    ...command,
    customerId,
    side: side === 'long' ? 'short' : 'long',
    positionId: isEach ? positionId : null,
  };
}
