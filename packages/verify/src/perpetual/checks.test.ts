import { describe, expect, test } from 'vitest';
import { FILES, markAt } from '../testing/sample-files.ts';
import { replaced } from '../testing/places.ts';
import { verify } from '../verify.ts';

/** Checks that fail when these fields have other values, without the price log. */
function wrong(file: { readonly kind: string }, changes: Readonly<Record<string, unknown>>): string[] {
  const bent = Object.entries({ ...changes, log: null }).reduce<unknown>(
    (now, [place, value]) => replaced(now, place.split('.'), value),
    file,
  );
  return verify(bent)
    .checks.filter(check => check.state === 'failed')
    .map(check => check.name);
}

describe('a funding payment', () => {
  const { 'funding paid': paid, 'funding received': received } = FILES;

  test('takes at most the margin', () => {
    expect(wrong(paid, { 'record.amount': '-1.5', 'record.margin_after': '0' })).toEqual([]);
    expect(wrong(paid, { 'record.amount': '-1.5', 'record.margin_after': '0.6' })).toEqual(['amount']);
  });

  test.each([
    ['an amount', { 'record.amount': '2.000001' }, ['amount']],
    ['a rate', { 'record.rate_percent': '0.0201' }, ['format']],
    ['both rates', { 'record.rate_percent': '0.0201', 'rate.rate_percent': '0.0201' }, ['rate']],
    ['a premium', { 'rate.premium_percent': '0.09' }, ['premium', 'rate']],
    ['a sample', { 'samples.0.premium_percent': '0.09' }, ['premium']],
    ['a sample’s book', { 'samples.0.bid_price': '100040' }, ['premium']],
    ['the time of a sample', { 'samples.1.at_ms': 28_800_001 }, ['premium']],
    ['two samples of one moment', { 'samples.1.at_ms': 120_000 }, ['premium']],
    ['the sum', { 'rate.collected': '6.3' }, ['amount']],
    ['a mark', { 'rate.mark_price': '100000.1' }, ['format', 'mark']],
    ['a mark’s last trade', { 'rate.mark_inputs.last_price': '100001.0' }, ['mark']],
    ['a mark’s funding rate', { 'rate.mark_inputs.funding_rate_percent': '0.03' }, ['mark']],
    ['another funding', { 'record.funding_id': 3 }, ['format']],
  ])('that was bent is found: %s', (_, changes, names) => {
    expect(wrong(received, changes)).toEqual(names);
  });
});

describe('a liquidation', () => {
  test.each([
    ['the mark', { 'record.mark_price': '90453' }, ['mark', 'equity', 'maintenance', 'reached']],
    [
      'the margin',
      { 'record.margin': '1001' },
      ['equity', 'liquidation', 'bankruptcy', 'reached', 'returned'],
    ],
    ['a fee', { 'record.fee': '4.516' }, ['fee']],
    ['the fund’s part', { 'record.liquidation_fee': '22.576' }, ['liquidation_fee']],
    ['the terms', { 'record.liquidation_fee_percent': '0.2' }, ['liquidation_fee', 'returned']],
    ['what came back', { 'record.returned': '2.90' }, ['returned']],
    ['lots that went nowhere', { 'record.book_lots': 99 }, ['lots']],
    ['the index', { 'record.index_price': '90449' }, ['format']],
    ['another market', { 'record.market_id': 2 }, ['format']],
    ['a lot of nothing', { 'contract.lot_size': '0' }, ['format']],
    ['a price of no size', { 'record.mark_price': '99999999999' }, ['format']],
  ])('that was bent is found: %s', (_, changes, names) => {
    expect(wrong(FILES.liquidation, changes)).toEqual(names);
  });

  test('is rejected if the log does not have its index price', () => {
    const { log, record } = FILES.liquidation;
    const other = verify({
      ...FILES.liquidation,
      record: {
        ...record,
        index_price: '90450.1',
        mark_inputs: { ...markAt('90450'), index_price: '90450.1' },
      },
    });
    expect(other.checks.find(check => check.name === 'index')).toMatchObject({ problem: 'other_tick' });
    const range = { ...log!.range, ticks: [{ ...log!.range.ticks[0]!, price_e8: 1 }] };
    const spoiled = verify({ ...FILES.liquidation, log: { ...log, range } });
    expect(spoiled.checks.find(check => check.name === 'index')).toMatchObject({ problem: 'hash_differs' });
    const two = { ...log!.range, ticks: [log!.range.ticks[0]!, log!.range.ticks[0]!] };
    expect(verify({ ...FILES.liquidation, log: { ...log, range: two } }).verdict).toBe('wrong');
  });
});

