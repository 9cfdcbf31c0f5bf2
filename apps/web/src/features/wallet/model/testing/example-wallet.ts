import type { WireBalance, WireCurrency } from '@tallystick/protocol/wire';
import type { Account, WalletView } from '../wallet.ts';

export const BTC: WireCurrency = { id: 1, code: 'BTC', name: 'Bitcoin', decimals: 8, display_decimals: 6 };
export const USDT: WireCurrency = {
  id: 3,
  code: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  display_decimals: 2,
};
export const ADA: WireCurrency = { id: 8, code: 'ADA', name: 'Cardano', decimals: 6, display_decimals: 2 };

export function exampleBalance(
  account: Account,
  currency: WireCurrency,
  change: Partial<Omit<WireBalance, 'account' | 'currency'>> = {},
): WireBalance {
  return {
    account,
    currency,
    total: '0',
    available: '0',
    frozen: '0',
    escrow: '0',
    value_usdt: '0',
    value_btc: '0',
    ...change,
  };
}

/** 10,000 USDT and 0.1 BTC at 100,000 in spot, 500 USDT in contract. */
export function exampleWallet(): WalletView {
  const view = (account: Account, balances: WireBalance[], usdt: string, btc: string) => ({
    account,
    balances,
    total_usdt: usdt,
    total_btc: btc,
  });
  return {
    total_usdt: '20500',
    total_btc: '0.205',
    change_24h_usdt: '20000',
    unrealised_usdt: '0',
    accounts: [
      view(
        'spot',
        [
          exampleBalance('spot', BTC, {
            total: '0.1',
            available: '0.1',
            value_usdt: '10000',
            value_btc: '0.1',
          }),
          exampleBalance('spot', USDT, {
            total: '10000',
            available: '9000',
            frozen: '1000',
            value_usdt: '10000',
            value_btc: '0.1',
          }),
          exampleBalance('spot', ADA),
        ],
        '20000',
        '0.2',
      ),
      view('option', [exampleBalance('option', BTC), exampleBalance('option', USDT)], '0', '0'),
      view(
        'contract',
        [
          exampleBalance('contract', BTC),
          exampleBalance('contract', USDT, {
            total: '500',
            available: '500',
            value_usdt: '500',
            value_btc: '0.005',
          }),
        ],
        '500',
        '0.005',
      ),
      view('trust', [exampleBalance('trust', BTC), exampleBalance('trust', USDT)], '0', '0'),
    ],
  };
}
