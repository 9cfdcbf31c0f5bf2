import type { CallInput } from '@tallystick/protocol';
import type { WireContract } from '@tallystick/protocol/wire';
import { formatTicks } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import { opposite, reduces, type Held } from './held.ts';
import { hasPrice, isPostOnly, sentAs } from './order-types.ts';
import type { TicketSummary } from './summary.ts';
import type { OpenRequest, Ticket } from './ticket.ts';

export type OrderRequest = CallInput<'POST lever/order'>;

/** What both calls have. */
function shared(ticket: Ticket, contract: WireContract, summary: TicketSummary) {
  const { priceTicks, worstTicks, lots, takeProfit, stopLoss } = summary;
  const isLimit = hasPrice(ticket.type);
  const units = contractUnits(contract);
  return {
    market_id: contract.market_id,
    type: sentAs(ticket.type),
    lots: String(lots ?? ''),
    multiple: ticket.leverage,
    ...(isLimit && priceTicks !== null ? { price: formatTicks(priceTicks, units) } : {}),
    ...(isPostOnly(ticket.type) ? { post_only: true } : {}),
    ...(!isLimit && worstTicks !== null ? { worst_price: formatTicks(worstTicks, units) } : {}),
    ...(takeProfit ? { take_profit_price: takeProfit.price } : {}),
    ...(stopLoss ? { stop_loss_price: stopLoss.price } : {}),
  };
}

/** The call that opens a position of its own. Only for a ticket without problems. */
export function toRequest(ticket: Ticket, contract: WireContract, summary: TicketSummary): OpenRequest {
  return { ...shared(ticket, contract, summary), direction: ticket.direction };
}

/** The call that places an order in hedge or net mode. Only for a ticket without problems. */
export function toOrderRequest(
  ticket: Ticket,
  contract: WireContract,
  summary: TicketSummary,
  held: Held,
): OrderRequest {
  const { direction } = ticket;
  const closes = reduces(ticket, held);
  return {
    ...shared(ticket, contract, summary),
    side: direction === 'long' ? 'buy' : 'sell',
    ...(held.mode === 'hedge' ? { position_side: closes ? opposite(direction) : direction } : {}),
    ...(held.mode === 'net' && closes ? { reduce_only: true } : {}),
  };
}
