import type { ReadonlyExchange } from '@tallystick/core';

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
