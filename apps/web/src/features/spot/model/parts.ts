import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallInput } from '@tallystick/protocol';
import { formatLots, formatTicks, parseLots, parseTicks, unitsOf, valueMinor } from '#lib/market-units.ts';
import type { WireMarket } from '@tallystick/protocol/wire';
import { hasPrice, type OrderRequest } from './order-types.ts';
import type { TicketContext, TicketSummary } from './summary.ts';
import { hasBracket, isIceberg, type Ticket } from './ticket.ts';

export type ListRequest = CallInput<'POST coin/order_list'>;

/** An iceberg shows itself in this many parts at most. */
const MAX_SLICES = 10n;

/** What a bracket is expected to sell again, as texts; null for a part that was not asked for, or while unknown. */
export interface Exits {
  readonly quantity: string;
  readonly profit: { readonly price: string; readonly value: string } | null;
  readonly loss: { readonly price: string; readonly value: string; readonly limit: string | null } | null;
}

/** The exits in figures: whole lots of what is received after the fee. Null without a bracket, or while unknown. */
export function exitsOf(ticket: Ticket, market: WireMarket, summary: TicketSummary): Exits | null {
  if (!hasBracket(ticket) || summary.receiveMinor === null) return null;
  const units = unitsOf(market);
  const lots = summary.receiveMinor / units.baseMinorPerLot;
  if (lots === 0n) return null;
  const at = (text: string) => {
    const ticks = parseTicks(text, units);
    if (!ticks) return null;
    const value = formatMinor(valueMinor(ticks, lots, units), units.quoteDecimals);
    return { price: formatTicks(ticks, units), value };
  };
  const loss = at(ticket.parts.loss);
  const limit = at(ticket.parts.lossLimit);
  return {
    quantity: formatLots(lots, units),
    profit: at(ticket.parts.profit),
    loss: loss && { price: loss.price, value: (limit ?? loss).value, limit: limit?.price ?? null },
  };
}

/** The fields of the call that places one order. Only for a ticket without problems. */
export function toParts(ticket: Ticket, market: WireMarket): Partial<OrderRequest> {
  const units = unitsOf(market);
  const { profit, loss, lossLimit, visible } = ticket.parts;
  const price = (text: string) => formatTicks(parseTicks(text, units) ?? 0n, units);
  return {
    ...(isIceberg(ticket) ? { visible_quantity: formatLots(parseLots(visible, units) ?? 0n, units) } : {}),
    ...(hasBracket(ticket)
      ? {
          ...(profit === '' ? {} : { take_profit_price: price(profit) }),
          ...(loss === '' ? {} : { stop_loss_price: price(loss) }),
          ...(lossLimit === '' ? {} : { stop_loss_limit_price: price(lossLimit) }),
        }
      : {}),
  };
}

export interface PartProblem {
  readonly code:
    | 'exit_required'
    | 'exit_step'
    | 'profit_too_low'
    | 'loss_too_high'
    | 'stop_price_required'
    | 'visible_part'
    | 'quantity_step';
  readonly field: 'profit' | 'loss' | 'lossLimit' | 'stopPrice' | 'visible';
  readonly params: Readonly<Record<string, string>>;
}

/** What is wrong with a bracket, with the stop of a list, or with what is shown; the order itself is sound. */
export function partProblems(
  ticket: Ticket,
  { market }: TicketContext,
  summary: TicketSummary,
): PartProblem[] {
  return [
    ...bracketProblems(ticket, market, summary),
    ...stopProblems(ticket, market),
    ...icebergProblems(ticket, market, summary),
  ];
}

function bracketProblems(ticket: Ticket, market: WireMarket, summary: TicketSummary): PartProblem[] {
  if (!hasBracket(ticket)) return [];
  const units = unitsOf(market);
  const { profit, loss, lossLimit } = ticket.parts;
  if (profit === '' && loss === '') return [{ code: 'exit_required', field: 'profit', params: {} }];
  if (loss === '' && lossLimit !== '') return [{ code: 'exit_required', field: 'loss', params: {} }];
  for (const [field, text] of Object.entries({ profit, loss, lossLimit } as const)) {
    if (text !== '' && !parseTicks(text, units))
      return [{ code: 'exit_step', field: field as 'profit', params: { step: market.tick_size } }];
  }
  const pays = hasPrice(ticket.type) ? summary.priceTicks : summary.triggerTicks;
  const profitTicks = profit === '' ? null : parseTicks(profit, units);
  const lossTicks = loss === '' ? null : parseTicks(loss, units);
  const text = (ticks: bigint) => formatTicks(ticks, units);
  if (profitTicks !== null && pays !== null && profitTicks <= pays)
    return [{ code: 'profit_too_low', field: 'profit', params: { lowest: text(pays) } }];
  const above = [pays, profitTicks].filter(ticks => ticks !== null);
  const limit = above.reduce<bigint | null>(
    (least, ticks) => (least === null || ticks < least ? ticks : least),
    null,
  );
  if (lossTicks !== null && limit !== null && lossTicks >= limit)
    return [{ code: 'loss_too_high', field: 'loss', params: { highest: text(limit) } }];
  return [];
}

function stopProblems({ type, side, parts }: Ticket, market: WireMarket): PartProblem[] {
  if (type !== 'oco') return [];
  if (parts.stopPrice === '')
    return side === 'buy' ? [{ code: 'stop_price_required', field: 'stopPrice', params: {} }] : [];
  return parseTicks(parts.stopPrice, unitsOf(market))
    ? []
    : [{ code: 'exit_step', field: 'stopPrice', params: { step: market.tick_size } }];
}

function icebergProblems(ticket: Ticket, market: WireMarket, { lots }: TicketSummary): PartProblem[] {
  if (!isIceberg(ticket)) return [];
  const units = unitsOf(market);
  const visible = parseLots(ticket.parts.visible, units);
  if (!visible)
    return [
      {
        code: 'quantity_step',
        field: 'visible',
        params: { step: market.lot_size, currency: market.base.code },
      },
    ];
  if (lots === null || (visible < lots && visible * MAX_SLICES >= lots)) return [];
  const least = formatLots((lots + MAX_SLICES - 1n) / MAX_SLICES, units);
  return [{ code: 'visible_part', field: 'visible', params: { least, currency: market.base.code } }];
}
