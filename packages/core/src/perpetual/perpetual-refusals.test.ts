import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { MINUTE_MS } from '../durations.ts';
import type { CoreRefusalCode } from '../refusal.ts';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

let s: PerpetualScenario;
/** Positions of customers 1 and 2, 100 lots at 60,000; and an order of customer 1 that waits at 59,000. */
let long: number;
let short: number;
let waiting: number;
beforeEach(() => {
  s = new PerpetualScenario();
  s.trader(1, '20000');
  s.trader(2, '20000');
  s.trader(3);
  ({ long, short } = s.open(1, 2, 100, '60000'));
  waiting = s.ordered(s.limit(1, 'long', 10, '59000'));
  s.must(s.limit(3, 'short', 500, '60010', { multiple: 1 }));
});

type Given = () => Command;
const limit = (change: object) => () => ({ ...s.limit(1, 'long', 10, '59900'), ...change }) as Command;
const market = (change: object) => () => ({ ...s.marketOf(1, 'long', 10), ...change }) as Command;
const close = (change: object) => () => ({ ...s.close(1, long), ...change }) as Command;
const stops = (change: object) => () =>
  ({
    type: 'setStops',
    customerId: 1,
    positionId: long,
    takeProfitTicks: null,
    stopLossTicks: null,
    ...change,
  }) as Command;
const margin = (change: object) => () =>
  ({ type: 'addMargin', customerId: 1, positionId: long, amountMinor: 1n, ...change }) as Command;
const reverse = (change: object) => () =>
  ({ type: 'reversePosition', customerId: 1, positionId: long, worstPriceTicks: null, ...change }) as Command;
const offset = (change: object) => () =>
  ({
    type: 'offsetPositions',
    customerId: 1,
    longPositionId: long,
    shortPositionId: short,
    lots: null,
    ...change,
  }) as Command;
const configure = (change: object) => () =>
  ({ type: 'configurePerpetual', perpetual: { ...TEST_PERPETUAL, ...change } }) as Command;
const any = (command: object) => () => command as Command;

