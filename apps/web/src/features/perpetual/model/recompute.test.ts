import { describe, expect, test } from 'vitest';
import type {
  WireDeleveraging,
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
  WireMarkInputs,
  WirePerpetualOffset,
  WireStopTrigger,
} from '@tallystick/protocol/wire';
import { checkDeleveraging, checkFunding, checkLiquidation, checkOffset, checkTrigger } from './recompute.ts';
import { BTC_PERPETUAL } from './testing/example-contract.ts';

const at = { market_id: 1, symbol: 'BTC/USDT', position_id: 7, at_ms: 10 } as const;

/** Half an interval before funding, nobody has traded yet: all three are the same, as far as they go. */
function markAt(price: string): WireMarkInputs {
  return {
    at_ms: 14_400_000,
    index_price: price,
    index_tick: 5,
    last_price: null,
    funding_price: price,
    funding_rate_percent: '0',
    next_funding_at_ms: 28_800_000,
    funding_interval_ms: 28_800_000,
    basis_price: price,
  };
}

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
  // 99,990 × (1 + 0.02 % ÷ 2) = 99,999.999; the book 20 above, the last trade between.
  mark_inputs: {
    ...markAt('99990'),
    last_price: '100000.0',
    funding_price: '99999.999',
    funding_rate_percent: '0.02',
    basis_price: '100010',
  },
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
  liquidation_fee_percent: '0.25',
  taker_fee_percent: '0.05',
  mark_inputs: markAt('90450'),
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
  mark_inputs: markAt('94990'),
};

/**
 * Short, 10 of 100 lots at 60,000 and ×5, for a long of 30 lots bankrupt at 57,000, at a mark of 56,990; the second of
 * three, and nothing was taken from it since it was ranked.
 */
const deleveraging: WireDeleveraging = {
  ...at,
  deleveraging_id: 1,
  direction: 'short',
  against_position_id: 3,
  lots: 30,
  value: '1710',
  realised_profit: '90',
  returned: '450',
  rank: '0.25083333',
  multiple: 5,
  mark_price: '56990',
  inputs: {
    lots: 100,
    open_value: '6000',
    margin: '1200',
    against_lots: 30,
    against_open_value: '1800',
    against_margin: '90',
    ranked_lots: 100,
    ranked_open_value: '6000',
    place: 2,
    candidates: 3,
    rank_ahead: '0.3',
    rank_behind: '0.25083333',
  },
  mark_inputs: markAt('56990'),
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
    ['a mark', {}, { mark_price: '100000.1' }, ['mark']],
    [
      'a mark’s last trade',
      {},
      { mark_inputs: { ...funding.mark_inputs!, last_price: '100001.0' } },
      ['mark'],
    ],
    [
      'a mark’s funding rate',
      {},
      { mark_inputs: { ...funding.mark_inputs!, funding_rate_percent: '0.03' } },
      ['mark'],
    ],
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
    ['the mark', { mark_price: '90453' }, ['mark', 'equity', 'maintenance', 'reached']],
    ['the margin', { margin: '1001' }, ['equity', 'liquidation', 'bankruptcy', 'reached', 'returned']],
    ['a fee', { fee: '4.516' }, ['fee']],
    ['the fund’s part', { liquidation_fee: '22.576' }, ['liquidationFee']],
    ['the terms', { liquidation_fee_percent: '0.2' }, ['liquidationFee', 'returned']],
    ['what came back', { returned: '2.90' }, ['returned']],
    ['the price', { liquidation_price: '90452.26130654' }, ['liquidation']],
  ])('that was bent is found: %s', (_, change, names) => {
    expect(wrong(checkLiquidation({ ...liquidation, ...change }, BTC_PERPETUAL))).toEqual(names);
  });
});

