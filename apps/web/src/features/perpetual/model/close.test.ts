import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLevels } from '#lib/market-units.ts';
import {
  closePreview,
  listOpposite,
  offsetLots,
  offsetPreview,
  suggestedTicks,
  validateClose,
  type CloseInput,
} from './close.ts';
import { contractUnits } from './contract.ts';
import { BTC_PERPETUAL, exampleContext, examplePosition } from './testing/example-contract.ts';

const { bids, asks } = exampleContext();
const book = { bids, asks };
const long = examplePosition();
const short = examplePosition({
  position_id: 8,
  direction: 'short',
  holding_lots: 40,
  open_value: '4080',
  margin: '408',
});

describe('closing at market', () => {
  test('in parts brings back what closing all at once does, to a unit each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.constantFrom('long', 'short'), (lots, direction) => {
        const position = examplePosition({ direction: direction as 'long' | 'short' });
        const whole = closePreview(position, BTC_PERPETUAL, 100n, book)!;
        const part = closePreview(position, BTC_PERPETUAL, BigInt(lots), book)!;
        const rest = closePreview(position, BTC_PERPETUAL, BigInt(100 - lots), book)!;
        const apart = whole.returnedMinor - part.returnedMinor - rest.returnedMinor;
        expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(3n);
      }),
    );
  });

  test('takes the fees the position was opened with where they have risen since', () => {
    const risen = { ...BTC_PERPETUAL, maker_fee_percent: '0.5', taker_fee_percent: '0.5' };
    const fee = (contract: typeof BTC_PERPETUAL) => closePreview(long, contract, 10n, book, null)!.feeMinor;
    expect(fee(risen)).toBe(fee(BTC_PERPETUAL));
    const limit = 1_020_000n;
    expect(closePreview(long, risen, 10n, book, limit)!.feeMinor).toBe(
      closePreview(long, BTC_PERPETUAL, 10n, book, limit)!.feeMinor,
    );
  });

  test('is limited to what is held, and to what the book has', () => {
    expect(closePreview(long, BTC_PERPETUAL, 101n, book)).toBeNull();
    expect(closePreview(long, BTC_PERPETUAL, 5n, { bids: [], asks: [] })?.price).toBeNull();
  });

  test('ends where the margin would not cover the loss, like the exchange', () => {
    // Bankrupt at 90,000: the second level is below.
    const thin = {
      bids: parseLevels(
        [
          ['90000', '0.04'],
          ['89999.9', '1'],
        ],
        contractUnits(BTC_PERPETUAL),
      ),
      asks,
    };
    expect(closePreview(long, BTC_PERPETUAL, 100n, thin)).toMatchObject({
      walk: { lots: 40n, complete: false },
      price: '90000.0',
      returnedMinor: 0n,
    });
  });

  test('says what the position brings in all: fees and funding since it was opened are in it', () => {
    // 100 lots at 99,990: a loss of 1 USDT, a fee of 4.9995; before, 5 for opening and 1.5 of funding.
    expect(closePreview(long, BTC_PERPETUAL, 100n, book)).toMatchObject({
      feeMinor: 4_999_500n,
      resultMinor: -5_999_500n,
      totalMinor: -12_499_500n,
    });
  });
});

describe('closing at a price', () => {
  test('takes what the book has at it, the rest waits as a maker', () => {
    // Of 1,500 lots the book has 1,000 at 99,990.
    const large = examplePosition({ holding_lots: 1_500, open_value: '150000', margin: '15000' });
    const preview = closePreview(large, BTC_PERPETUAL, 1_500n, book, 999_900n)!;
    expect(preview.walk.lots).toBe(1_000n);
    expect(preview.price).toBe('99990.0');
    // 0.05 % of 99,990 and 0.02 % of 49,995.
    expect(preview.feeMinor).toBe(49_995_000n + 9_999_000n);
  });

  test('away from the book waits whole', () => {
    const preview = closePreview(long, BTC_PERPETUAL, 100n, book, 1_020_000n)!;
    expect(preview).toMatchObject({ price: '102000.0', feeMinor: 2_040_000n, resultMinor: 197_960_000n });
    expect(preview.walk.lots).toBe(0n);
  });

  test('of a short waits below', () => {
    expect(closePreview(short, BTC_PERPETUAL, 40n, book, 980_000n)?.walk.lots).toBe(0n);
    expect(closePreview(short, BTC_PERPETUAL, 40n, book, 1_000_100n)?.walk.lots).toBe(40n);
  });

  test('is first suggested where others of its side wait', () => {
    expect(suggestedTicks(long, book)).toBe(1_000_100n);
    expect(suggestedTicks(short, book)).toBe(999_900n);
    expect(suggestedTicks(long, undefined)).toBeNull();
  });
});

