import { ceilDivide, least, MILLION, most } from '../numbers.ts';
import type { Contracted } from './state.ts';

/** Prices in ticks, both included; none if the lowest is above the highest. */
export interface Range {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** What limit orders that open may name: near the mark and near the index; near the index if nothing is near both. */
export function openingLimits(market: Contracted): Range {
  const { mark, contract } = market;
  if (mark === null || contract.band === 0n) return all(market);
  const nearMark = around(market, mark.priceE8, contract.band);
  const nearIndex = around(market, mark.indexE8, contract.band);
  const both = {
    lowest: most(nearMark.lowest, nearIndex.lowest),
    highest: least(nearMark.highest, nearIndex.highest),
  };
  return both.lowest > both.highest ? nearIndex : both;
}

/** What limit orders that close may name: the same, and all from there to the mark. */
export function closingLimits(market: Contracted): Range {
  const { mark, contract } = market;
  if (mark === null || contract.band === 0n) return all(market);
  return reaching(openingLimits(market), around(market, mark.priceE8, 0n));
}

/** The worst price at which an order on this side may take: the band around the mark, and as far as the index. */
export function worstTaking(market: Contracted, bookSide: 'buy' | 'sell'): bigint {
  const { mark, contract } = market;
  const range =
    mark === null || contract.band === 0n
      ? all(market)
      : reaching(around(market, mark.priceE8, contract.band), around(market, mark.indexE8, 0n));
  return bookSide === 'buy' ? range.highest : range.lowest;
}

/** As far as the insurance fund pays: within the mark's band, and no further from mark and index than the rate in ppm. */
export function worstInsured(market: Contracted, bookSide: 'buy' | 'sell', rate: bigint): bigint {
  const { contract } = market;
  const { priceE8, indexE8 } = market.mark!;
  const band = contract.band === 0n ? all(market) : around(market, priceE8, contract.band);
  if (bookSide === 'buy') return least(band.highest, around(market, least(priceE8, indexE8), rate).highest);
  return most(band.lowest, around(market, most(priceE8, indexE8), rate).lowest);
}

/** Ticks at most `ppm` of a price away from it. */
function around({ contract }: Contracted, priceE8: bigint, ppm: bigint): Range {
  const { tickE8, highestPrice } = contract;
  const width = (priceE8 * ppm) / MILLION;
  const within = (ticks: bigint) => least(most(ticks, 1n), highestPrice);
  return {
    lowest: within(ceilDivide(priceE8 - width, tickE8)),
    highest: within((priceE8 + width) / tickE8),
  };
}

function reaching(range: Range, to: Range): Range {
  return { lowest: least(range.lowest, to.lowest), highest: most(range.highest, to.highest) };
}

function all({ contract }: Contracted): Range {
  return { lowest: 1n, highest: contract.highestPrice };
}