describe('a top-up', () => {
  test.each([
    ['the mark', { 'record.mark_price': '90453' }, ['mark', 'reached', 'amount', 'kept']],
    ['the margin', { 'record.margin': '1001' }, ['liquidation', 'reached', 'amount']],
    ['the leverage', { 'record.multiple': 20 }, ['amount', 'kept']],
    ['more than was allowed', { 'record.limit': '800' }, ['amount', 'kept']],
    ['more than there was', { 'record.available': '859.499999' }, ['amount', 'kept']],
    ['the amount', { 'record.amount': '859.500001' }, ['amount']],
    ['the price after it', { 'record.new_liquidation_price': '81814.07035176' }, ['kept']],
    ['in vain', { 'record.limit': '0.1' }, ['amount', 'kept']],
  ])('that was bent is found: %s', (_, changes, names) => {
    expect(wrong(FILES.topup, changes)).toEqual(names);
  });
});

describe('a deleveraging', () => {
  test('has its rank between its neighbours', () => {
    const order = verify(FILES.deleveraging).checks.find(check => check.name === 'order');
    expect(order?.figures['booked']).toBe('0.3 ≥ 0.25083333 ≥ 0.25083333');
  });

  test.each([
    ['the rank', { 'record.rank': '0.25083334' }, ['rank']],
    ['the value', { 'record.value': '1709' }, ['value']],
    ['the profit', { 'record.realised_profit': '89' }, ['profit']],
    ['what came back', { 'record.returned': '449.999999' }, ['returned']],
    ['the mark', { 'record.mark_price': '57000' }, ['mark', 'rank', 'order']],
    ['fewer lots than both had', { 'record.lots': 29 }, ['lots', 'value', 'profit', 'returned']],
    ['somebody ahead with a lower rank', { 'record.inputs.rank_ahead': '0.25' }, ['order']],
    ['somebody behind with a higher rank', { 'record.inputs.rank_behind': '0.26' }, ['order']],
    ['nobody ahead of the second', { 'record.inputs.rank_ahead': null }, ['order']],
    ['the other’s margin', { 'record.inputs.against_margin': '93' }, ['value', 'profit', 'returned']],
    ['the position it was ranked by', { 'record.inputs.ranked_open_value': '5999' }, ['rank', 'order']],
  ])('that was bent is found: %s', (_, changes, names) => {
    expect(wrong(FILES.deleveraging, changes)).toEqual(names);
  });
});

describe('a stop', () => {
  const at = (price: string) => ({ 'record.mark_price': price, 'record.mark_inputs': markAt(price) });
  test.each([
    ['a long’s stop-loss', {}, []],
    ['not reached', at('95000.1'), ['reached']],
    ['a short’s stop-loss', { ...at('95010'), 'record.direction': 'short' }, []],
    ['a short’s take-profit', { 'record.direction': 'short', 'record.kind': 'take_profit' }, []],
    ['a long’s take-profit, not reached', { 'record.kind': 'take_profit' }, ['reached']],
  ])('%s', (_, changes, names) => {
    expect(wrong(FILES.trigger, changes)).toEqual(names);
  });
});

describe('an offset', () => {
  const all = ['closed_for', 'profit_long', 'profit_short'];
  test.each([
    ['the mark', { 'record.mark_price': '60501' }, ['mark', ...all]],
    ['the value', { 'record.value': '181.4' }, ['closed_for']],
    ['the lots', { 'record.lots': 2 }, all],
    ['a profit', { 'record.inputs.short.realised_profit': '1.6' }, ['profit_short']],
    [
      'a value that no margin covers',
      { 'record.inputs.short.open_value': '150', 'record.inputs.short.margin': '1.5' },
      all,
    ],
  ])('that was bent is found: %s', (_, changes, names) => {
    expect(wrong(FILES.offset, changes)).toEqual(names);
  });

  test('in which a margin is used up shows it in the value', () => {
    const poor = { 'record.mark_price': '62000', 'record.mark_inputs': markAt('62000') };
    expect(wrong(FILES.offset, poor)).toEqual(all);
    expect(wrong(FILES.offset, { ...poor, 'record.value': '184.83' })).toEqual([
      'profit_long',
      'profit_short',
    ]);
  });
});
