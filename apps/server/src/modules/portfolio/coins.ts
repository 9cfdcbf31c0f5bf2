import type { Currency, ReadonlyExchange } from '@tallystick/core';
import { USDT } from '@tallystick/protocol/currency-ids';
import { E18, type PortfolioCoin } from '@tallystick/protocol/portfolio/facts';
import type { Valuation } from '../market/valuation.ts';

export interface PricesRead {
  readonly exchange: ReadonlyExchange;
  readonly valuation: Pick<Valuation, 'rate'>;
}

/** By id, each with its price in USDT: the index, else what trades say. */
export function coinsOf(reads: PricesRead, ids: ReadonlySet<number>): PortfolioCoin[] {
  const { exchange } = reads;
  const unitDecimals = exchange.currency(USDT)?.decimals ?? 0;
  return exchange
    .currencies()
    .filter(({ id }) => ids.has(id))
    .map(currency => ({
      currencyId: currency.id,
      code: currency.code,
      decimals: currency.decimals,
      ...priceOf(reads, currency, unitDecimals),
    }));
}

function priceOf(
  { exchange, valuation }: PricesRead,
  { id, decimals }: Currency,
  unitDecimals: number,
): Pick<PortfolioCoin, 'priceE18' | 'source' | 'pricedAtMs'> {
  if (id === USDT) return { priceE18: 10n ** BigInt(E18), source: 'unit', pricedAtMs: null };
  const index = exchange.indexBetween(id, USDT);
  if (index !== null) {
    return { priceE18: BigInt(index.priceE8) * 10n ** 10n, source: 'index', pricedAtMs: index.atMs };
  }
  const rate = valuation.rate(id, USDT);
  if (rate === null) return { priceE18: null, source: null, pricedAtMs: null };
  const priceE18 =
    (rate.numerator * 10n ** BigInt(decimals + E18)) / (rate.denominator * 10n ** BigInt(unitDecimals));
  return { priceE18, source: 'market', pricedAtMs: null };
}
