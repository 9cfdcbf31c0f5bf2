import { describe, expect, it } from 'vitest';
import { ownBeside } from './beside-amounts.ts';

type Deposits = Parameters<typeof ownBeside>[1];
const deposits = (items: readonly object[], arriving: readonly object[] = []) =>
  ({ items, arriving }) as unknown as Deposits;

describe('what stands beside a customer’s balance', () => {
  it('is what is not booked, by currency, and the result of open positions with its sign', () => {
    const beside = ownBeside(
      { unrealised_usdt: '-12.5' },
      deposits(
        [
          { currency: 'USDT', amount: '100.25', state: 'processing' },
          { currency: 'USDT', amount: '7', state: 'passed' },
          { currency: 'USDT', amount: '7', state: 'rejected' },
          { currency: 'BTC', amount: '0.00000001', state: 'processing' },
        ],
        [
          { currency: 'USDT', amount: '0.75', state: 'confirming' },
          { currency: 'USDT', amount: '0.01', state: 'below_minimum' },
        ],
      ),
    );
    expect(beside).toEqual([
      { name: 'pending_deposits', currency: 'USDT', amount: '101' },
      { name: 'pending_deposits', currency: 'BTC', amount: '0.00000001' },
      { name: 'unrealised_profit', currency: 'USDT', amount: '-12.5' },
    ]);
  });

  it('is nothing for somebody who has nothing of it, or of whom it is not known', () => {
    expect(ownBeside({ unrealised_usdt: '0' }, deposits([]))).toEqual([]);
    expect(ownBeside({ unrealised_usdt: null }, deposits([]))).toEqual([]);
  });
});
