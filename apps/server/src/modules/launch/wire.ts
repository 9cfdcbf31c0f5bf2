import type { Currency, LaunchAmount, LaunchOffer } from '@tallystick/core';
import { costOf, valueOf } from '@tallystick/core/launch/figures';
import { formatFixed, formatMinor } from '@tallystick/core/money/decimal';
import type { WireLaunchAmount, WireLaunchOffer, WireLaunchOrder } from '@tallystick/protocol';
import { toWire } from '../../http/words.ts';
import { wireCurrency } from '../market/currencies.ts';
import { percentOfPpm } from '../../http/percent.ts';
import type { MarketRate } from './market-rates.ts';
import type { Priced, ShownOffer, ShownOrder } from './service.ts';

const E8 = 8;
const MILLION = 1_000_000n;

type CurrencyOf = (id: number) => Currency;

export function wireOffer(shown: ShownOffer, language: string, currencyOf: CurrencyOf): WireLaunchOffer {
  const { offer, figures, totals, texts, own, invited } = shown;
  const { terms, result } = offer;
  const { currency, market } = terms;
  const quote = currencyOf(market.quoteCurrencyId);
  const units = (minor: bigint): string => formatMinor(minor, currency.decimals);
  const inQuote = (minor: bigint): string => formatMinor(minor, quote.decimals);
  // The exchange forgets an ended offer's orders but keeps their totals.
  const valueMinor = result?.valueMinor ?? totals.valueMinor;
  const targetMinor = costOf(terms.supplyMinor, figures);
  const wanted = result?.allocatedMinor ?? totals.wantedMinor;
  return {
    offer_id: terms.offerId,
    state: shown.state,
    mode: toWire(terms.mode),
    currency: wireCurrency(currency),
    about: texts.about[language] ?? texts.about['en'] ?? '',
    market_id: market.id,
    symbol: `${currency.code}/${quote.code}`,
    quote: wireCurrency(quote),
    issue_price: formatMinor(BigInt(terms.issuePriceE8), E8),
    supply: units(terms.supplyMinor),
    minimum: inQuote(terms.minimumMinor),
    cap: units(terms.capMinor),
    accepted: terms.accepted.map((one, i) => ({
      currency: wireCurrency(currencyOf(one.currencyId)),
      rate: formatMinor(BigInt(one.rateE8), E8),
      ...wireRate(shown.rates[i]!),
    })),
    start_ms: terms.startMs,
    close_ms: terms.closeMs,
    closes_at_ms: offer.closesAtMs,
    launch_ms: terms.launchMs,
    lock_up_ms: terms.releases[0]?.afterMs ?? 0,
    releases: terms.releases.map(({ afterMs, ppm }) => ({
      after_ms: afterMs,
      at_ms: terms.launchMs + afterMs,
      percent: percentOfPpm(ppm),
    })),
    orders: result?.orders ?? totals.orders,
    committed_value: inQuote(valueMinor),
    target_value: inQuote(targetMinor),
    committed_percent: formatFixed((valueMinor * 10_000n) / targetMinor, 2, 2),
    left: units(wanted > terms.supplyMinor ? 0n : terms.supplyMinor - wanted),
    allocated: result === null ? null : units(result.allocatedMinor),
    list_root: result?.root ?? null,
    last_price: shown.lastE8 === null ? null : formatMinor(shown.lastE8, E8),
    return_percent: returnPercent(shown),
    own: own === null ? null : wireLaunchOrder(own, currencyOf),
    invited: invited === null ? null : { customers: invited.customers, value: inQuote(invited.valueMinor) },
  };
}

export function wireRate({ marketE8, deviationPpm, standing }: MarketRate) {
  return {
    market_rate: marketE8 === null ? null : formatMinor(BigInt(marketE8), E8),
    deviation_percent:
      deviationPpm === null ? null : formatFixed(BigInt(Math.trunc(deviationPpm / 100)), 2, 2),
    standing,
  };
}

