import type { Command } from '../command.ts';
import type { MarketConfig } from '../market/terms.ts';
import type { Currency } from '../money/currency.ts';

export const BTC = 1;
export const ETH = 2;
export const USDT = 3;
export const BTC_USDT = 1;
export const ETH_USDT = 2;

export const TEST_CURRENCIES: readonly Currency[] = [
  { id: BTC, code: 'BTC', decimals: 8 },
  { id: ETH, code: 'ETH', decimals: 8 },
  { id: USDT, code: 'USDT', decimals: 6 },
];

/** Maker 0.1 %, taker 0.2 %, band 10 %, minimum 5 USDT. */
export const TEST_MARKETS: readonly MarketConfig[] = [
  {
    id: BTC_USDT,
    baseCurrencyId: BTC,
    quoteCurrencyId: USDT,
    tickSize: '0.1',
    lotSize: '0.00001',
    minNotional: '5',
    priceBandPpm: 100_000,
    makerFeePpm: 1000,
    takerFeePpm: 2000,
  },
  {
    id: ETH_USDT,
    baseCurrencyId: ETH,
    quoteCurrencyId: USDT,
    tickSize: '0.01',
    lotSize: '0.0001',
    minNotional: '5',
    priceBandPpm: 100_000,
    makerFeePpm: 1000,
    takerFeePpm: 2000,
  },
];

/** Ether for bitcoin, without fees; not among the configured markets. */
export const ETH_BTC: MarketConfig = {
  id: 9,
  baseCurrencyId: ETH,
  quoteCurrencyId: BTC,
  tickSize: '0.00001',
  lotSize: '0.001',
  minNotional: '0.0001',
  priceBandPpm: 100_000,
  makerFeePpm: 0,
  takerFeePpm: 0,
};

export function configureCommands(): Command[] {
  return [
    ...TEST_CURRENCIES.map((currency): Command => ({ type: 'configureCurrency', currency })),
    ...TEST_MARKETS.map((market): Command => ({ type: 'configureMarket', market })),
  ];
}

/** Opens a customer and gives them the same amount of minor units of every test currency in the spot account. */
export function fundedCustomerCommands(customerId: number, amountMinor: bigint): Command[] {
  return [
    { type: 'openCustomer', customerId },
    ...TEST_CURRENCIES.map(({ id }): Command => ({
      type: 'credit',
      customerId,
      account: 'spot',
      currencyId: id,
      amountMinor,
      from: 'faucet',
      reference: `faucet:${customerId}`,
    })),
  ];
}
