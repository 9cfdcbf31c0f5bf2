import type { CallInput } from '@tallystick/protocol';
import type { WireContract } from '@tallystick/protocol/wire';
import { parseLots } from '#lib/market-units.ts';
import { contractUnits, type Direction } from './contract.ts';
import { hasPrice, type OrderType } from './order-types.ts';

export type OpenRequest = CallInput<'POST lever/submit'>;

/** What stops are given in: a price, a move of the price in percent, or a result in percent of the margin. */
export type StopUnit = 'price' | 'move' | 'margin';
export const STOP_UNITS: readonly StopUnit[] = ['price', 'move', 'margin'];

/** Take-profit and stop-loss as typed: decimal strings without a sign; `''` = none. */
export interface Stops {
  readonly unit: StopUnit;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

export const NO_STOPS: Stops = { unit: 'price', takeProfit: '', stopLoss: '' };

/** The order form: only the customer's choices. `summarise` derives everything else that is shown. */
export interface Ticket {
  readonly direction: Direction;
  readonly type: OrderType;
  /** Closes the opposite position and opens nothing; counts only in hedge and net mode. */
  readonly reduceOnly: boolean;
  /** Decimal string as typed; `''` = empty. */
  readonly price: string;
  /** Whole number as typed. */
  readonly lots: string;
  /** Percentage of the balance chosen with the slider; 0 once lots are typed. */
  readonly percent: number;
  readonly leverage: number;
  readonly hasStops: boolean;
  readonly stops: Stops;
}

export type StopsAction =
  | { readonly type: 'stopUnitChosen'; readonly unit: StopUnit; readonly converted?: Partial<Stops> }
  | { readonly type: 'takeProfitTyped'; readonly text: string }
  | { readonly type: 'stopLossTyped'; readonly text: string };

export type TicketAction =
  | StopsAction
  | { readonly type: 'directionChosen'; readonly direction: Direction }
  | { readonly type: 'typeChosen'; readonly orderType: OrderType }
  | { readonly type: 'reduceOnlyChosen'; readonly on: boolean }
  | { readonly type: 'priceTyped'; readonly text: string }
  /** Fills in the mark price if the customer has not typed a price. */
  | { readonly type: 'priceOffered'; readonly price: string }
  /** A price tapped in the book. A market order becomes a limit order at that price. */
  | { readonly type: 'priceTapped'; readonly price: string }
  /** A quantity in coins tapped in the book, truncated to whole lots. */
  | { readonly type: 'quantityTapped'; readonly quantity: string; readonly contract: WireContract }
  | { readonly type: 'lotsTyped'; readonly text: string }
  | { readonly type: 'lotsStepped'; readonly by: 1 | -1 }
  /** The slider. The caller computes the lots for this percentage. */
  | { readonly type: 'percentChosen'; readonly percent: number; readonly lots: bigint }
  | { readonly type: 'leverageChosen'; readonly leverage: number }
  | { readonly type: 'stopsToggled'; readonly on: boolean }
  | { readonly type: 'cleared' }
  /** The server accepted the ticket `sent`. `canRepeat`: the balance allows the same order again. */
  | { readonly type: 'accepted'; readonly sent: Ticket; readonly canRepeat: boolean };

/** Default leverage, low enough that an ordinary day's price move does not liquidate. */
const FIRST_LEVERAGE = 10;

/** Any whole number up to the largest on offer may be remembered. */
export function firstLeverage({ multiples }: Pick<WireContract, 'multiples'>, remembered = 0): number {
  if (remembered >= 1 && remembered <= (multiples.at(-1) ?? 1)) return remembered;
  return multiples.findLast(leverage => leverage <= FIRST_LEVERAGE) ?? multiples[0] ?? 1;
}

export function emptyTicket(leverage: number, direction: Direction): Ticket {
  return {
    direction,
    type: 'market',
    reduceOnly: false,
    price: '',
    lots: '',
    percent: 0,
    leverage,
    hasStops: false,
    stops: NO_STOPS,
  };
}

export function reduceStops(stops: Stops, action: StopsAction): Stops {
  switch (action.type) {
    case 'stopUnitChosen':
      return { ...stops, takeProfit: '', stopLoss: '', ...action.converted, unit: action.unit };
    case 'takeProfitTyped':
      return { ...stops, takeProfit: action.text };
    case 'stopLossTyped':
      return { ...stops, stopLoss: action.text };
  }
}

function stepLots(text: string, by: 1 | -1): string {
  const lots = /^\d{1,15}$/.test(text) ? BigInt(text) : 0n;
  const next = lots + BigInt(by);
  return next >= 1n ? String(next) : '1';
}

/** Changes made while the request was pending belong to the next order. */
function afterSending(ticket: Ticket, sent: Ticket, canRepeat: boolean): Ticket {
  const isSame = ticket.lots === sent.lots;
  const hasSameStops = ticket.hasStops === sent.hasStops && ticket.stops === sent.stops;
  return {
    ...ticket,
    ...(isSame ? { percent: 0, lots: canRepeat ? ticket.lots : '' } : {}),
    ...(hasSameStops ? { hasStops: false, stops: NO_STOPS } : {}),
  };
}

/** Pure. Returns the form after one action. */
export function reduce(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case 'directionChosen':
      if (action.direction === ticket.direction) return ticket;
      // Stop prices valid for a long are invalid for a short. Percentages stay valid.
      return {
        ...ticket,
        direction: action.direction,
        stops: ticket.stops.unit === 'price' ? NO_STOPS : ticket.stops,
      };
    case 'typeChosen':
      return { ...ticket, type: action.orderType };
    case 'reduceOnlyChosen':
      // A part of the balance is not a part of the position, and what closes has no stops.
      return {
        ...ticket,
        reduceOnly: action.on,
        ...(ticket.percent > 0 ? { percent: 0, lots: '' } : {}),
        hasStops: false,
        stops: NO_STOPS,
      };
    case 'priceTyped':
      return { ...ticket, price: action.text };
    case 'priceOffered':
      return ticket.price === '' ? { ...ticket, price: action.price } : ticket;
    case 'priceTapped':
      return { ...ticket, type: hasPrice(ticket.type) ? ticket.type : 'limit', price: action.price };
    case 'quantityTapped': {
      const lots = parseLots(action.quantity, contractUnits(action.contract));
      return lots === null || lots === 0n ? ticket : { ...ticket, lots: String(lots), percent: 0 };
    }
    case 'lotsTyped':
      return { ...ticket, lots: action.text, percent: 0 };
    case 'lotsStepped':
      return { ...ticket, lots: stepLots(ticket.lots, action.by), percent: 0 };
    case 'percentChosen':
      return {
        ...ticket,
        percent: action.percent,
        lots: action.percent === 0 ? '' : String(action.lots),
      };
    case 'leverageChosen':
      // The same percentage of the balance gives another number of lots now.
      return { ...ticket, leverage: action.leverage, percent: 0 };
    case 'stopsToggled':
      return { ...ticket, hasStops: action.on, stops: action.on ? ticket.stops : NO_STOPS };
    case 'stopUnitChosen':
    case 'takeProfitTyped':
    case 'stopLossTyped':
      return { ...ticket, stops: reduceStops(ticket.stops, action) };
    case 'cleared':
      return {
        ...emptyTicket(ticket.leverage, ticket.direction),
        type: ticket.type,
        reduceOnly: ticket.reduceOnly,
      };
    case 'accepted':
      return afterSending(ticket, action.sent, action.canRepeat);
  }
}
