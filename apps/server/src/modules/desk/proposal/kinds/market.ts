import { isDeepStrictEqual } from 'node:util';
import { splitMarket, type Currency, type MarketConfig } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { z } from 'zod';
import type { marketChange } from '@tallystick/protocol/desk/changes';
import { listed, dryRun } from '../../../../engine/dry-run.ts';
import { CallFailure, refusalFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../../../approval/desk-exchange.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';
import type { TermsNotice } from '../../../notice/terms-notice.ts';
import { percentOfPpm, ppmOfPercent } from '../../../../http/percent.ts';

type Change = z.output<typeof marketChange>;

/**
 * A market's fees, price band and minimum. Its tick and lot never change, and no field is a price. Changes worse for
 * customers act after the notice.
 */
export function marketKind(exchange: DeskExchange, notice: TermsNotice): ProposalKind<Change> {
  const configOf = (change: Change): { symbol: string; now: MarketConfig; next: MarketConfig } => {
    const market = exchange.market(change.market_id);
    const quote = market === null ? null : exchange.currency(market.quoteCurrencyId);
    if (market === null || quote === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    const now: MarketConfig = {
      id: market.id,
      baseCurrencyId: market.baseCurrencyId,
      quoteCurrencyId: market.quoteCurrencyId,
      tickSize: market.tickSize,
      lotSize: market.lotSize,
      minNotional: formatMinor(market.minNotionalMinor, quote.decimals),
      priceBandPpm: market.priceBandPpm,
      makerFeePpm: market.makerFeePpm,
      takerFeePpm: market.takerFeePpm,
    };
    const next: MarketConfig = {
      ...now,
      minNotional: trimmed(change.min_notional, quote),
      priceBandPpm: ppmOfPercent(change.price_band_percent),
      makerFeePpm: ppmOfPercent(change.maker_fee_percent),
      takerFeePpm: ppmOfPercent(change.taker_fee_percent),
    };
    return { symbol: market.symbol, now, next };
  };
  const before = (symbol: string, now: MarketConfig) => {
    const announced = exchange.terms.announcedMarket(now.id);
    const shownNow = shown(symbol, now);
    if (announced === null) return shownNow;
    return { ...shownNow, announced: changed(shownNow, shown(symbol, announced.config)) };
  };

  return {
    propose: 'market.propose',
    confirm: 'market.confirm',
    async prepare(_client, change) {
      const { symbol, now, next } = configOf(change);
      refuseUnlessPossible(exchange, now, next, notice.ms());
      const split = splitMarket(now, next);
      const atOnce = shown(symbol, split.now);
      const after =
        split.later === null
          ? atOnce
          : { ...atOnce, ...notice.shown(changed(atOnce, shown(symbol, split.later))) };
      return { subject: `market:${now.id}`, before: before(symbol, now), after };
    },
    commands(change, then) {
      const { symbol, now, next } = configOf(change);
      if (isDeepStrictEqual(before(symbol, now), then)) {
        return [{ type: 'changeMarketTerms', market: next, noticeMs: notice.ms() }];
      }
      const target = exchange.terms.announcedMarket(now.id)?.config ?? now;
      return isDeepStrictEqual(target, next) ? [] : null;
    },
    async accepted(client, change) {
      const { symbol, now } = configOf(change);
      const announced = exchange.terms.announcedMarket(now.id);
      if (announced === null) return;
      await notice.publish(
        client,
        symbol,
        announced.effectiveAtMs,
        changed(shown(symbol, now), shown(symbol, announced.config)),
      );
    },
  };
}

type Shown = Readonly<Partial<ReturnType<typeof shown>>>;

/** The differences, with their new values. */
function changed(from: Shown, to: Shown): Shown {
  return Object.fromEntries(
    Object.entries(to).filter(([name, value]) => from[name as keyof Shown] !== value),
  ) as Shown;
}

function shown(symbol: string, config: MarketConfig) {
  return {
    symbol,
    min_notional: config.minNotional,
    maker_fee_percent: percentOfPpm(config.makerFeePpm),
    taker_fee_percent: percentOfPpm(config.takerFeePpm),
    price_band_percent: percentOfPpm(config.priceBandPpm),
  };
}

function trimmed(amount: string, currency: Currency): string {
  const minor = parseDecimal(amount, currency.decimals);
  if (minor === null) throw new CallFailure('invalid_market', { field: 'min_notional' });
  return formatMinor(minor, currency.decimals);
}

function refuseUnlessPossible(
  exchange: DeskExchange,
  now: MarketConfig,
  market: MarketConfig,
  noticeMs: number,
): void {
  const { refusal } = dryRun([...listed(exchange, [now]), { type: 'changeMarketTerms', market, noticeMs }]);
  if (refusal !== null) throw refusalFailure(refusal);
}