describe('closing against each other', () => {
  test('happens at the mark, without a fee, and what one wins the other may lose', () => {
    expect(offsetLots(long, short)).toBe(40n);
    // Long from 100,000, short from 102,000, both closed at 101,000.
    expect(offsetPreview(long, short, BTC_PERPETUAL, 40n, '101000')).toEqual({
      price: '101000.0',
      resultMinor: 40_000_000n,
      otherResultMinor: 40_000_000n,
      returnedMinor: 400_000_000n + 408_000_000n + 80_000_000n,
      totalMinor: 33_500_000n,
    });
  });

  test('is the same from either side', () => {
    const one = offsetPreview(long, short, BTC_PERPETUAL, 17n, '100500')!;
    const other = offsetPreview(short, long, BTC_PERPETUAL, 17n, '100500')!;
    expect(one.returnedMinor).toBe(other.returnedMinor);
    expect(one.resultMinor).toBe(other.otherResultMinor);
  });

  test('never takes more than a margin: the price stops where one of them is bankrupt', () => {
    expect(offsetPreview(long, short, BTC_PERPETUAL, 40n, '80000')?.price).toBe('90000.0');
    expect(offsetPreview(long, short, BTC_PERPETUAL, 40n, '130000')?.price).toBe('112200.0');
    const thin = { ...short, open_value: '3400', margin: '34' };
    expect(offsetPreview(long, thin, BTC_PERPETUAL, 40n, '90000')).toBeNull();
  });

  test('needs a mark and lots that both have', () => {
    expect(offsetPreview(long, short, BTC_PERPETUAL, 40n, null)).toBeNull();
    expect(offsetPreview(long, short, BTC_PERPETUAL, 41n, '100000')).toBeNull();
  });

  test('is offered with open positions of the same contract the other way', () => {
    const many = [
      long,
      short,
      examplePosition({ position_id: 9, direction: 'short', holding_lots: 90 }),
      examplePosition({ position_id: 10, direction: 'short', market_id: 2 }),
      examplePosition({ position_id: 11, direction: 'short', status: 'pending' }),
    ];
    expect(listOpposite(many, long).map(one => one.position_id)).toEqual([9, 8]);
    expect(listOpposite(many, short).map(one => one.position_id)).toEqual([7]);
  });
});

describe('what keeps it from being sent', () => {
  const input: CloseInput = {
    way: 'limit',
    lots: 10n,
    price: '101000',
    most: 100n,
    mark: '100000',
    fillable: 10n,
  };
  test.each([
    ['nothing', {}, undefined],
    ['no price', { price: '' }, { code: 'price_required' }],
    [
      'outside the band',
      { price: '103000.1' },
      { code: 'price_out_of_band', params: { highest: '103000.0' } },
    ],
    [
      'behind bankruptcy',
      { price: '89999.9' },
      { code: 'price_beyond_bankruptcy', params: { price: '90000.0' } },
    ],
    ['no lots', { lots: null }, { code: 'lots_required' }],
    ['too many lots', { lots: 101n }, { code: 'not_enough_lots', params: { most: '100' } }],
    ['nobody there, which a waiting order does not mind', { fillable: 0n }, undefined],
    ['nobody there at market', { way: 'market', price: '', fillable: 0n }, { code: 'no_liquidity' }],
    ['no price, which only a limit needs', { way: 'offset', price: '' }, undefined],
  ] as const)('%s', (_, change, expected) => {
    const found = validateClose({ ...input, ...change }, long, BTC_PERPETUAL);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });

  test.each(['market', 'limit', 'offset'] as const)('%s where trading is halted', way => {
    const halted = { ...BTC_PERPETUAL, status: 'halted' as const };
    expect(validateClose({ ...input, way }, long, halted)).toMatchObject({ code: 'market_halted' });
    const cancelOnly = { ...BTC_PERPETUAL, status: 'cancel_only' as const };
    expect(validateClose({ ...input, way }, long, cancelOnly)).toBeUndefined();
  });

  test('a price between steps', () => {
    const coarse = { ...BTC_PERPETUAL, tick_size: '0.5' };
    const found = validateClose({ ...input, price: '101000.3' }, long, coarse);
    expect(found).toMatchObject({ code: 'price_step', params: { step: '0.5' } });
  });

  test('of a short the margin ends above', () => {
    const found = validateClose({ ...input, price: '112200.1' }, short, BTC_PERPETUAL);
    expect(found).toMatchObject({ code: 'price_beyond_bankruptcy', params: { price: '112200.0' } });
  });
});
