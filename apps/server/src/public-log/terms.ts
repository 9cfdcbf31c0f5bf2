import type { ReadonlyExchange } from '@tallystick/core';
import { marketConfigOf } from '@tallystick/core/market/derive-terms';
import { configOf } from '@tallystick/core/perpetual/derive-terms';
import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import type { RecordBody } from '@tallystick/verify/public-log/records';

type Lines = RecordBody<'terms'>['terms'];

/** Terms of a product as they are now, and as they are announced; `market` is what they are of. */
export interface ProductTerms {
  readonly product: 'spot' | 'perpetual' | 'option' | 'trust' | 'launch' | 'referral' | 'dust';
  readonly market: string;
  readonly effective: Lines;
  readonly announced: { readonly terms: Lines; readonly effectiveAtMs: number } | null;
}

/** Of terms that are no market's. */
const EVERYWHERE = 'all';

/** The terms of every product, as the exchange's core has them. */
export function productTerms(exchange: ReadonlyExchange): ProductTerms[] {
  const later = <Config extends object>(
    announced: { readonly config: Config; readonly effectiveAtMs: number } | null,
  ) =>
    announced === null ? null : { terms: linesOf(announced.config), effectiveAtMs: announced.effectiveAtMs };
  const symbolOf = (marketId: number): string => exchange.market(marketId)?.symbol ?? String(marketId);
  const spot = exchange.markets().map((market): ProductTerms => {
    const quote = exchange.currency(market.quoteCurrencyId)!;
    return {
      product: 'spot',
      market: market.symbol,
      effective: linesOf(marketConfigOf(market, quote)),
      announced: later(exchange.terms.announcedMarket(market.id)),
    };
  });
  const perpetual = exchange.perpetual.contracts().map((contract): ProductTerms => {
    const quote = exchange.currency(exchange.market(contract.marketId)!.quoteCurrencyId)!;
    return {
      product: 'perpetual',
      market: contract.symbol,
      effective: linesOf(configOf(contract, quote)),
      announced: later(exchange.terms.announcedPerpetual(contract.marketId)),
    };
  });
  const option = exchange.markets().flatMap(({ id }): ProductTerms[] => {
    const terms = exchange.option.terms(id);
    return terms === null ? [] : [inForce('option', symbolOf(id), terms)];
  });
  const trust = exchange.trust
    .products()
    .map(({ hostedMinor: _hosted, orderCount: _orders, ...terms }) =>
      inForce('trust', String(terms.productId), terms),
    );
  const launch = exchange.launch.offers().map(({ terms }) => inForce('launch', String(terms.offerId), terms));
  const { announcedTerms, terms: referralTerms } = exchange.referral;
  const referral: ProductTerms = {
    product: 'referral',
    market: EVERYWHERE,
    effective: linesOf(referralTerms),
    announced:
      announcedTerms === null
        ? null
        : { terms: linesOf(announcedTerms.terms), effectiveAtMs: announcedTerms.effectiveAtMs },
  };
  return [
    ...spot,
    ...perpetual,
    ...option,
    ...trust,
    ...launch,
    referral,
    inForce('dust', EVERYWHERE, exchange.dust.terms),
  ];
}

function inForce(product: ProductTerms['product'], market: string, terms: object): ProductTerms {
  return { product, market, effective: linesOf(terms), announced: null };
}

/** Name and value of each field, in the order of the names; amounts in minor units where the core has them so. */
function linesOf(terms: object): Lines {
  return Object.entries(terms)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name: snake(name), value: textOf(value) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return canonicalJson(plain(value));
}

/** The same with snake_case names, and amounts as decimal digits. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [snake(name), plain(one)]),
  );
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