/** The command, after something else has happened. */
const after = (before: Given, command: Given) => () => {
  s.must(before());
  return command();
};
const status = (value: string) => any({ type: 'setPerpetualStatus', marketId: 1, status: value });
const frozen = any({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
const closed = () => {
  s.must(s.limit(3, 'long', 100, '59990'));
  return s.close(1, long);
};
const late = (command: Given) => () => {
  s.nowMs += 10_001;
  return command();
};
const topUp = { type: 'setTopUp', customerId: 1 };
const remove = (change: object) => () =>
  any({ type: 'removeMargin', customerId: 1, positionId: long, ...change })();
const leverage = (change: object) => () =>
  any({ type: 'changeLeverage', customerId: 1, positionId: long, ...change })();
const tier = (change: object) => ({ tiers: [{ ...TEST_PERPETUAL.tiers[0]!, ...change }] });

/** Each row: the code, the field it names, the command. */
const REFUSALS: readonly (readonly [CoreRefusalCode, string | undefined, Given])[] = [
  ['unknown_customer', 'customer_id', limit({ customerId: 77 })],
  ['unknown_perpetual', 'market_id', limit({ marketId: 2 })],
  ['unknown_perpetual', 'market_id', limit({ marketId: '1' })],
  ['customer_frozen', undefined, after(frozen, limit({}))],
  ['customer_frozen', undefined, after(frozen, reverse({}))],
  ['invalid_order', 'side', limit({ side: 'buy' })],
  ['invalid_order', 'order_type', limit({ orderType: 'stop' })],
  ['invalid_order', 'post_only', limit({ postOnly: 1 })],
  ['invalid_order', 'post_only', market({ postOnly: true })],
  ['invalid_order', 'client_order_id', limit({ clientOrderId: '' })],
  ['invalid_order', 'client_order_id', limit({ clientOrderId: 'x'.repeat(65) })],
  ['invalid_order', 'worst_price', limit({ worstPriceTicks: 600_000 })],
  ['invalid_order', 'price', market({ priceTicks: 600_000 })],
  ['price_required', 'price', limit({ priceTicks: null })],
  ['invalid_price', 'price', limit({ priceTicks: 0 })],
  ['invalid_price', 'price', limit({ priceTicks: 600_000.5 })],
  ['invalid_price', 'price', limit({ priceTicks: 10_000_001 })],
  ['invalid_price', 'worst_price', market({ worstPriceTicks: -1 })],
  ['invalid_price', 'take_profit', limit({ takeProfitTicks: NaN })],
  ['invalid_price', 'stop_loss', limit({ stopLossTicks: 0 })],
  ['invalid_lots', 'lots', limit({ lots: 0 })],
  ['invalid_lots', 'lots', limit({ lots: -10 })],
  ['invalid_lots', 'lots', limit({ lots: 1.5 })],
  ['invalid_lots', 'lots', limit({ lots: '10' })],
  ['invalid_lots', 'lots', limit({ lots: null })],
  ['invalid_lots', 'lots', limit({ lots: 2 ** 53 })],
  ['too_many_lots', 'lots', limit({ lots: 100_001 })],
  ['multiple_not_offered', 'multiple', limit({ multiple: 101 })],
  ['multiple_not_offered', 'multiple', limit({ multiple: 0 })],
  ['multiple_not_offered', 'multiple', limit({ multiple: 10.5 })],
  ['multiple_too_high', 'multiple', limit({ lots: 1_000, multiple: 100 })],
  ['exposure_too_large', 'lots', limit({ lots: 70_000 })],
  ['open_interest_full', 'lots', after(configure({ maxOpenInterestLots: 615 }), limit({ lots: 506 }))],
  ['price_out_of_band', 'price', limit({ priceTicks: 569_999 })],
  ['price_out_of_band', 'price', limit({ priceTicks: 630_001 })],
  ['post_only_would_take', 'price', limit({ priceTicks: 600_100, postOnly: true })],
  ['no_liquidity', undefined, market({ worstPriceTicks: 600_099 })],
  ['no_liquidity', undefined, market({ side: 'short', customerId: 1 })],
  ['insufficient_balance', undefined, limit({ lots: 400, multiple: 1 })],
  ['market_halted', undefined, after(status('halted'), limit({}))],
  ['market_cancel_only', undefined, after(status('cancelOnly'), limit({}))],
  ['index_stale', undefined, late(limit({}))],
  ['index_stale', undefined, late(reverse({}))],
  ['would_be_liquidated', 'price', limit({ side: 'short', priceTicks: 595_000, multiple: 100 })],
  ['stop_wrong_side', 'take_profit', limit({ takeProfitTicks: 599_000 })],
  ['stop_wrong_side', 'stop_loss', limit({ stopLossTicks: 599_000 })],
  ['stop_wrong_side', 'take_profit', market({ takeProfitTicks: 600_000 })],
  ['stop_wrong_side', 'stop_loss', market({ stopLossTicks: 600_000 })],
  ['stop_beyond_liquidation', 'stop_loss', limit({ stopLossTicks: 541_200 })],
  ['unknown_order', 'order_id', any({ type: 'cancelPerpetualOrder', customerId: 1, orderId: 99 })],
  ['unknown_order', 'order_id', any({ type: 'cancelPerpetualOrder', customerId: 1, orderId: NaN })],
  ['unknown_order', 'order_id', () => ({ type: 'cancelPerpetualOrder', customerId: 2, orderId: waiting })],
  ['order_not_open', 'order_id', () => ({ type: 'cancelPerpetualOrder', customerId: 1, orderId: long })],
  [
    'market_halted',
    undefined,
    after(status('halted'), () => ({ type: 'cancelPerpetualOrder', customerId: 1, orderId: waiting })),
  ],
  ['unknown_perpetual', 'market_id', any({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: 2 })],
  [
    'market_halted',
    undefined,
    after(status('halted'), any({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: 1 })),
  ],
  ['unknown_customer', 'customer_id', any({ type: 'closeAllPositions', customerId: 9, marketId: null })],
  ['unknown_position', 'position_id', close({ positionId: 99 })],
  ['unknown_position', 'position_id', close({ positionId: -1 })],
  ['unknown_position', 'position_id', close({ customerId: 2 })],
  ['position_not_open', 'position_id', () => s.close(1, waiting)],
  ['position_not_open', 'position_id', after(closed, close({}))],
  ['invalid_lots', 'lots', close({ lots: 0 })],
  ['invalid_lots', 'lots', close({ lots: -1 })],
  ['invalid_lots', 'lots', close({ lots: 0.5 })],
  ['too_many_lots', 'lots', close({ lots: 101 })],
  ['invalid_price', 'worst_price', close({ worstPriceTicks: 0 })],
  ['invalid_price', 'price', close({ priceTicks: 0.1 })],
  ['invalid_order', 'worst_price', close({ priceTicks: 600_000, worstPriceTicks: 600_000 })],
  ['price_out_of_band', 'price', close({ priceTicks: 640_000 })],
  ['no_liquidity', undefined, close({ worstPriceTicks: 599_000 })],
  ['market_halted', undefined, after(status('halted'), close({}))],
  ['invalid_price', 'take_profit', stops({ takeProfitTicks: 1.5 })],
  ['stop_wrong_side', 'take_profit', stops({ takeProfitTicks: 600_000 })],
  ['stop_wrong_side', 'stop_loss', stops({ stopLossTicks: 600_001 })],
  ['stop_beyond_liquidation', 'stop_loss', stops({ stopLossTicks: 542_168 })],
  ['stop_wrong_side', 'take_profit', stops({ takeProfitTicks: 600_001, customerId: 2, positionId: 2 })],
  ['stop_wrong_side', 'stop_loss', () => stops({ positionId: waiting, stopLossTicks: 590_000 })()],
  ['unknown_position', 'position_id', stops({ customerId: 2 })],
  ['invalid_amount', 'amount', margin({ amountMinor: 0n })],
  ['invalid_amount', 'amount', margin({ amountMinor: -1n })],
  ['invalid_amount', 'amount', margin({ amountMinor: 5 })],
  ['margin_too_large', 'amount', margin({ amountMinor: 5_400_000_001n })],
  [
    'insufficient_balance',
    undefined,
    after(limit({ lots: 2_500, multiple: 10 }), margin({ amountMinor: 5_400_000_000n })),
  ],
  ['position_not_open', 'position_id', () => margin({ positionId: waiting })()],
  ['unknown_perpetual', 'market_id', any({ type: 'setLeverage', customerId: 1, marketId: 2, multiple: 5 })],
  [
    'multiple_not_offered',
    'multiple',
    any({ type: 'setLeverage', customerId: 1, marketId: 1, multiple: 101 }),
  ],
  ['invalid_amount', 'limit', any({ ...topUp, type: 'setTopUpDefault', marketId: 1, limitMinor: -1n })],
  ['invalid_amount', 'limit', any({ ...topUp, type: 'setTopUpDefault', marketId: 1, limitMinor: 2n ** 53n })],
  ['invalid_amount', 'limit', () => any({ ...topUp, positionId: long, limitMinor: -1n })()],
  ['invalid_amount', 'limit', () => any({ ...topUp, positionId: long, limitMinor: 5 })()],
  ['unknown_position', 'position_id', any({ ...topUp, positionId: 99, limitMinor: 5n })],
  ['invalid_amount', 'amount', remove({ amountMinor: 0n })],
  // The margin of 600 is exactly what ×10 requires at 60,000.
  ['margin_below_initial', 'amount', remove({ amountMinor: 1n })],
  ['customer_frozen', undefined, after(frozen, remove({ amountMinor: 1n }))],
  ['index_stale', undefined, late(remove({ amountMinor: 1n }))],
  ['market_cancel_only', undefined, after(status('cancelOnly'), remove({ amountMinor: 1n }))],
  ['market_halted', undefined, after(status('halted'), remove({ amountMinor: 1n }))],
  ['position_not_open', 'position_id', () => remove({ positionId: waiting })()],
  ['multiple_not_offered', 'multiple', leverage({ multiple: 101 })],
  ['multiple_not_offered', 'multiple', leverage({ multiple: 2.5 })],
  ['multiple_too_high', 'multiple', after(limit({ lots: 800 }), leverage({ multiple: 51 }))],
  ['customer_frozen', undefined, after(frozen, leverage({ multiple: 11 }))],
  ['index_stale', undefined, late(leverage({ multiple: 11 }))],
  ['market_cancel_only', undefined, after(status('cancelOnly'), leverage({ multiple: 11 }))],
  [
    'stop_beyond_liquidation',
    'stop_loss',
    after(stops({ stopLossTicks: 545_000 }), leverage({ multiple: 20 })),
  ],
  ['insufficient_balance', undefined, after(limit({ lots: 2_500, multiple: 10 }), leverage({ multiple: 1 }))],
  ['position_not_open', 'position_id', () => leverage({ positionId: waiting })()],
  ['no_liquidity', undefined, reverse({})],
  ['invalid_price', 'worst_price', reverse({ worstPriceTicks: 0 })],
  ['positions_not_opposite', 'short_position_id', () => offset({ shortPositionId: long })()],
  ['unknown_position', 'short_position_id', offset({})],
  ['unknown_position', 'long_position_id', offset({ longPositionId: 99 })],
  ['unknown_market', 'market_id', configure({ marketId: 9 })],
  ['invalid_perpetual', 'tick_size', configure({ tickSize: '0.01' })],
  ['invalid_perpetual', 'tick_size', configure({ tickSize: '0' })],
  ['invalid_perpetual', 'lot_size', configure({ lotSize: '0.01' })],
  ['invalid_perpetual', 'lot_size', configure({ lotSize: 0.001 })],
  ['invalid_perpetual', 'multiples', configure({ multiples: [] })],
  ['invalid_perpetual', 'multiples', configure({ multiples: [5, 2] })],
  ['invalid_perpetual', 'multiples', configure({ multiples: [0.5] })],
  ['invalid_perpetual', 'tiers', configure({ tiers: [] })],
  ['invalid_perpetual', 'tiers', configure(tier({ maintenancePpm: 0 }))],
  // 1 % maintenance for a position with 1 % margin would liquidate it at once.
  ['invalid_perpetual', 'tiers', configure(tier({ maintenancePpm: 10_000 }))],
  ['invalid_perpetual', 'tiers', configure({ tiers: TEST_PERPETUAL.tiers.toReversed() })],
  ['invalid_perpetual', 'max_order_lots', configure({ maxOrderLots: 2 ** 40 })],
  ['invalid_perpetual', 'max_open_interest_lots', configure({ maxOpenInterestLots: 0 })],
  ['invalid_perpetual', 'max_customer_notional', configure({ maxCustomerNotional: '0' })],
  ['invalid_perpetual', 'maker_fee_ppm', configure({ makerFeePpm: -1 })],
  ['invalid_perpetual', 'taker_fee_ppm', configure({ takerFeePpm: 100_001 })],
  ['invalid_perpetual', 'liquidation_fee_ppm', configure({ liquidationFeePpm: 0.5 })],
  ['invalid_perpetual', 'price_band_ppm', configure({ priceBandPpm: 1_000_001 })],
  ['invalid_perpetual', 'funding_interval_ms', configure({ fundingIntervalMs: 25_200_000 })],
  ['invalid_perpetual', 'funding_interval_ms', configure({ fundingIntervalMs: 90_000 })],
  ['invalid_perpetual', 'interest_ppm', configure({ interestPpm: 1.5 })],
  ['invalid_perpetual', 'funding_cap_ppm', configure({ fundingCapPpm: -1 })],
  ['invalid_perpetual', 'stale_after_ms', configure({ staleAfterMs: 0 })],
  ['invalid_perpetual', 'status', status('closed')],
  ['unknown_perpetual', 'market_id', any({ type: 'setPerpetualStatus', marketId: 2, status: 'open' })],
];

describe('every refusal names its code and field, and changes nothing', () => {
  it.each(REFUSALS.map(([code, field, command], i) => ({ row: i + 1, code, field, command })))(
    '$row. $code ($field)',
    ({ code, field, command }) => {
      const refused = command();
      const before = s.exchange.stateHash();
      const outcome = s.exchange.apply(refused, s.nowMs);
      expect(outcome).toMatchObject({ ok: false, refusal: { code } });
      expect(outcome.ok ? null : outcome.refusal.field).toBe(field);
      expect(s.exchange.stateHash()).toBe(before);
    },
  );

  it('a limit close is refused at a price that loses more than the margin', () => {
    s.must({ ...s.limit(1, 'long', 10, '59900', { multiple: 100 }) });
    s.must(s.marketOf(3, 'short', 10));
    const id = s.exchange.perpetual.positionsOf(1).find(position => position.multiple === 100)!.positionId;
    // Bankrupt at 59,301.
    expect(s.refusal(s.close(1, id, null, '59300.9'))).toBe('price_beyond_bankruptcy');
    s.must(s.close(1, id, null, '59301'));
  });

  it('one customer holds at most 500 positions and orders in a contract', () => {
    s.trader(4);
    for (let i = 0; i < 500; i++) s.exchange.apply(s.limit(4, 'long', 1, '58000'), s.nowMs);
    expect(s.refusal(s.limit(4, 'long', 1, '58000'))).toBe('too_many_positions');
    expect(s.exchange.perpetual.positionsOf(4)).toHaveLength(500);
  });

  it('commands that lower risk work for a frozen customer and with a stale index: close, add margin, set stops', () => {
    s.must(s.limit(3, 'long', 200, '59990'));
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    s.nowMs += MINUTE_MS;
    expect(s.exchange.perpetual.isStale(1, s.nowMs)).toBe(true);
    s.must(margin({ amountMinor: 5_400_000_000n })());
    s.must(stops({ takeProfitTicks: 650_000 })());
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'cancelOnly' });
    s.must(s.close(1, long, 50));
    s.must(s.close(1, long, 10, '60100'));
    s.must({ type: 'closeAllPositions', customerId: 1, marketId: 1 });
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
  });
});
