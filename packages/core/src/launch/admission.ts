import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { unitsFor, valueOf } from './figures.ts';
import type { KeptOrder, OfferBook } from './offer-book.ts';
import type { LaunchAmount, LaunchTerms } from './terms.ts';

/** Names of existing currencies and markets, and names promised to another offer, cannot be promised again. */
export function refuseTaken(
  { offerId, currency, market }: LaunchTerms,
  markets: Markets,
  offers: Iterable<OfferBook>,
): Refusal | null {
  for (const { id, code } of markets.currencies()) {
    if (id === currency.id) return refuse('invalid_launch_offer', 'currency_id');
    if (code === currency.code) return refuse('invalid_launch_offer', 'code');
  }
  if (markets.market(market.id) !== undefined) return refuse('invalid_launch_offer', 'market_id');
  for (const { terms, status } of offers) {
    if (terms.offerId === offerId || status === 'cancelling' || status === 'cancelled') continue;
    if (terms.currency.id === currency.id) return refuse('invalid_launch_offer', 'currency_id');
    if (terms.currency.code === currency.code) return refuse('invalid_launch_offer', 'code');
    if (terms.market.id === market.id) return refuse('invalid_launch_offer', 'market_id');
  }
  return null;
}

/** Whether all commitments together reach the minimum and stay within the cap. Pro-rata offers may exceed the cap. */
export function refuseAmount(
  offer: OfferBook,
  known: KeptOrder | undefined,
  committed: readonly LaunchAmount[],
  markets: Markets,
): Refusal | null {
  const { terms, figures } = offer;
  const value = valueOf(committed, figures);
  if (value < terms.minimumMinor) {
    const quote = markets.currency(terms.market.quoteCurrencyId)!;
    return refuse('launch_below_minimum', 'amount', {
      minimum: formatMinor(terms.minimumMinor, quote.decimals),
      currency: quote.code,
    });
  }
  if (terms.mode === 'proRata') return null;
  const units = (amountMinor: bigint) => ({
    maximum: formatMinor(amountMinor, terms.currency.decimals),
    currency: terms.currency.code,
  });
  const wanted = unitsFor(value, figures);
  if (wanted > terms.capMinor) return refuse('launch_over_cap', 'amount', units(terms.capMinor));
  const leftMinor =
    terms.supplyMinor - offer.wantedMinor + (known === undefined ? 0n : offer.wantedBy(known.committed));
  return wanted > leftMinor ? refuse('launch_not_enough_left', 'amount', units(leftMinor)) : null;
}

/** The commitments with one amount added, in the order of the offer's accepted currencies. */
export function addAmount(
  { accepted }: LaunchTerms,
  committed: readonly LaunchAmount[],
  currencyId: number,
  amountMinor: bigint,
): LaunchAmount[] {
  return accepted
    .map(one => {
      const before = committed.find(amount => amount.currencyId === one.currencyId)?.amountMinor ?? 0n;
      const added = one.currencyId === currencyId ? amountMinor : 0n;
      return { currencyId: one.currencyId, amountMinor: before + added };
    })
    .filter(amount => amount.amountMinor !== 0n);
}
