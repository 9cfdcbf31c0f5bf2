import { expect, test } from 'vitest';
import { backTypeOf, loginHref, paths, safeBackPage } from './paths.ts';

test('links carry their query', () => {
  expect(paths.trade.getHref()).toBe('/pages/trade/index');
  expect(paths.trade.getHref({ market: 3, side: undefined })).toBe('/pages/trade/index?market=3');
});

test('no two routes are the same', () => {
  const all = Object.values(paths).map(route => route.path);
  expect(new Set(all).size).toBe(all.length);
});

test('tab pages and the option screen come back with type 2', () => {
  const { home, trade, contract, trust, assets, option, settings, chart } = paths;
  for (const route of [home, trade, contract, trust, assets, option])
    expect(backTypeOf(route.path)).toBe('2');
  for (const route of [settings, chart]) expect(backTypeOf(route.path)).toBe('1');
});

test('the login link contains the way back, encoded', () => {
  expect(loginHref('/pages/trade/kline', '?market=2')).toBe(
    '/pages/user/login/login?backpage=%2Fpages%2Ftrade%2Fkline%3Fmarket%3D2&backtype=1',
  );
});

test.each([
  ['/pages/trade/kline?market=2', '/pages/trade/kline?market=2'],
  [null, '/pages/index/index'],
  ['', '/pages/index/index'],
  ['https://evil.example/pages/trade/index', '/pages/index/index'],
  ['//evil.example', '/pages/index/index'],
  ['javascript:alert(1)', '/pages/index/index'],
  ['/pages/unknown', '/pages/index/index'],
  ['/pages/user/login/login?backpage=x', '/pages/index/index'],
])('after logging in, %s leads to %s', (backpage, expected) => {
  expect(safeBackPage(backpage)).toBe(expected);
});
