import { CORE_REFUSALS, type Refusal } from '@tallystick/core';
import { describe, expect, it } from 'vitest';
import { decodeRefusal, encodeRefusal } from './refusal-codec.ts';

/** Bytes left of a row of 200 after the longest scope and key, the input's hash, the sequence and the time. */
const ROOM = 200 - 'customer:2147483647:perpetual'.length - 64 - 22 - 8 - 8;
/** The largest balance, with a decimal point. */
const AMOUNT = '92233720368.54775807';
const CURRENCY = 'ABCDEFGHIJKL';

const LONGEST: readonly Refusal[] = [
  {
    code: 'insufficient_sellable_balance',
    field: 'quantity',
    params: { available: AMOUNT, needed: '9007.199254740991', currency: CURRENCY },
  },
  { code: 'insufficient_balance', params: { available: AMOUNT, needed: AMOUNT, currency: CURRENCY } },
  { code: 'price_out_of_band', field: 'price', params: { lowest: AMOUNT, highest: AMOUNT } },
  { code: 'would_be_liquidated', field: 'price', params: { liquidation: AMOUNT, mark: AMOUNT } },
  { code: 'stop_beyond_liquidation', field: 'stop_loss', params: { liquidation: AMOUNT } },
  { code: 'stop_wrong_side', field: 'take_profit', params: { from: AMOUNT } },
  { code: 'price_beyond_bankruptcy', field: 'price', params: { bankruptcy: AMOUNT } },
  { code: 'launch_not_enough_left', field: 'amount', params: { maximum: AMOUNT, currency: CURRENCY } },
  { code: 'trust_penalty_changed', field: 'penalty', params: { penalty: AMOUNT, currency: CURRENCY } },
  { code: 'trust_customer_limit', field: 'amount', params: { left: AMOUNT, currency: CURRENCY } },
  { code: 'below_min_notional', field: 'quantity', params: { minimum: AMOUNT, currency: CURRENCY } },
  { code: 'quote_changed', field: 'terms_version', params: { terms_version: 2_147_483_647 } },
  {
    code: 'daily_loss_limit',
    params: { remaining: AMOUNT, currency: CURRENCY, until_ms: 8_640_000_000_000 },
  },
];

describe('stored refusals', () => {
  it('read back equal, with numbers as numbers, and fit beside the longest key', () => {
    for (const refusal of LONGEST) {
      const text = encodeRefusal(refusal);
      expect(decodeRefusal(text)).toEqual(refusal);
      expect(text.length).toBeLessThanOrEqual(ROOM);
    }
  });

  it('have a different tag for every code, and never look like events', () => {
    const texts = CORE_REFUSALS.map(code => encodeRefusal({ code, field: 'client_order_id' }));
    expect(new Set(texts).size).toBe(CORE_REFUSALS.length);
    for (const [index, text] of texts.entries()) {
      expect(text).toMatch(/^[\w-]{4}\|client_order_id$/);
      expect(decodeRefusal(text)).toEqual({ code: CORE_REFUSALS[index], field: 'client_order_id' });
    }
  });

  it('keep figures without a letter, and refuse unknown text', () => {
    const odd: Refusal = { code: 'stale_tick', field: 'a|b', params: { newest: 5, available: '1|2' } };
    for (const refusal of [odd, { ...odd, params: { available: '1' } }, { ...odd, field: 'price' }]) {
      expect(decodeRefusal(encodeRefusal(refusal))).toEqual(refusal);
    }
    expect(() => decodeRefusal('none|price')).toThrow('unknown kind of stored refusal');
    expect(() => decodeRefusal(`${encodeRefusal({ code: 'stale_tick' })}|z1`)).toThrow('unknown kind');
  });
});
