import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { CallInput } from '@tallystick/protocol';
import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { formatLots, formatTicks, parseLots, unitsOf, valueMinor } from '#lib/market-units.ts';
import { hasTrigger } from './order-types.ts';
import { summarise, type TicketContext, type TicketSummary } from './summary.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';
import { validate, type Problem } from './validate.ts';

export type AmendRequest = CallInput<'POST coin/amend'>;

/** What an order's change comes to; amounts in minor units of the currency the order holds, null while unknown. */
export interface Amendment {
  readonly summary: TicketSummary;
  /** In the order of the form; the button shows the first. */
  readonly problems: readonly Problem[];
  readonly frozenMinor: bigint;
  readonly frozenAfterMinor: bigint | null;
  /** Whether anything would change. */
  readonly isChanged: boolean;
  /**
   * The order's place in the queue: kept if it only becomes smaller, otherwise it takes its turn again; null for stops,
   * which are in no queue.
   */
  readonly keepsPlace: boolean | null;
  /** Base coin that would trade at once, as text; null if nothing would. */
  readonly tradesAtOnce: string | null;
}

/** Prices without the zeros that no market writes, to compare what is the same price. */
function shortest(text: string | null): string {
  return text?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? '';
}

/** The form as the order is now. */
export function ticketOf(order: WireOrder): Ticket {
  return {
    ...EMPTY_TICKET,
    side: order.side,
    type: order.triggered ? 'limit' : order.type,
    timeInForce: order.time_in_force,
    postOnly: order.post_only,
    price: shortest(order.price),
    trigger: shortest(order.trigger_price),
    direction: order.trigger_direction,
    source: order.trigger_source,
    ...(order.expires_at_ms === null ? {} : { lasting: { untilMs: order.expires_at_ms } }),
    size:
      order.quantity === null
        ? { unit: 'quote', text: order.budget ?? '' }
        : { unit: 'base', text: order.quantity },
  };
}

/** What the order holds is there for its new self, too. */
function withFrozen(context: TicketContext, order: WireOrder, frozenMinor: bigint): TicketContext {
  const { baseMinor, quoteMinor } = context.available;
  const more = (minor: bigint | null) => (minor === null ? null : minor + frozenMinor);
  const available =
    order.side === 'buy'
      ? { baseMinor, quoteMinor: more(quoteMinor) }
      : { baseMinor: more(baseMinor), quoteMinor };
  return { ...context, available };
}

/** Pure. Judges the change by the order form's own rules, with what the order has done and holds already. */
export function assessAmendment(order: WireOrder, ticket: Ticket, context: TicketContext): Amendment {
  const { market } = context;
  const units = unitsOf(market);
  const before = summarise(ticketOf(order), context);
  const summary = summarise(ticket, context);
  const frozenMinor = parseDecimal(order.frozen, decimalsHeld(market, order)) ?? 0n;
  const gone =
    (parseLots(order.filled_quantity, units) ?? 0n) + (parseLots(order.prevented_quantity, units) ?? 0n);
  const { lots, priceTicks, triggerTicks, budgetMinor } = summary;
  const open = lots === null ? null : lots - gone;
  const frozenAfterMinor = frozenFor(order, summary, open, market);

  const isSamePrice = priceTicks === before.priceTicks && triggerTicks === before.triggerTicks;
  const isChanged = !isSamePrice || lots !== before.lots || budgetMinor !== before.budgetMinor;
  const isResting = !hasTrigger(ticket.type);
  const shrinks = isResting && isSamePrice && lots !== null && before.lots !== null && lots < before.lots;
  const crossing = summary.immediate?.lots ?? 0n;

  const found = validate(ticket, withFrozen(context, order, frozenMinor), {
    ...summary,
    neededMinor: frozenAfterMinor,
  });
  // An order that only becomes smaller is always allowed; and the price a stop was placed with needs no new approval.
  const isWaived = ({ code }: Problem) =>
    (shrinks && (code === 'market_cancel_only' || code === 'post_only_would_take')) ||
    (isSamePrice && (shrinks || !isResting) && code === 'price_out_of_band');
  const problems = found.filter(problem => !isWaived(problem));
  if (open !== null && gone > 0n && open <= 0n && lots !== 0n) {
    const params = { filled: formatLots(gone, units), currency: market.base.code };
    problems.push({ code: 'amend_below_filled', field: 'size', params });
  }
  return {
    summary,
    problems,
    frozenMinor,
    frozenAfterMinor,
    isChanged,
    keepsPlace: isResting ? shrinks : null,
    tradesAtOnce:
      isResting && !shrinks && crossing > 0n && open !== null && open > 0n
        ? formatLots(crossing < open ? crossing : open, units)
        : null,
  };
}

function decimalsHeld({ base, quote }: WireMarket, order: WireOrder): number {
  return (order.side === 'buy' ? quote : base).decimals;
}

function frozenFor(
  order: WireOrder,
  { budgetMinor, priceTicks }: TicketSummary,
  openLots: bigint | null,
  market: WireMarket,
): bigint | null {
  if (order.quantity === null) return budgetMinor;
  if (openLots === null || openLots < 0n) return null;
  const units = unitsOf(market);
  if (order.side === 'sell') return openLots * units.baseMinorPerLot;
  return priceTicks === null ? null : valueMinor(priceTicks, openLots, units);
}

/** The call that makes the change: only the figures that become others. Only for a change without problems. */
export function toAmendRequest(order: WireOrder, summary: TicketSummary, market: WireMarket): AmendRequest {
  const units = unitsOf(market);
  const { priceTicks, triggerTicks, lots, budgetMinor } = summary;
  const price = priceTicks === null ? null : formatTicks(priceTicks, units);
  const trigger = triggerTicks === null ? null : formatTicks(triggerTicks, units);
  const quantity = order.quantity === null || lots === null ? null : formatLots(lots, units);
  const budget = budgetMinor === null ? null : formatMinor(budgetMinor, units.quoteDecimals);
  const isOther = (now: string | null, then: string | null): now is string =>
    now !== null && shortest(now) !== shortest(then);
  return {
    order_id: order.order_id,
    ...(isOther(price, order.price) ? { price } : {}),
    ...(isOther(quantity, order.quantity) ? { quantity } : {}),
    ...(isOther(budget, order.budget) ? { budget } : {}),
    ...(isOther(trigger, order.trigger_price) ? { trigger_price: trigger } : {}),
  };
}
