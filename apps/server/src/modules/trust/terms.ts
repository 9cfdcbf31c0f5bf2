import type { Command, ReadonlyExchange } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { trustProductChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';

/** A product as operators propose it; the fields are in the protocol's desk/changes.ts. */
export type TrustProductChange = z.output<typeof trustProductChange>;
type Configure = Extract<Command, { type: 'configureTrustProduct' }>;
type Sight = Pick<ReadonlyExchange, 'currency' | 'trust'>;

export function configOf(change: TrustProductChange): Configure {
  return {
    type: 'configureTrustProduct',
    productId: change.product_id,
    enabled: change.enabled,
    terms: {
      currencyId: change.currency_id,
      cycleDays: change.cycle_days,
      dailyYieldPpm: ppmOfPercent(change.daily_yield_percent),
      penaltyPpm: ppmOfPercent(change.penalty_percent),
      minimum: change.minimum,
      maximum: change.maximum,
      capacity: change.capacity,
      customerLimit: change.customer_limit,
      opensAtMs: change.opens_at_ms,
    },
  };
}

/** The product's terms in the shape of a change; null for none. */
export function termsOf(exchange: Sight, productId: number): TrustProductChange | null {
  const product = exchange.trust.product(productId);
  if (product === null) return null;
  const decimals = exchange.currency(product.currencyId)?.decimals ?? 0;
  const amount = (minor: bigint): string => formatMinor(minor, decimals);
  return {
    product_id: productId,
    enabled: product.enabled,
    currency_id: product.currencyId,
    cycle_days: product.cycleDays,
    daily_yield_percent: percentOfPpm(product.dailyYieldPpm),
    penalty_percent: percentOfPpm(product.penaltyPpm),
    minimum: amount(product.minMinor),
    maximum: amount(product.maxMinor),
    capacity: amount(product.capacityMinor),
    customer_limit: amount(product.customerLimitMinor),
    opens_at_ms: product.opensAtMs,
  };
}

/** The change with figures printed as the exchange prints them, so that `1.50` and `1.5` count as equal. */
export function normalTerms(exchange: Sight, change: TrustProductChange): TrustProductChange {
  const decimals = exchange.currency(change.currency_id)?.decimals ?? 0;
  const amount = (text: string): string => formatMinor(parseDecimal(text, decimals) ?? 0n, decimals);
  const percent = (text: string): string => percentOfPpm(ppmOfPercent(text));
  return {
    ...change,
    daily_yield_percent: percent(change.daily_yield_percent),
    penalty_percent: percent(change.penalty_percent),
    minimum: amount(change.minimum),
    maximum: amount(change.maximum),
    capacity: amount(change.capacity),
    customer_limit: amount(change.customer_limit),
  };
}
