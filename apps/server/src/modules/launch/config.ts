import type { Currency, LaunchConfig, LaunchTerms } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { launchOfferChange } from '@tallystick/protocol/desk/changes';
import { fromWire, toWire } from '../../http/words.ts';
import type { z } from 'zod';
import { CallFailure } from '../../http/call-failure.ts';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';

export type LaunchOfferChange = z.output<typeof launchOfferChange>;

const E8 = 8;

/** An operator's proposed change as a command for the exchange. Throws invalid_launch_offer. */
export function configOf(change: LaunchOfferChange): LaunchConfig {
  return {
    offerId: change.offer_id,
    currency: {
      id: change.currency_id,
      code: change.code,
      decimals: change.decimals,
      name: change.name,
    },
    market: {
      id: change.market_id,
      quoteCurrencyId: change.quote_currency_id,
      tickSize: change.tick_size,
      lotSize: change.lot_size,
      minNotional: change.min_notional,
      priceBandPpm: ppmOfPercent(change.price_band_percent),
      makerFeePpm: ppmOfPercent(change.maker_fee_percent),
      takerFeePpm: ppmOfPercent(change.taker_fee_percent),
    },
    issuePriceE8: e8(change.issue_price, 'issue_price'),
    supply: change.supply,
    mode: fromWire(change.mode),
    minimum: change.minimum,
    cap: change.cap,
    accepted: change.accepted.map(({ currency_id, rate }) => ({
      currencyId: currency_id,
      rateE8: e8(rate, 'accepted'),
    })),
    startMs: change.start_ms,
    closeMs: change.close_ms,
    launchMs: change.launch_ms,
    releases: change.releases.map(({ after_ms, percent }) => ({
      afterMs: after_ms,
      ppm: ppmOfPercent(percent),
    })),
  };
}

export interface LaunchTexts {
  /** By language; English is always present. */
  readonly about: Readonly<Record<string, string | undefined>>;
}

/** The terms in force, in the shape of a change: a proposal starts from them. */
export function changeOf(terms: LaunchTerms, texts: LaunchTexts, quote: Currency): LaunchOfferChange {
  const { currency, market } = terms;
  return {
    offer_id: terms.offerId,
    currency_id: currency.id,
    code: currency.code,
    name: currency.name,
    decimals: currency.decimals,
    market_id: market.id,
    quote_currency_id: market.quoteCurrencyId,
    tick_size: market.tickSize,
    lot_size: market.lotSize,
    min_notional: market.minNotional,
    maker_fee_percent: percentOfPpm(market.makerFeePpm),
    taker_fee_percent: percentOfPpm(market.takerFeePpm),
    price_band_percent: percentOfPpm(market.priceBandPpm),
    issue_price: formatMinor(BigInt(terms.issuePriceE8), E8),
    supply: formatMinor(terms.supplyMinor, currency.decimals),
    mode: toWire(terms.mode),
    minimum: formatMinor(terms.minimumMinor, quote.decimals),
    cap: formatMinor(terms.capMinor, currency.decimals),
    accepted: terms.accepted.map(({ currencyId, rateE8 }) => ({
      currency_id: currencyId,
      rate: formatMinor(BigInt(rateE8), E8),
    })),
    start_ms: terms.startMs,
    close_ms: terms.closeMs,
    launch_ms: terms.launchMs,
    releases: terms.releases.map(({ afterMs, ppm: part }) => ({
      after_ms: afterMs,
      percent: percentOfPpm(part),
    })),
    about: { ...texts.about, en: texts.about['en'] ?? '' },
  };
}

function e8(text: string, field: string): number {
  const value = parseDecimal(text, E8);
  if (value === null || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new CallFailure('invalid_launch_offer', { field });
  }
  return Number(value);
}
