import type { ReadonlyExchange } from '@tallystick/core';
import { CallFailure } from '../http/call-failure.ts';

/** What the desk sees of the exchange: terms, states and who is frozen. Nothing that changes it. */
export type DeskExchange = Pick<
  ReadonlyExchange,
  | 'balance'
  | 'trust'
  | 'currencies'
  | 'currency'
  | 'market'
  | 'markets'
  | 'marketStatus'
  | 'isFrozen'
  | 'knowsCustomer'
  | 'launch'
  | 'indexBetween'
  | 'perpetual'
  | 'terms'
  | 'referral'
  | 'dust'
  | 'indexTick'
  | 'option'
  | 'balance'
>;

/** The id of a customer there is. Throws not_found. */
export function knownCustomer(exchange: Pick<DeskExchange, 'knowsCustomer'>, customerId: number): number {
  if (!exchange.knowsCustomer(customerId)) throw new CallFailure('not_found', { field: 'customer_id' });
  return customerId;
}
