import { formatMinor, truncateMinor } from '@tallystick/core/money/decimal';
import type { WireMarket } from '@tallystick/protocol/wire';
import { formatLots, unitsOf } from '#lib/market-units.ts';
import {
  hasPrice,
  hasTrail,
  sizeUnits,
  watches,
  type OrderRequest,
  type OrderType,
  type Side,
  type SizeUnit,
} from './order-types.ts';
import type { TypedTrail } from './trail.ts';

export type TimeInForce = NonNullable<OrderRequest['time_in_force']>;
export type TriggerDirection = NonNullable<OrderRequest['trigger_direction']>;
/** The price that stops watch. */
export type TriggerSource = NonNullable<OrderRequest['trigger_source']>;
export type SelfTrade = NonNullable<OrderRequest['self_trade']>;
/** How long a GTD order lasts: a time from when it is sent, or until a moment. Milliseconds. */
export type Lasting = { readonly forMs: number } | { readonly untilMs: number };
/** What an order may ask for beyond the usual. */
export interface Extras {
  readonly selfTrade: SelfTrade;
  /** End instead of being refused where nobody is found. */
  readonly endsUnfilled: boolean;
  /** Taken off by a cancel timer set for guarded orders alone. */
  readonly guarded: boolean;
}

/** The order form: only the customer's choices. `summarise` derives everything else that is shown. */
export interface Ticket {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Decimal strings as typed; `''` = empty. */
  readonly price: string;
  /** Of a trailing stop: the price from which it follows; empty: from now on. */
  readonly trigger: string;
  /** Which way the price has to go, as shown for this trigger; null until it was shown. */
  readonly direction: TriggerDirection | null;
  readonly source: TriggerSource;
  /** Counts only for trailing stops. */
  readonly trail: TypedTrail;
  /** Counts only for GTD orders. */
  readonly lasting: Lasting;
  readonly extras: Extras;
  readonly size: { readonly unit: SizeUnit; readonly text: string };
  /** Percentage of the balance chosen with the slider; 0 once the size is typed. */
  readonly percent: number;
}

export type TicketAction =
  | { readonly type: 'sideChosen'; readonly side: Side }
  | { readonly type: 'typeChosen'; readonly orderType: OrderType }
  | { readonly type: 'timeInForceChosen'; readonly timeInForce: TimeInForce }
  | { readonly type: 'lastingChosen'; readonly lasting: Lasting }
  | { readonly type: 'postOnlyChosen'; readonly postOnly: boolean }
  | { readonly type: 'extrasChosen'; readonly extras: Partial<Extras> }
  | { readonly type: 'priceTyped'; readonly text: string }
  /** Fills in the last price if the customer has not typed a price. */
  | { readonly type: 'priceOffered'; readonly price: string }
  | { readonly type: 'triggerTyped'; readonly text: string }
  /** The form shows the trigger with this direction: from now on the price may move, but the order stays what it is. */
  | { readonly type: 'directionShown'; readonly direction: TriggerDirection }
  | { readonly type: 'sourceChosen'; readonly source: TriggerSource }
  | { readonly type: 'trailTyped'; readonly text: string }
  | { readonly type: 'trailUnitChosen'; readonly by: TypedTrail['by'] }
  | { readonly type: 'sizeTyped'; readonly unit: SizeUnit; readonly text: string }
  | { readonly type: 'unitChosen'; readonly unit: SizeUnit }
  | ({ readonly type: 'percentChosen'; readonly percent: number; readonly market: WireMarket } & Available)
  /** A price tapped in the book. A market order becomes a limit order at that price. */
  | { readonly type: 'priceTapped'; readonly price: string }
  | { readonly type: 'quantityTapped'; readonly quantity: string }
  | { readonly type: 'cleared' }
  /** The server accepted the ticket `sent`. `canRepeat`: the balance allows the same order again. */
  | { readonly type: 'accepted'; readonly sent: Ticket; readonly canRepeat: boolean };

export interface Available {
  /** Minor units of the spot account; null while unknown. */
  readonly baseMinor: bigint | null;
  readonly quoteMinor: bigint | null;
}

export const EMPTY_TICKET: Ticket = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  price: '',
  trigger: '',
  direction: null,
  source: 'last',
  trail: { by: 'percent', text: '' },
  lasting: { forMs: 86_400_000 },
  extras: { selfTrade: 'expire_taker', endsUnfilled: false, guarded: false },
  size: { unit: 'base', text: '' },
  percent: 0,
};

/** Whether what is not filled at once waits. */
export function rests(timeInForce: TimeInForce): boolean {
  return timeInForce === 'GTC' || timeInForce === 'GTD';
}

