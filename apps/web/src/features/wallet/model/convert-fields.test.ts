import { describe, expect, it } from 'vitest';
import {
  reduceConvert,
  startConvert,
  summariseConvert,
  validateConvert,
  type ConvertAction,
  type ConvertForm,
  type ConvertHolding,
} from './convert-fields.ts';

const currency = (id: number, code: string, decimals: number) => ({ id, code, decimals, name: code });
const HOLDINGS = [
  { currency: currency(1, 'BTC', 8), available: '0.5' },
  { currency: currency(2, 'ETH', 8), available: '0' },
  { currency: currency(3, 'USDT', 6), available: '100.000001' },
] as unknown as readonly ConvertHolding[];

const summary = (form: ConvertForm) => summariseConvert(form, HOLDINGS);
const after = (form: ConvertForm, action: ConvertAction) => reduceConvert(form, action);
const pair = (form: ConvertForm) => [summary(form).from?.code, summary(form).to?.code];

describe('the pair', () => {
  it.each([
    [startConvert(undefined, undefined), ['USDT', 'BTC']],
    [startConvert(1, undefined), ['BTC', 'USDT']],
    [startConvert(2, undefined), ['ETH', 'USDT']],
    [startConvert(undefined, 3), ['BTC', 'USDT']],
    [startConvert(3, 3), ['USDT', 'BTC']],
  ])('%j is %j', (form, expected) => {
    expect(pair(form)).toEqual(expected);
  });

  it('turns round, also by choosing the other side’s currency; another currency is another amount', () => {
    const start = { ...startConvert(undefined, undefined), amount: '5' };
    expect(pair(after(start, { type: 'swap', summary: summary(start) }))).toEqual(['BTC', 'USDT']);
    const turned = after(start, { type: 'from', currencyId: 1, summary: summary(start) });
    expect(pair(turned)).toEqual(['BTC', 'USDT']);
    const other = after(start, { type: 'to', currencyId: 2, summary: summary(start) });
    expect([pair(other), other.amount]).toEqual([['USDT', 'ETH'], '5']);
    expect(after(other, { type: 'from', currencyId: 1, summary: summary(other) }).amount).toBe('');
  });
});

describe('the amount', () => {
  it('is a part of what is there, truncated', () => {
    const start = startConvert(3, 1);
    const half = after(start, { type: 'percent', percent: 50, summary: summary(start) });
    expect([half.amount, summary(half).percent]).toEqual(['50', 49]);
    expect(after(start, { type: 'percent', percent: 100, summary: summary(start) }).amount).toBe(
      '100.000001',
    );
  });

  it.each([
    ['', 3, 'amount_required'],
    ['0', 3, 'amount_zero'],
    ['0.0000001', 3, 'too_many_decimals'],
    ['100.000002', 3, 'insufficient_balance'],
    ['1', 2, 'nothing_available'],
    ['100.000001', 3, undefined],
  ])('%j of currency %j: %j', (amount, fromId, code) => {
    const form = { ...startConvert(fromId, 1), amount };
    expect(validateConvert(form, summary(form))?.code).toBe(code);
  });
});
