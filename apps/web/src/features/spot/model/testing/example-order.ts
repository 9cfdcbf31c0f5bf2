import type { WireOrder } from '@tallystick/protocol/wire';

const PLACED_AT_MS = Date.UTC(2026, 10, 21, 9, 38, 12);

export function exampleOrder(change: Partial<WireOrder> = {}): WireOrder {
  return {
    order_id: 17,
    client_order_id: null,
    market_id: 1,
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    time_in_force: 'GTC',
    post_only: false,
    price: '104100.0',
    quantity: '0.05',
    budget: null,
    trigger_price: null,
    trigger_direction: null,
    triggered: true,
    triggered_at_ms: null,
    self_trade: 'expire_taker',
    if_unfillable: 'refuse',
    expires_at_ms: null,
    guarded: false,
    status: 'waiting',
    reason: null,
    filled_quantity: '0',
    prevented_quantity: '0',
    filled_percent: '0',
    filled_value: '0',
    average_price: null,
    fee: '0',
    fee_currency: 'BTC',
    frozen: '5205',
    frozen_currency: 'USDT',
    placed_at_ms: PLACED_AT_MS,
    updated_at_ms: PLACED_AT_MS,
    ...change,
  };
}
