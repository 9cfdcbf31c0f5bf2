import { expect, test } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { quoteSettings } from './house-settings.ts';

test('general settings apply to every market, values in its own quote currency', () => {
  const settings = readSettings({ HOUSE_LEVEL_VALUE: '5000', HOUSE_INVENTORY_VALUE: '100000' });
  expect(quoteSettings(settings, { symbol: 'BTC/USDT' }, 1)).toMatchObject({
    levelValue: 5000,
    spreadPpm: 400,
  });
  expect(quoteSettings(settings, { symbol: 'ETH/BTC' }, 100_000)).toMatchObject({
    levelValue: 0.05,
    inventoryValue: 1,
  });
});

test('single markets differ, or are left alone', () => {
  const settings = readSettings({ HOUSE_MARKETS: 'BTC/USDT:spread=200,value=9;DOGE/USDT:off' });
  expect(quoteSettings(settings, { symbol: 'BTC/USDT' }, 1)).toMatchObject({
    levelValue: 9,
    spreadPpm: 200,
    levels: 15,
  });
  expect(quoteSettings(settings, { symbol: 'DOGE/USDT' }, 1)).toBeNull();
  expect(quoteSettings(readSettings({ HOUSE: 'off' }), { symbol: 'BTC/USDT' }, 1)).toBeNull();
});
