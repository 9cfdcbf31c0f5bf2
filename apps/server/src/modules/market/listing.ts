import type { Currency, ReadonlyExchange, MarketConfig } from '@tallystick/core';
import type { CommandBus } from '../../engine/command-bus.ts';
import { submitCommand } from '../../http/submit.ts';

/** Decimals are the ledger's; 9999 ("Bank") is a way of funding, not a currency. */
const CURRENCIES: readonly Currency[] = [
  { id: 1, code: 'BTC', decimals: 8 },
  { id: 2, code: 'ETH', decimals: 8 },
  { id: 3, code: 'USDT', decimals: 6 },
  { id: 4, code: 'BNB', decimals: 8 },
  { id: 5, code: 'SOL', decimals: 8 },
  { id: 6, code: 'XRP', decimals: 6 },
  { id: 7, code: 'DOGE', decimals: 6 },
  { id: 8, code: 'ADA', decimals: 6 },
];

/** 0.1 % for makers and takers; prices within 10 % of the index. */
const TERMS = { priceBandPpm: 100_000, makerFeePpm: 1_000, takerFeePpm: 1_000 } as const;

function market(
  id: number,
  baseCurrencyId: number,
  quoteCurrencyId: number,
  tickSize: string,
  lotSize: string,
  minNotional: string,
): MarketConfig {
  return { id, baseCurrencyId, quoteCurrencyId, tickSize, lotSize, minNotional, ...TERMS };
}

const MARKETS: readonly MarketConfig[] = [
  market(1, 1, 3, '0.1', '0.00001', '5'),
  market(2, 2, 3, '0.01', '0.0001', '5'),
  market(3, 4, 3, '0.1', '0.001', '5'),
  market(4, 5, 3, '0.01', '0.001', '5'),
  market(5, 6, 3, '0.0001', '0.1', '5'),
  market(6, 7, 3, '0.00001', '1', '5'),
  market(7, 8, 3, '0.0001', '0.1', '5'),
  market(8, 2, 1, '0.00001', '0.001', '0.0001'),
];

/** Lists missing markets; what operators changed stays. */
export async function listMarkets(exchange: ReadonlyExchange, bus: CommandBus): Promise<void> {
  for (const currency of CURRENCIES) {
    if (exchange.currency(currency.id) !== null) continue;
    await submitCommand(bus, { type: 'configureCurrency', currency }, {});
  }
  for (const config of MARKETS) {
    if (exchange.market(config.id) !== null) continue;
    await submitCommand(bus, { type: 'configureMarket', market: config }, {});
  }
}