describe('a deleveraging', () => {
  test('follows from what was recorded', () => {
    const checks = checkDeleveraging(deleveraging, BTC_PERPETUAL);
    expect(wrong(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'mark',
      'rank',
      'order',
      'lots',
      'value',
      'profit',
      'returned',
    ]);
    expect(checks.find(({ name }) => name === 'order')?.booked).toBe('0.3 ≥ 0.25083333 ≥ 0.25083333');
  });

  test('from before its inputs were kept is not judged', () => {
    expect(checkDeleveraging({ ...deleveraging, inputs: null }, BTC_PERPETUAL)).toEqual([]);
  });

  test.each([
    ['the rank', { rank: '0.25083334' }, {}, ['rank']],
    ['the value', { value: '1709' }, {}, ['value']],
    ['the profit', { realised_profit: '89' }, {}, ['profit']],
    ['what came back', { returned: '449.999999' }, {}, ['returned']],
    ['the mark', { mark_price: '57000' }, {}, ['mark', 'rank', 'order']],
    ['fewer lots than both had', { lots: 29 }, {}, ['lots', 'value', 'profit', 'returned']],
    ['somebody ahead with a lower rank', {}, { rank_ahead: '0.25' }, ['order']],
    ['somebody behind with a higher rank', {}, { rank_behind: '0.26' }, ['order']],
    ['nobody ahead of the second', {}, { rank_ahead: null }, ['order']],
    ['the other’s margin', {}, { against_margin: '93' }, ['value', 'profit', 'returned']],
    ['the position it was ranked by', {}, { ranked_open_value: '5999' }, ['rank', 'order']],
  ])('that was bent is found: %s', (_, change, inputs, names) => {
    const bent = { ...deleveraging, ...change, inputs: { ...deleveraging.inputs!, ...inputs } };
    expect(wrong(checkDeleveraging(bent, BTC_PERPETUAL))).toEqual(names);
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
    const mark_inputs = markAt(
      ('mark_price' in change ? change.mark_price : undefined) ?? trigger.mark_price,
    );
    expect(wrong(checkTrigger({ ...trigger, ...change, mark_inputs }, BTC_PERPETUAL))).toEqual(names);
  });
});

describe('an offset', () => {
  /** 3 of 10 lots long at 60,000 and ×10, against 3 lots short at 61,000 and ×100. */
  const offset: WirePerpetualOffset = {
    market_id: 1,
    symbol: 'BTC/USDT',
    at_ms: 10,
    offset_id: 1,
    long_position_id: 7,
    short_position_id: 8,
    lots: 3,
    value: '181.5',
    mark_price: '60500',
    inputs: {
      long: { lots: 10, open_value: '600', margin: '60', realised_profit: '1.5' },
      short: { lots: 3, open_value: '183', margin: '1.83', realised_profit: '1.5' },
    },
    mark_inputs: markAt('60500'),
  };

  test.each(['long', 'short'] as const)('is right for the %s', side => {
    const checks = checkOffset(offset, side, BTC_PERPETUAL);
    expect(checks.map(check => check.name)).toEqual(['mark', 'closedFor', 'profit']);
    expect(wrong(checks)).toEqual([]);
  });

  test.each([
    ['the mark', { mark_price: '60501' }, ['mark', 'closedFor', 'profit']],
    ['the value', { value: '181.4' }, ['closedFor']],
    ['the lots', { lots: 2 }, ['closedFor', 'profit']],
  ])('that was bent is found: %s', (_, change, names) => {
    expect(wrong(checkOffset({ ...offset, ...change }, 'long', BTC_PERPETUAL))).toEqual(names);
  });

  test('of one whose margin covers no more shows it in the value', () => {
    const poor = { ...offset, mark_price: '62000', mark_inputs: markAt('62000') };
    expect(wrong(checkOffset(poor, 'short', BTC_PERPETUAL))).toEqual(['closedFor', 'profit']);
    expect(wrong(checkOffset({ ...poor, value: '184.83' }, 'short', BTC_PERPETUAL))).toEqual(['profit']);
  });

  test('from before its inputs were kept has nothing to check', () => {
    expect(checkOffset({ ...offset, inputs: null, mark_inputs: null }, 'long', BTC_PERPETUAL)).toEqual([]);
  });
});
