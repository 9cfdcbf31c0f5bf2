import { expect, test } from 'vitest';
import { exampleOrder } from './testing/example-order.ts';
import { fillsCsv, ordersCsv } from './csv.ts';

test('an order has every figure, exactly as the server said it', () => {
  const csv = ordersCsv([
    exampleOrder({
      filled_quantity: '0.020',
      average_price: '104100.12345678',
      fee: '0.00002',
      reason: 'filled',
    }),
  ]);
  const [heading = '', row = ''] = csv.slice(1).split('\r\n');
  const cells = Object.fromEntries(heading.split(',').map((name, index) => [name, row.split(',')[index]]));
  expect(cells).toMatchObject({
    order_id: '17',
    placed_at: '2026-11-21T09:38:12.000Z',
    symbol: 'BTC/USDT',
    side: 'buy',
    filled_quantity: '0.020',
    average_price: '104100.12345678',
    fee: '0.00002',
    trigger_price: '',
    reason: 'filled',
  });
});

test('no fills, only the heading', () => {
  expect(fillsCsv([]).trim().split('\r\n')).toHaveLength(1);
});
