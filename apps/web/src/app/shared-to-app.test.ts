import { expect, test } from 'vitest';
import { destinationOf, readShared } from './shared-to-app.ts';

const APP = 'https://exchange.example/web/';
const REGISTER = '/pages/user/login/register?invite=ABC234';

const shared = (text: string) => ({ title: null, text, url: null });

test('only content shared by another app counts', () => {
  expect(readShared('?share_text=a&share_url=b')).toEqual({ title: null, text: 'a', url: 'b' });
  expect(readShared('?code=ABC234')).toBeUndefined();
  expect(readShared('')).toBeUndefined();
});

test.each([
  // Links are shared with the code before or after the `#`, or shortened.
  ['https://exchange.example/web/?code=ABC234#/pages/user/login/register', REGISTER],
  ['https://exchange.example/web/#/pages/user/login/register?code=ABC234', REGISTER],
  ['https://exchange.example/?code=ABC234', REGISTER],
  ['https://exchange.example/#/register?code=ABC234', REGISTER],
  ['Come along: https://exchange.example/web/?code=ABC234 (it is free)', REGISTER],
  ['来吧，https://exchange.example/web/?code=ABC234。', REGISTER],
  ['https://exchange.example/web/#/pages/trade/kline?market=2', '/pages/trade/kline?market=2'],
  [
    'https://exchange.example/web/#/pages/help-center/detail?code=insufficient_balance',
    '/pages/help-center/detail?code=insufficient_balance',
  ],
  ['https://exchange.example/web/#/pages/no/such', undefined],
  ['https://evil.example/web/?code=ABC234', undefined],
  ['https://exchange.example/desk/#/pages/trade/index', undefined],
  [`https://exchange.example/web/?code=${'A'.repeat(33)}`, undefined],
  ['javascript:alert(1)', undefined],
  ['nothing in particular', undefined],
  ['', undefined],
])('%s opens %s', (text, route) => {
  expect(destinationOf(shared(text), APP)?.route).toBe(route);
  expect(destinationOf({ title: null, text: null, url: text }, APP)?.route).toBe(route);
});

test.each([
  ['0x52908400098527886E0F7030069857D2E4169EE7', 2, 'ERC20'],
  ['ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=1', 2, 'ERC20'],
  ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1', 1, 'OMNI'],
  ['send it to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT please', 1, 'OMNI'],
  ['TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 3, 'TRC20'],
])('%s goes into the address book', (text, currency, network) => {
  const found = destinationOf(shared(text), APP);
  expect(found?.route).toBe(`/pages/user/address/create?currency=${currency}&network=${network}`);
  expect(text).toContain(found?.address);
  // Not in the route, so that no link can fill in an address.
  expect(found?.route).not.toContain(found?.address);
});
