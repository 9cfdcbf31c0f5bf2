import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandOf } from '../command.ts';
import { Exchange } from '../exchange.ts';
import type { CancelScope } from '../spot/command.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2]) s.trader(customerId);
});

/** Parts of the last command that were refused. */
const refusedParts = () =>
  s.events.flatMap(event => (event.type === 'orderPartRefused' ? [[event.part, event.code]] : []));
const bids = () => s.exchange.perpetual.depth(BTC_USDT, 9).bids.map(([priceTicks]) => priceTicks / 10);

describe('cancel and place in one command', () => {
  function replace(
    cancelOrderId: number,
    price: string,
    replaceMode: CommandOf<'replacePerpetualOrder'>['replaceMode'] = 'stopOnFailure',
  ) {
    return {
      ...s.limit(1, 'long', 5, price),
      type: 'replacePerpetualOrder' as const,
      cancelOrderId,
      replaceMode,
    };
  }

  it('does both', () => {
    s.must(s.limit(1, 'long', 5, '59000'));
    s.must(replace(1, '59100'));
    expect(bids()).toEqual([59_100]);
  });

  it('places nothing if it cannot cancel, unless that is allowed', () => {
    expect(s.refusal(replace(7, '59100'))).toBe('unknown_order');
    s.must(replace(7, '59100', 'allowFailure'));
    expect(refusedParts()).toEqual([['cancel', 'unknown_order']]);
    expect(bids()).toEqual([59_100]);
  });

  it('has cancelled even if the other is refused', () => {
    s.must(s.limit(1, 'long', 5, '59000'));
    s.must(replace(1, '10'));
    expect(refusedParts()).toEqual([['place', 'price_out_of_band']]);
    expect(bids()).toEqual([]);
  });
});

it('a batch places, amends and cancels, of spot and of contracts, each part with its own answer', () => {
  s.must(s.limit(1, 'long', 5, '59000'));
  s.must(s.limit(1, 'long', 5, '59100'));
  const { type: _, customerId: __, ...order } = s.limit(1, 'long', 5, '59200');
  s.must({
    type: 'orderBatch',
    customerId: 1,
    parts: [
      { do: 'cancelContract', orderId: 1 },
      { do: 'amendContract', orderId: 2, priceTicks: s.ticks('59150'), lots: null, postOnly: true },
      { do: 'placeContract', ...order },
      { do: 'placeContract', ...order, lots: 0 },
      { do: 'cancel', orderId: 1 },
    ],
  });
  expect(refusedParts()).toEqual([
    [3, 'invalid_lots'],
    [4, 'unknown_order'],
  ]);
  expect(bids()).toEqual([59_200, 59_150]);
});

describe('the dead man’s switch of a contract', () => {
  const timer = (afterMs: number | null, scope: CancelScope = 'all') =>
    ({
      type: 'setCancelTimer',
      customerId: 1,
      marketId: BTC_USDT,
      afterMs,
      scope,
      line: 'perpetual',
    }) as const;

  it.each(['each', 'net'] as const)(
    'takes off what waits in mode %s, over a restart, and nothing else',
    mode => {
      s.must(s.mode(1, mode));
      s.must(s.limit(2, 'short', 10, '60000'));
      s.must(s.marketOf(1, 'long', 10));
      s.must(s.close(1, s.held(1, 'long').positionId, 5, '61000'));
      s.must(s.limit(1, 'long', 5, '59000'));
      s.must(s.limit(2, 'long', 5, '58000'));
      s.must(timer(30_000));
      s.exchange = Exchange.restore(s.exchange.snapshot());
      expect(s.exchange.cancelTimer(1, BTC_USDT)).toBeNull();
      expect(s.exchange.cancelTimer(1, BTC_USDT, 'perpetual')).toMatchObject({ line: 'perpetual' });
      s.passTo(s.nowMs + 30_000);
      expect(bids()).toEqual([58_000]);
      expect(s.exchange.perpetual.depth(BTC_USDT, 9).asks).toEqual([]);
      expect(s.held(1, 'long')).toMatchObject({ openedLots: 10, closedLots: 0 });
      expect(s.exchange.cancelTimers()).toEqual([]);
    },
  );

  it('leaves alone what is not guarded, if it is set for guarded orders', () => {
    s.must(s.limit(1, 'long', 5, '59000'));
    s.must(s.limit(1, 'long', 5, '58000', { instructions: { guarded: true } }));
    s.must(timer(1_000, 'guarded'));
    s.passTo(s.nowMs + 1_000);
    expect(bids()).toEqual([59_000]);
  });

  it('is not that of the market, and not of a contract that is not listed', () => {
    s.must(timer(5_000));
    s.must({ type: 'setCancelTimer', customerId: 1, marketId: BTC_USDT, afterMs: null, scope: 'all' });
    expect(s.exchange.cancelTimer(1, BTC_USDT, 'perpetual')).not.toBeNull();
    s.must(timer(null));
    expect(s.exchange.cancelTimers()).toEqual([]);
    expect(s.refusal({ ...timer(5_000), marketId: 2 })).toBe('unknown_perpetual');
    expect(s.refusal({ ...timer(5_000), line: 'spot' as 'perpetual' })).toBe('invalid_order');
  });
});