export function wireLaunchOrder(shown: ShownOrder, currencyOf: CurrencyOf): WireLaunchOrder {
  const { offer, figures, order, commitments } = shown;
  const { terms } = offer;
  const { currency } = terms;
  const quote = currencyOf(terms.market.quoteCurrencyId);
  const units = (minor: bigint): string => formatMinor(minor, currency.decimals);
  const { allocatedMinor, releasedMinor, returned } = order;
  const next = returned || allocatedMinor === null ? null : nextRelease(offer, allocatedMinor, releasedMinor);
  return {
    order_id: order.orderId,
    offer_id: order.offerId,
    code: currency.code,
    quote_code: quote.code,
    issue_price: formatMinor(BigInt(terms.issuePriceE8), E8),
    state: returned ? 'returned' : allocatedMinor === null ? 'under_review' : 'passed',
    committed: wireAmounts(order.committed, currencyOf),
    value: formatMinor(valueOf(order.committed, figures), quote.decimals),
    allocated: allocatedMinor === null ? null : units(allocatedMinor),
    spent: wireAmounts(order.spent, currencyOf),
    refunded:
      allocatedMinor === null && !returned
        ? []
        : wireAmounts(unspent(order.committed, order.spent, returned), currencyOf),
    released: units(releasedMinor),
    locked: allocatedMinor === null ? null : units(returned ? 0n : allocatedMinor - releasedMinor),
    next_release: next === null ? null : { at_ms: next.atMs, amount: units(next.amountMinor) },
    completes_at_ms: terms.launchMs + (terms.releases.at(-1)?.afterMs ?? 0),
    market_price: shown.lastE8 === null ? null : formatMinor(shown.lastE8, E8),
    expected_gross_return: returned || allocatedMinor === null ? null : gain(shown, allocatedMinor, quote),
    accumulated_return: returned || allocatedMinor === null ? null : gain(shown, releasedMinor, quote),
    total_return_percent: returned ? null : returnPercent(shown),
    commitments: commitments.map(({ commitmentId, currencyId, amountMinor, atMs }) => ({
      commitment_id: commitmentId,
      ...wireAmount(currencyOf(currencyId), amountMinor),
      at_ms: atMs,
    })),
    created_at_ms: order.createdAtMs,
  };
}

export function wireAmounts(amounts: readonly LaunchAmount[], currencyOf: CurrencyOf): WireLaunchAmount[] {
  return amounts.map(({ currencyId, amountMinor }) => wireAmount(currencyOf(currencyId), amountMinor));
}

function wireAmount({ id, code, decimals }: Currency, amountMinor: bigint): WireLaunchAmount {
  return { currency_id: id, code, amount: formatMinor(amountMinor, decimals) };
}

/** Sums the parts as the exchange releases them: each truncated, the last one takes the remainder. */
function nextRelease({ terms }: LaunchOffer, allocatedMinor: bigint, releasedMinor: bigint) {
  let ppm = 0;
  for (const release of terms.releases) {
    ppm += release.ppm;
    const dueMinor = (allocatedMinor * BigInt(ppm)) / MILLION;
    if (dueMinor <= releasedMinor) continue;
    return { atMs: terms.launchMs + release.afterMs, amountMinor: dueMinor - releasedMinor };
  }
  return null;
}

function unspent(
  committed: readonly LaunchAmount[],
  spent: readonly LaunchAmount[],
  returned: boolean,
): LaunchAmount[] {
  return committed.flatMap(({ currencyId, amountMinor }) => {
    const used = returned ? 0n : (spent.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n);
    return amountMinor === used ? [] : [{ currencyId, amountMinor: amountMinor - used }];
  });
}

/** Gain or loss of the units against their issue price; truncated toward zero. Null without a price. */
function gain({ offer, lastE8 }: Priced, unitsMinor: bigint, quote: Currency): string | null {
  if (lastE8 === null) return null;
  const { issuePriceE8, currency } = offer.terms;
  const product = (lastE8 - BigInt(issuePriceE8)) * unitsMinor * 10n ** BigInt(quote.decimals);
  return formatMinor(product / 10n ** BigInt(E8 + currency.decimals), quote.decimals);
}

function returnPercent({ offer, lastE8 }: Priced): string | null {
  if (lastE8 === null) return null;
  const issue = BigInt(offer.terms.issuePriceE8);
  return formatFixed(((lastE8 - issue) * 10_000n) / issue, 2, 2);
}
