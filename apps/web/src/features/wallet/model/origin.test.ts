import { describe, expect, it } from 'vitest';
import { originHref } from './origin.ts';

const spot = {
  product: 'spot',
  market_id: 2,
  symbol: 'ETH/USDT',
  side: 'buy',
  price: '3000',
  quantity: '1',
  fee: '0.001',
  fee_currency: 'ETH',
  order_id: 17,
  position_id: null,
} as const;

describe('what caused an entry', () => {
  it('is the order of a trade', () => {
    expect(originHref({ deal: spot, reference: 'trade:5' })).toBe('/pages/trade/index?market=2&order=17');
  });

  it('is the position of a contract', () => {
    const deal = { ...spot, product: 'perpetual', order_id: null, position_id: 9 } as const;
    expect(originHref({ deal, reference: 'perpetualTrade:5' })).toBe(
      '/pages/lever/index?market=2&position=9',
    );
  });

  it.each([
    ['withdrawal:3', '/pages/assets/withdraw/detail?id=3'],
    ['option:3', '/pages/option/order?id=3'],
    ['trust:3', '/pages/finance/ordersPage'],
    ['launch:3', '/pages/publication/details?id=3'],
    ['transfer:3', undefined],
    ['faucet', undefined],
  ])('of %s is %s', (reference, href) => {
    expect(originHref({ deal: null, reference })).toBe(href);
  });
});
