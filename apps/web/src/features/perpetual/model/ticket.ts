import type { CallInput } from '@tallystick/protocol';
import type { WireContract } from '@tallystick/protocol/wire';
import { parseLots } from '#lib/market-units.ts';
import { contractUnits, type Direction } from './contract.ts';

export type OpenRequest = CallInput<'POST lever/submit'>;
export type OrderType = 'market' | 'limit';

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

/** The order form: only what the customer chose. Everything shown beside it is derived by `summarise`. */
export interface Ticket {
  readonly direction: Direction;
  readonly type: OrderType;
  /** Of a limit order: refused rather than filled at once, so that it always pays the maker's fee. */
  readonly postOnly: boolean;
  /** Decimal string as typed; `''` = empty. */
  readonly price: string;
  /** Whole number as typed. */
  readonly lots: string;
  /** Part of the balance the slider was set to; 0 once lots are typed. */
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
  | { readonly type: 'typeChosen'; readonly orderType: OrderType; readonly postOnly?: boolean }
  | { readonly type: 'priceTyped'; readonly text: string }
  /** The mark price, as a start; what the customer typed stays. */
  | { readonly type: 'priceOffered'; readonly price: string }
  /** A price tapped in the book: a market order becomes a limit order at it. */
  | { readonly type: 'priceTapped'; readonly price: string }
  /** A quantity tapped in the book, in coins: the whole lots in it. */
  | { readonly type: 'quantityTapped'; readonly quantity: string; readonly contract: WireContract }
  | { readonly type: 'lotsTyped'; readonly text: string }
  | { readonly type: 'lotsStepped'; readonly by: 1 | -1 }
  /** The slider: how many lots that part of the balance opens is the caller's arithmetic. */
  | { readonly type: 'percentChosen'; readonly percent: number; readonly lots: bigint }
  | { readonly type: 'leverageChosen'; readonly leverage: number }
  | { readonly type: 'stopsToggled'; readonly on: boolean }
  | { readonly type: 'cleared' }
  /** The server accepted the order as it was `sent`; `canRepeat` tells whether the funds allow the same again. */
  | { readonly type: 'accepted'; readonly sent: Ticket; readonly canRepeat: boolean };

/** A leverage to begin with: high enough to be one, low enough that a usual day does not liquidate. */
const FIRST_LEVERAGE = 10;

export function firstLeverage({ multiples }: Pick<WireContract, 'multiples'>, remembered?: number): number {
  if (remembered !== undefined && multiples.includes(remembered)) return remembered;
  return multiples.findLast(leverage => leverage <= FIRST_LEVERAGE) ?? multiples[0] ?? 1;
}

export function emptyTicket(leverage: number, direction: Direction): Ticket {
  return {
    direction,
    type: 'market',
    postOnly: false,
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

/** What was typed while the answer was on its way belongs to the next order. */
function afterSending(ticket: Ticket, sent: Ticket, canRepeat: boolean): Ticket {
  const isSame = ticket.lots === sent.lots;
  const hasSameStops = ticket.hasStops === sent.hasStops && ticket.stops === sent.stops;
  return {
    ...ticket,
    ...(isSame ? { percent: 0, lots: canRepeat ? ticket.lots : '' } : {}),
    ...(hasSameStops ? { hasStops: false, stops: NO_STOPS } : {}),
  };
}

/** Pure: the form after one action. */
export function reduce(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case 'directionChosen':
      if (action.direction === ticket.direction) return ticket;
      // Prices on the right side of a long are on the wrong side of a short; percentages mean the same.
      return {
        ...ticket,
        direction: action.direction,
        stops: ticket.stops.unit === 'price' ? NO_STOPS : ticket.stops,
      };
    case 'typeChosen':
      return { ...ticket, type: action.orderType, postOnly: action.postOnly === true };
    case 'priceTyped':
      return { ...ticket, price: action.text };
    case 'priceOffered':
      return ticket.price === '' ? { ...ticket, price: action.price } : ticket;
    case 'priceTapped':
      return { ...ticket, type: 'limit', price: action.price };
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
      // A part of the balance opens another number of lots now.
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
        postOnly: ticket.postOnly,
      };
    case 'accepted':
      return afterSending(ticket, action.sent, action.canRepeat);
  }
}
