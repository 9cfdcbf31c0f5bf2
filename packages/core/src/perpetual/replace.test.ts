import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandOf } from '../command.ts';
import { Random } from '../testing/random.ts';
import type { Quote } from '../spot/command.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

type Replace = CommandOf<'replacePerpetualOrders'>;

let s: PerpetualScenario;
beforeEach(() => {
  s = scenario();
});

function scenario(): PerpetualScenario {
  const made = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) made.trader(customerId);
  return made;
}

function replace(change: Partial<Replace>): Replace {
  return {
    type: 'replacePerpetualOrders',
    customerId: 1,
    marketId: s.limit(1, 'long', 1, '60000').marketId,
    multiple: 1,
    postOnly: false,
    cancel: [],
    longs: [],
    shorts: [],
    ...change,
  };
}

const ticks = (price: string): number => s.limit(1, 'long', 1, price).priceTicks!;

describe('replacing orders for contracts', () => {
  it('takes off and places at once', () => {
    const id = s.ordered(s.limit(1, 'long', 10, '59000'));
    const longs: Quote[] = [[ticks('59500'), 5]];
    const shorts: Quote[] = [[ticks('60500'), 7]];
    s.must(replace({ cancel: [id], longs, shorts }));
    expect(s.reported(id)).toMatchObject({ status: 'cancelled' });
    const { marketId } = replace({});
    expect(s.exchange.perpetual.depth(marketId, 5)).toEqual({
      bids: [[ticks('59500'), 5]],
      asks: [[ticks('60500'), 7]],
    });
  });

  it('leaves out what would be refused, and is refused if all would be', () => {
    const other = s.ordered(s.limit(2, 'long', 10, '59000'));
    s.must(
      replace({
        cancel: [other],
        longs: [
          [0, 5],
          [ticks('59500'), 5],
        ],
      }),
    );
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(1);
    expect(s.exchange.perpetual.positionsOf(2)).toHaveLength(1);
    expect(s.refusal(replace({ cancel: [other] }))).toBe('unknown_order');
    expect(s.refusal(replace({}))).toBe('invalid_order');
    s.must(s.limit(2, 'short', 10, '60000'));
    expect(s.refusal(replace({ postOnly: true, longs: [[ticks('60000'), 5]] }))).toBe('post_only_would_take');
  });

  it('comes to what its parts come to one by one', () => {
    const random = new Random(8);
    const parts = scenario();
    const mid = ticks('60000');
    for (let round = 0; round < 120; round++) {
      const customerId = random.between(1, 3);
      const quotes = (): Quote[] =>
        Array.from({ length: random.below(4) }, () => [mid + random.between(-50, 50), random.between(1, 20)]);
      const last = s.exchange.perpetual.lastPositionId;
      const cancel = Array.from({ length: random.below(5) }, () => random.between(1, last + 1));
      const command = replace({ customerId, cancel, longs: quotes(), shorts: quotes() });
      s.try(command);
      oneByOne(parts, command);
      expect(stateOf(s)).toEqual(stateOf(parts));
    }
    expect(s.exchange.perpetual.openInterestLots(replace({}).marketId)).toBeGreaterThan(0);
  });
});

function oneByOne(parts: PerpetualScenario, { customerId, multiple, cancel, longs, shorts }: Replace): void {
  for (const orderId of cancel) parts.try({ type: 'cancelPerpetualOrder', customerId, orderId });
  for (const [side, quotes] of [
    ['long', longs],
    ['short', shorts],
  ] as const) {
    for (const [priceTicks, lots] of quotes) {
      parts.try({ ...parts.limit(customerId, side, lots, '60000', { multiple }), priceTicks });
    }
  }
}

/** Without times, which differ. */
function stateOf({ exchange }: PerpetualScenario) {
  return [1, 2, 3].map(customerId => ({
    positions: exchange.perpetual
      .positionsOf(customerId)
      .map(position => ({ ...position, placedAtMs: 0, openedAtMs: 0, updatedAtMs: 0 })),
    balances: exchange.balancesOf(customerId),
  }));
}
