import { formatMinor } from '@tallystick/core/money/decimal';
import { formatLots, formatTicks, unitsOf } from '#lib/market-units.ts';
import type { WireMarket } from '@tallystick/protocol/wire';
import type { TicketSummary } from './summary.ts';
import { hasPrice, hasTrigger, type OrderRequest, type Ticket } from './ticket.ts';

/** The call that places the order. Only for a ticket without problems from `validate`. */
export function toRequest(ticket: Ticket, market: WireMarket, summary: TicketSummary): OrderRequest {
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
    ...(hasTrigger(ticket.type) && summary.triggerTicks !== null
      ? { trigger_price: formatTicks(summary.triggerTicks, units) }
      : {}),
    ...(byBudget && summary.budgetMinor !== null
      ? { budget: formatMinor(summary.budgetMinor, units.quoteDecimals) }
      : summary.lots !== null
        ? { quantity: formatLots(summary.lots, units) }
        : {}),
  };
}
