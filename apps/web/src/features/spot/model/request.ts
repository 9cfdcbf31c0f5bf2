import { formatMinor } from '@tallystick/core/money/decimal';
import { formatLots, formatTicks, unitsOf } from '#lib/market-units.ts';
import type { WireMarket } from '@tallystick/protocol/wire';
import type { TicketSummary } from './summary.ts';
import { hasPrice, hasTrail, hasTrigger, watches, type OrderRequest } from './order-types.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';

/** An order to send. With `lastsForMs` its end was counted from this moment: sent again, it is the same order. */
export interface OrderToSend {
  readonly order: OrderRequest;
  readonly lastsForMs?: number;
}

/** The parts that make two orders the same. */
export function meaningOf({ order, lastsForMs }: OrderToSend): unknown {
  if (lastsForMs === undefined) return order;
  const { expires_at_ms: _, ...rest } = order;
  return { ...rest, lastsForMs };
}

/** The call that places the order. Only for a ticket without problems from `validate`. */
export function toSend(
  ticket: Ticket,
  market: WireMarket,
  summary: TicketSummary,
  nowMs: number,
): OrderToSend {
  const order = toRequest(ticket, market, summary);
  if (order.time_in_force !== 'GTD') return { order };
  const { lasting } = ticket;
  if ('untilMs' in lasting) return { order: { ...order, expires_at_ms: lasting.untilMs } };
  return { order: { ...order, expires_at_ms: nowMs + lasting.forMs }, lastsForMs: lasting.forMs };
}

/** Only what is not the default. */
function toExtras({ extras, type, timeInForce }: Ticket): Partial<OrderRequest> {
  const canFail = !hasPrice(type) || timeInForce === 'FOK';
  return {
    ...(extras.selfTrade === EMPTY_TICKET.extras.selfTrade ? {} : { self_trade: extras.selfTrade }),
    ...(extras.endsUnfilled && canFail ? { if_unfillable: 'expire' } : {}),
    ...(extras.guarded ? { guarded: true } : {}),
  };
}

/** `12.`, as it is while typing, is 12. */
function finished(text: string): string {
  return text.replace(/\.$/, '');
}

function toRequest(ticket: Ticket, market: WireMarket, summary: TicketSummary): OrderRequest {
  const units = unitsOf(market);
  const byBudget = !hasPrice(ticket.type) && summary.budgetMinor !== null;
  return {
    market_id: market.id,
    side: ticket.side,
    type: ticket.type,
    ...(hasPrice(ticket.type) ? { time_in_force: ticket.timeInForce } : {}),
    ...(ticket.postOnly ? { post_only: true } : {}),
    ...(hasPrice(ticket.type) && summary.priceTicks !== null
      ? { price: formatTicks(summary.priceTicks, units) }
      : {}),
    ...(watches(ticket.type) && summary.triggerTicks !== null
      ? { trigger_price: formatTicks(summary.triggerTicks, units) }
      : {}),
    ...(hasTrigger(ticket.type) && summary.direction !== null
      ? { trigger_direction: summary.direction }
      : {}),
    ...(watches(ticket.type) && ticket.source !== EMPTY_TICKET.source
      ? { trigger_source: ticket.source }
      : {}),
    ...(hasTrail(ticket.type)
      ? { [ticket.trail.by === 'percent' ? 'trail_percent' : 'trail_distance']: finished(ticket.trail.text) }
      : {}),
    ...toExtras(ticket),
    ...(byBudget && summary.budgetMinor !== null
      ? { budget: formatMinor(summary.budgetMinor, units.quoteDecimals) }
      : summary.lots !== null
        ? { quantity: formatLots(summary.lots, units) }
        : {}),
  };
}
