import { expect, it } from 'vitest';
import { parseTopic } from './topic-name.ts';

it.each([
  ['tickers', 'tickers'],
  ['rates', 'rates'],
  ['depth:1', 'depth:1'],
  ['trades:42', 'trades:42'],
  ['index:1', 'index:1'],
  ['candles:1:1M', 'candles:1:1M'],
  ['candles:1:15m', 'candles:1:15m'],
  ['candles:1:3d:mark', 'candles:1:3d:mark'],
  ['candles:1:1m:index', 'candles:1:1m:index'],
  ['orders', 'orders'],
  ['balances', 'balances'],
  ['notices', 'notices'],
  ['perpetual_tickers', 'perpetual_tickers'],
  ['perpetual_depth:1', 'perpetual_depth:1'],
  ['perpetual_trades:7', 'perpetual_trades:7'],
  ['positions', 'positions'],
  ['perpetual_orders', 'perpetual_orders'],
  ['perpetual_alerts', 'perpetual_alerts'],
])('%s is a topic', (text, topic) => {
  expect(parseTopic(text)).toMatchObject({ topic });
});

it.each([
  [undefined, 'invalid_input'],
  [{}, 'invalid_input'],
  ['', 'not_found'],
  ['customer:1:orders', 'not_found'],
  ['index', 'unknown_market'],
  ['index:1:1m', 'not_found'],
  ['tickers:1', 'not_found'],
  ['rates:USD', 'not_found'],
  ['perpetual_tickers:1', 'not_found'],
  ['perpetual_depth', 'unknown_market'],
  ['perpetual_candles:1:1m', 'not_found'],
  ['positions:1', 'not_found'],
  ['orders:7', 'not_found'],
  ['depth:1:1m', 'not_found'],
  ['candles:1:1m:1m', 'not_found'],
  ['candles:1:1m:spot', 'not_found'],
  ['candles:1:1m:mark:1', 'not_found'],
  ['depth:1:1m:mark', 'not_found'],
  ['candles:1:1m:', 'not_found'],
  ['depth', 'unknown_market'],
  ['depth:0', 'unknown_market'],
  ['depth:01', 'unknown_market'],
  ['depth:-1', 'unknown_market'],
  ['depth:1e3', 'unknown_market'],
  ['depth:9999999999', 'unknown_market'],
  ['candles:1', 'interval_unknown'],
  ['candles:1:2m', 'interval_unknown'],
  ['candles:1:constructor', 'interval_unknown'],
])('%s is none: %s', (text, code) => {
  expect(parseTopic(text)).toBe(code);
});
