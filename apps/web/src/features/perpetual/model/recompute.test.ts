import { describe, expect, test } from 'vitest';
import type {
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
  WireStopTrigger,
} from '@tallystick/protocol/wire';
import { checkFunding, checkLiquidation, checkTrigger } from './recompute.ts';
import { BTC_PERPETUAL } from './testing/example-contract.ts';

const at = { market_id: 1, symbol: 'BTC/USDT', position_id: 7, at_ms: 10 } as const;

const payment: WireFundingPayment = {
  ...at,
  funding_id: 2,
  direction: 'short',
  lots: 100,
  mark_price: '100000',
  rate_percent: '0.02',
  amount: '2',
  margin_after: '1002',
};
const funding: WireFundingRate = {
  market_id: 1,
  symbol: 'BTC/USDT',
  funding_id: 2,
  at_ms: 10,
  rate_percent: '0.02',
  premium_percent: '0.07',
  samples: 480,
  interest_percent: '0.01',
  cap_percent: '0.75',
  mark_price: '100000',
  index_price: '99990',
  open_interest_lots: 300,
  collected: '6',
  rounding: '0',
};

/** Long, 100 lots at 100,000 and ×10, at the first mark below its liquidation price; closed in the book at 90,300. */
const liquidation: WireLiquidation = {
  ...at,
  liquidation_id: 1,
  direction: 'long',
  multiple: 10,
  mark_price: '90450',
  index_price: '90440',
  index_tick: 5,
  lots: 100,
  open_value: '10000',
  margin: '1000',
  maintenance_percent: '0.5',
  equity: '45',
  maintenance_margin: '45.225',
  liquidation_price: '90452.26130653',
  bankruptcy_price: '90000',
  book_lots: 100,
  book_value: '9030',
  insured_lots: 0,
  insured_value: '0',
  insurance_paid: '0',
  deleveraged_lots: 0,
  deleveraged_value: '0',
  remaining_lots: 0,
  liquidation_fee: '22.575',
  fee: '4.515',
  returned: '2.91',
};

const trigger: WireStopTrigger = {
  ...at,
  trigger_id: 1,
  direction: 'long',
  kind: 'stop_loss',
  trigger_price: '95000',
  lots: 100,
  mark_price: '94990',
  index_tick: 4,
};

const wrong = (checks: readonly { name: string; holds: boolean }[]) =>
  checks.filter(check => !check.holds).map(check => check.name);

describe('a funding payment', () => {
  test('received is a share by lots of what was collected', () => {
    expect(wrong(checkFunding(payment, funding, BTC_PERPETUAL))).toEqual([]);
  });

  test('paid is value at mark × rate, and at most the margin', () => {
    const paid: WireFundingPayment = { ...payment, direction: 'long', amount: '-2', margin_after: '998' };
    expect(wrong(checkFunding(paid, funding, BTC_PERPETUAL))).toEqual([]);
    const all: WireFundingPayment = { ...paid, amount: '-1.5', margin_after: '0' };
    expect(wrong(checkFunding(all, funding, BTC_PERPETUAL))).toEqual([]);
  });

  test.each([
    ['an amount', { amount: '2.000001' }, {}, ['amount']],
    ['a rate', { rate_percent: '0.0201' }, {}, ['rate']],
    ['a premium', {}, { premium_percent: '0.09' }, ['rate']],
    ['the sum', {}, { collected: '6.3' }, ['amount']],
  ])('that was bent is found: %s', (_, change, other, names) => {
    expect(wrong(checkFunding({ ...payment, ...change }, { ...funding, ...other }, BTC_PERPETUAL))).toEqual(
      names,
    );
  });
});

describe('a liquidation', () => {
  test('follows from what was recorded', () => {
    expect(wrong(checkLiquidation(liquidation, BTC_PERPETUAL))).toEqual([]);
  });

  test('that left lots open says nothing about what comes back', () => {
    const part = { ...liquidation, remaining_lots: 10, returned: '0' };
    expect(checkLiquidation(part, BTC_PERPETUAL).map(check => check.name)).not.toContain('returned');
  });

  test.each([
    ['the mark', { mark_price: '90453' }, ['equity', 'maintenance', 'reached']],
    ['the margin', { margin: '1001' }, ['equity', 'liquidation', 'bankruptcy', 'reached', 'returned']],
    ['what came back', { returned: '2.90' }, ['returned']],
    ['the price', { liquidation_price: '90452.26130654' }, ['liquidation']],
  ])('that was bent is found: %s', (_, change, names) => {
    expect(wrong(checkLiquidation({ ...liquidation, ...change }, BTC_PERPETUAL))).toEqual(names);
  });
});

describe('a stop', () => {
  test.each([
    ['a long’s stop-loss', {}, []],
    ['not reached', { mark_price: '95000.1' }, ['reached']],
    ['a short’s stop-loss', { direction: 'short', mark_price: '95010' }, []],
    ['a short’s take-profit', { direction: 'short', kind: 'take_profit' }, []],
    ['a long’s take-profit, not reached', { kind: 'take_profit' }, ['reached']],
  ] as const)('%s', (_, change, names) => {
    expect(wrong(checkTrigger({ ...trigger, ...change }))).toEqual(names);
  });
});
