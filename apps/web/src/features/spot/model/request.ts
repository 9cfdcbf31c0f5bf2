import { formatMinor } from '@tallystick/core/money/decimal';
import { formatLots, formatTicks, unitsOf } from '#lib/market-units.ts';
import type { WireMarket } from '@tallystick/protocol/wire';
import type { TicketSummary } from './summary.ts';
import { hasPrice, hasTrigger, type OrderRequest, type Ticket } from './ticket.ts';

/** The call that places the order. Only for a ticket that `validate` has nothing against. */
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

/**
 * One key per intent. The same order sent again after an answer was lost carries the same key, so the server
 * gives the first result instead of a second order; an answer, good or bad, ends the intent.
 */
export interface IntentKeys {
  keyFor(request: OrderRequest): string;
  answered(): void;
  /** True while it is not known what became of the last order. */
  readonly isOpen: boolean;
}

export function createIntentKeys(newKey: () => string): IntentKeys {
  let open: { readonly content: string; readonly key: string } | null = null;
  return {
    keyFor(request) {
      const content = JSON.stringify(request);
      if (open?.content !== content) open = { content, key: newKey() };
      return open.key;
    },
    answered() {
      open = null;
    },
    get isOpen() {
      return open !== null;
    },
  };
}
