import { describe, expect, it } from 'vitest';
import { postOnlySaving } from './fees.ts';

const fees = (maker: string, taker: string) => ({ maker_fee_percent: maker, taker_fee_percent: taker });

describe('what post-only saves', () => {
  it('is told where the maker pays less', () => {
    expect(postOnlySaving(fees('0.08', '0.1'))).toEqual({ maker: '0.08%', taker: '0.10%' });
  });

  it.each([
    ['0.1', '0.1'],
    ['0.1', '0.10'],
    ['0.2', '0.1'],
  ])('is nothing at %s and %s', (maker, taker) => {
    expect(postOnlySaving(fees(maker, taker))).toBeUndefined();
  });
});
