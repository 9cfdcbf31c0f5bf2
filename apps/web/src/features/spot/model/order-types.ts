import type { CallInput } from '@tallystick/protocol';

export type OrderRequest = CallInput<'POST coin/trade'>;
export type Side = OrderRequest['side'];
export type OrderType = NonNullable<OrderRequest['type']>;
/** The unit of the order's size: base coin, or quote currency (a total or a budget). */
export type SizeUnit = 'base' | 'quote';

/** What the form asks for. Everything else about a type follows from these. */
interface OrderTypeForm {
  readonly hasPrice: boolean;
  /** A price that it waits for. */
  readonly hasTrigger: boolean;
  /** It follows the price at a distance, perhaps from an activation price on. */
  readonly hasTrail: boolean;
  /** Units a size can be given in; the first is the default. */
  readonly sizes: Readonly<Record<Side, readonly SizeUnit[]>>;
}

const BY_PRICE: OrderTypeForm['sizes'] = { buy: ['base', 'quote'], sell: ['base', 'quote'] };
/** Only a budget can be frozen in full before the price is known. */
const LATER: OrderTypeForm['sizes'] = { buy: ['quote'], sell: ['base'] };

/** The order types of the form; the picker offers them in this order. */
const FORMS: Readonly<Record<OrderType, OrderTypeForm>> = {
  limit: { hasPrice: true, hasTrigger: false, hasTrail: false, sizes: BY_PRICE },
  market: {
    hasPrice: false,
    hasTrigger: false,
    hasTrail: false,
    sizes: { buy: ['quote', 'base'], sell: ['base'] },
  },
  stop_limit: { hasPrice: true, hasTrigger: true, hasTrail: false, sizes: BY_PRICE },
  stop_market: { hasPrice: false, hasTrigger: true, hasTrail: false, sizes: LATER },
  trailing_stop: { hasPrice: false, hasTrigger: false, hasTrail: true, sizes: LATER },
};

export const ORDER_TYPES = Object.keys(FORMS) as readonly OrderType[];

export function hasPrice(type: OrderType): boolean {
  return FORMS[type].hasPrice;
}

export function hasTrigger(type: OrderType): boolean {
  return FORMS[type].hasTrigger;
}

export function hasTrail(type: OrderType): boolean {
  return FORMS[type].hasTrail;
}

/** Whether it waits outside the book for a price, of the last trade or the index. */
export function watches(type: OrderType): boolean {
  return hasTrigger(type) || hasTrail(type);
}

export function sizeUnits({
  side,
  type,
}: {
  readonly side: Side;
  readonly type: OrderType;
}): readonly SizeUnit[] {
  return FORMS[type].sizes[side];
}
