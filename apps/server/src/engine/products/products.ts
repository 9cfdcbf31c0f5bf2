import type { CommandType, EventType, PostingReason } from '@tallystick/core';
import { CONVERT } from './convert/convert.ts';
import { CUSTOMER } from './customer/customer.ts';
import { LAUNCH } from './launch/launch.ts';
import { MARKET } from './market/market.ts';
import { OPTION } from './option/option.ts';
import { PERPETUAL } from './perpetual/perpetual.ts';
import type { EngineProduct, PostingUse } from './product.ts';
import { REFERRAL } from './referral/referral.ts';
import { SPOT } from './spot/spot.ts';
import { TRUST } from './trust/trust.ts';
import { WITHDRAWAL } from './withdrawal/withdrawal.ts';

/** In the order in which differences are reported: what customers see first. */
const PRODUCTS = {
  spot: SPOT,
  withdrawal: WITHDRAWAL,
  customer: CUSTOMER,
  perpetual: PERPETUAL,
  option: OPTION,
  trust: TRUST,
  referral: REFERRAL,
  convert: CONVERT,
  launch: LAUNCH,
  market: MARKET,
} as const;

export type ProductName = keyof typeof PRODUCTS;

/** `Projections` handles these itself, because every order has several. */
type HotEvent = 'posted' | 'orderChanged' | 'traded' | 'depthChanged' | 'indexTicked';
/** What each product owns. */
type Owned = {
  [N in keyof typeof PRODUCTS]: (typeof PRODUCTS)[N] extends infer P extends EngineProduct
    ? Words<keyof P['commands'], keyof P['postings'], keyof ReturnType<NonNullable<P['batch']>>['on']>
    : never;
};
type Words<C, P, E> = `command ${C & string}` | `posting ${P & string}` | `event ${E & string}`;
/** Everything that must have an owner. */
type All = Words<Exclude<CommandType, 'passTime'>, PostingReason, Exclude<EventType, HotEvent>>;
/** What has no owner, or more than one. */
type Wrong =
  | Exclude<All, Owned[keyof Owned]>
  | { [N in keyof Owned]: Owned[N] & Owned[Exclude<keyof Owned, N>] }[keyof Owned];

/**
 * All parts of the core, as the engine stores them. A command, event or posting that is in none of them, or in two, does
 * not compile, and the error names it.
 */
export const ENGINE_PRODUCTS: [Wrong] extends [never] ? readonly EngineProduct[] : Wrong =
  Object.values(PRODUCTS);

/** Reasons of postings with this use. */
export function postingReasons(...uses: readonly PostingUse<PostingReason>[]): ReadonlySet<string> {
  return new Set(
    ENGINE_PRODUCTS.flatMap(({ postings }) =>
      Object.entries<PostingUse<PostingReason>>(postings).flatMap(([reason, use]) =>
        uses.includes(use) ? [reason] : [],
      ),
    ),
  );
}