/** Clears a size whose unit the new order type does not allow; other input stays. */
function withFittingSize(ticket: Ticket): Ticket {
  const units = sizeUnits(ticket);
  const first = units[0] ?? 'base';
  if (ticket.size.text === '') return { ...ticket, size: { unit: first, text: '' }, percent: 0 };
  if (units.includes(ticket.size.unit)) return ticket;
  return { ...ticket, size: { unit: first, text: '' }, percent: 0 };
}

function atPercent(ticket: Ticket, percent: number, market: WireMarket, available: Available): Ticket {
  const units = unitsOf(market);
  const part = BigInt(Math.max(0, Math.min(100, Math.round(percent))));
  if (part === 0n) return { ...ticket, size: { ...ticket.size, text: '' }, percent: 0 };
  if (ticket.side === 'sell') {
    if (available.baseMinor === null) return ticket;
    const lots = (available.baseMinor * part) / 100n / units.baseMinorPerLot;
    const text = lots > 0n ? formatLots(lots, units) : '';
    return { ...ticket, size: { unit: 'base', text }, percent };
  }
  if (available.quoteMinor === null) return ticket;
  const exact = (available.quoteMinor * part) / 100n;
  // 100 % uses every digit; other parts are shortened to be readable.
  const minor =
    part === 100n ? exact : truncateMinor(exact, market.quote.decimals, market.quote.display_decimals);
  const text = minor > 0n ? formatMinor(minor, market.quote.decimals) : '';
  return { ...ticket, size: { unit: 'quote', text }, percent };
}

/** Pure. Returns the form after one action. */
export function reduce(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case 'sideChosen':
      if (action.side === ticket.side) return ticket;
      // A percentage of the other side's balance is meaningless here; a typed quantity is not.
      return withFittingSize({
        ...ticket,
        side: action.side,
        percent: 0,
        size: ticket.percent > 0 ? { ...ticket.size, text: '' } : ticket.size,
      });
    case 'typeChosen':
      return withFittingSize({
        ...ticket,
        type: action.orderType,
        // Where a trailing stop begins is another price than where a stop fires.
        ...(hasTrail(action.orderType) === hasTrail(ticket.type) ? {} : { trigger: '', direction: null }),
        postOnly: action.orderType === 'limit' && ticket.postOnly,
        timeInForce: hasPrice(action.orderType) ? ticket.timeInForce : 'GTC',
      });
    case 'timeInForceChosen':
      return {
        ...ticket,
        timeInForce: action.timeInForce,
        postOnly: rests(action.timeInForce) && ticket.postOnly,
      };
    case 'lastingChosen':
      return { ...ticket, lasting: action.lasting };
    case 'extrasChosen':
      return { ...ticket, extras: { ...ticket.extras, ...action.extras } };
    case 'postOnlyChosen':
      return {
        ...ticket,
        postOnly: action.postOnly,
        timeInForce: action.postOnly && !rests(ticket.timeInForce) ? 'GTC' : ticket.timeInForce,
      };
    case 'priceTyped':
      return { ...ticket, price: action.text };
    case 'priceOffered':
      return ticket.price === '' ? { ...ticket, price: action.price } : ticket;
    case 'triggerTyped':
      return { ...ticket, trigger: action.text, direction: null };
    case 'directionShown':
      return { ...ticket, direction: action.direction };
    case 'sourceChosen':
      return { ...ticket, source: action.source, direction: null };
    case 'trailTyped':
      return { ...ticket, trail: { ...ticket.trail, text: action.text } };
    case 'trailUnitChosen':
      return action.by === ticket.trail.by ? ticket : { ...ticket, trail: { by: action.by, text: '' } };
    case 'sizeTyped':
      return { ...ticket, size: { unit: action.unit, text: action.text }, percent: 0 };
    case 'unitChosen':
      if (action.unit === ticket.size.unit || !sizeUnits(ticket).includes(action.unit)) return ticket;
      return { ...ticket, size: { unit: action.unit, text: '' }, percent: 0 };
    case 'percentChosen':
      return atPercent(ticket, action.percent, action.market, action);
    case 'priceTapped':
      if (hasPrice(ticket.type)) return { ...ticket, price: action.price };
      if (watches(ticket.type)) return { ...ticket, trigger: action.price, direction: null };
      return { ...ticket, type: 'limit', price: action.price };
    case 'quantityTapped':
      if (!sizeUnits(ticket).includes('base')) return ticket;
      return { ...ticket, size: { unit: 'base', text: action.quantity }, percent: 0 };
    case 'cleared':
      return withFittingSize({
        ...ticket,
        price: '',
        trigger: '',
        direction: null,
        trail: { ...ticket.trail, text: '' },
        size: { ...ticket.size, text: '' },
        percent: 0,
      });
    case 'accepted':
      // Changes made while the request was pending belong to the next order.
      if (ticket.size !== action.sent.size) return ticket;
      if (action.canRepeat) return { ...ticket, percent: 0 };
      return { ...ticket, size: { ...ticket.size, text: '' }, percent: 0 };
  }
}
