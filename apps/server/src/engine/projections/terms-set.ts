import type { EventOf } from '@tallystick/core';
import type { ExchangeBodies } from '../../events/event.ts';

type TermsEvent = EventOf<
  | 'currencyConfigured'
  | 'marketConfigured'
  | 'perpetualConfigured'
  | 'optionTermsSet'
  | 'trustProductChanged'
  | 'dustTermsSet'
  | 'referralTermsChanged'
>;

/** What they are of; the terms themselves are read where they stand. */
export function termsOf(event: TermsEvent): ExchangeBodies['termsSet'] {
  switch (event.type) {
    case 'currencyConfigured':
      return { of: 'currency', id: event.currency.id };
    case 'marketConfigured':
      return { of: 'market', id: event.market.id };
    case 'perpetualConfigured':
      return { of: 'perpetual', id: event.contract.marketId };
    case 'optionTermsSet':
      return { of: 'option', id: event.terms.marketId };
    case 'trustProductChanged':
      return { of: 'trust', id: event.product.productId };
    case 'dustTermsSet':
      return { of: 'dust', id: null };
    default:
      return { of: 'referral', id: null };
  }
}
