import { isDeepStrictEqual } from 'node:util';
import type { Command, LaunchOffer, LaunchTerms } from '@tallystick/core';
import { isBeyond } from '@tallystick/core/launch/rate-guard';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { launchCancelChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { listed, dryRun } from '../../engine/dry-run.ts';
import { CallFailure, refusalFailure } from '../../http/call-failure.ts';
import { changeOf, configOf, type LaunchOfferChange, type LaunchTexts } from './config.ts';
import { RATE_BAND_PPM } from './market-rates.ts';
import { readTexts, writeTexts } from './store.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import { MAX_TRADING_FEE, refuseAbove } from '../../approval/ceilings.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';

/** A new offer, or new terms for one that has not started. */
export function launchOfferKind(exchange: DeskExchange, now: () => number): ProposalKind<LaunchOfferChange> {
  return {
    propose: 'launch.propose',
    confirm: 'launch.confirm',
    async prepare(client, change) {
      const existing = exchange.launch.offer(change.offer_id);
      if (existing !== null && !isEditable(existing, now())) {
        throw new CallFailure('launch_already_started', { field: 'offer_id' });
      }
      if (change.start_ms <= now()) throw new CallFailure('invalid_launch_offer', { field: 'start_ms' });
      refuseUnlessPossible(exchange, change);
      refuseUnfairRates(exchange, change);
      const { maker_fee_percent, taker_fee_percent } = change;
      refuseAbove(MAX_TRADING_FEE, { maker_fee_percent, taker_fee_percent });
      const texts = (await readTexts(client)).get(change.offer_id);
      const before =
        existing === null || texts === undefined ? null : shownAs(exchange, existing.terms, texts);
      return { subject: `launch:${change.offer_id}`, before, after: normal(exchange, change) };
    },
    accepted: (client, change) => writeTexts(client, change.offer_id, change),
    commands(change, before) {
      const existing = exchange.launch.offer(change.offer_id);
      const current = existing === null ? null : shownAs(exchange, existing.terms, change);
      const then = before === null ? null : { ...(before as LaunchOfferChange), about: change.about };
      if (isDeepStrictEqual(current, then)) {
        return [{ type: 'configureLaunchOffer', offer: configOf(change) }];
      }
      return isDeepStrictEqual(current, normal(exchange, change)) ? [] : null;
    },
  };
}

/** Cancels an offer before its launch: all commitments are returned. */
export function launchCancelKind(
  exchange: DeskExchange,
  now: () => number,
): ProposalKind<z.output<typeof launchCancelChange>> {
  return {
    propose: 'launch.propose',
    confirm: 'launch.confirm',
    async prepare(_client, change) {
      const offer = exchange.launch.offer(change.offer_id);
      if (offer === null) throw new CallFailure('unknown_launch_offer', { field: 'offer_id' });
      if (!isCancellable(offer, now())) throw new CallFailure('launch_closed', { field: 'offer_id' });
      return {
        subject: `launch:${change.offer_id}`,
        before: { code: offer.terms.currency.code, cancelled: false },
        after: { code: offer.terms.currency.code, cancelled: true },
      };
    },
    commands(change) {
      const offer = exchange.launch.offer(change.offer_id);
      if (offer?.status === 'cancelled' || offer?.status === 'cancelling') return [];
      return [{ type: 'cancelLaunchOffer', offerId: change.offer_id }];
    },
  };
}

export function isEditable({ status, terms }: LaunchOffer, nowMs: number): boolean {
  return status === 'open' && nowMs < terms.startMs;
}

export function isCancellable({ status, terms }: LaunchOffer, nowMs: number): boolean {
  return (
    (status === 'open' || status === 'allocating' || status === 'settling' || status === 'closed') &&
    nowMs < terms.launchMs
  );
}

export function shownAs(exchange: DeskExchange, terms: LaunchTerms, texts: LaunchTexts): LaunchOfferChange {
  const quote = exchange.currency(terms.market.quoteCurrencyId);
  if (quote === null) throw new Error(`currency ${terms.market.quoteCurrencyId} has vanished`);
  return changeOf(terms, texts, quote);
}

/** With amounts printed as the exchange prints them, so that `1.50` and `1.5` count as equal. */
function normal(exchange: DeskExchange, change: LaunchOfferChange): LaunchOfferChange {
  const terms = trialOf(exchange, change).exchange.launch.offer(change.offer_id)?.terms;
  return terms === undefined ? change : shownAs(exchange, terms, change);
}

function refuseUnlessPossible(exchange: DeskExchange, change: LaunchOfferChange): void {
  const { refusal } = trialOf(exchange, change);
  if (refusal !== null) throw refusalFailure(refusal);
}

/** Checked before the announcement: the exchange would refuse every commitment at such a rate. */
function refuseUnfairRates(
  exchange: DeskExchange,
  { accepted, quote_currency_id: quoteId }: LaunchOfferChange,
): void {
  for (const { currency_id: currencyId, rate } of accepted) {
    if (currencyId === quoteId) continue;
    const tick = exchange.indexBetween(currencyId, quoteId);
    const rateE8 = parseDecimal(rate, 8);
    if (tick === null || rateE8 === null) continue;
    if (!isBeyond(Number(rateE8), tick.priceE8, RATE_BAND_PPM)) continue;
    throw new CallFailure('launch_rate_off_market', {
      field: 'accepted',
      rate,
      market: formatMinor(BigInt(tick.priceE8), 8),
      currency: exchange.currency(quoteId)?.code ?? '',
    });
  }
}

/** A dry run of the offer beside all others, because names must be unique among them. */
function trialOf(exchange: DeskExchange, change: LaunchOfferChange): ReturnType<typeof dryRun> {
  const markets = exchange.markets().map(market => ({ ...market, minNotional: '0' }));
  const offers: Command[] = [];
  for (const { terms, status } of exchange.launch.offers()) {
    const isListed =
      exchange.currency(terms.currency.id) !== null || exchange.market(terms.market.id) !== null;
    if (terms.offerId === change.offer_id || status === 'cancelled' || isListed) continue;
    const offer = configOf(shownAs(exchange, terms, { about: {} }));
    offers.push({ type: 'configureLaunchOffer', offer });
  }
  return dryRun([
    ...listed(exchange, markets),
    ...offers,
    { type: 'configureLaunchOffer', offer: configOf(change) },
  ]);
}
