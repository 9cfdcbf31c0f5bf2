import type { CallInput } from '@tallystick/protocol';

/** As the customer chooses it. */
export type OrderType = 'market' | 'limit' | 'postOnly';

/** What the form asks for. Everything else about a type follows from these. */
interface OrderTypeForm {
  readonly sentAs: NonNullable<CallInput<'POST lever/submit'>['type']>;
  readonly hasPrice: boolean;
  /** Refused if it would fill at once, so it always pays the maker fee. */
  readonly isPostOnly: boolean;
}

/** The order types of the form; the picker offers them in this order. */
const FORMS: Readonly<Record<OrderType, OrderTypeForm>> = {
  market: { sentAs: 'market', hasPrice: false, isPostOnly: false },
  limit: { sentAs: 'limit', hasPrice: true, isPostOnly: false },
  postOnly: { sentAs: 'limit', hasPrice: true, isPostOnly: true },
};

export const ORDER_TYPES = Object.keys(FORMS) as readonly OrderType[];

export function sentAs(type: OrderType): OrderTypeForm['sentAs'] {
  return FORMS[type].sentAs;
}

export function hasPrice(type: OrderType): boolean {
  return FORMS[type].hasPrice;
}

export function isPostOnly(type: OrderType): boolean {
  return FORMS[type].isPostOnly;
}
