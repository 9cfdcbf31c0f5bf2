import { formatTicks } from '#lib/market-units.ts';
import type { WireContract } from '@tallystick/protocol/wire';
import { contractUnits } from './contract.ts';
import type { TicketSummary } from './summary.ts';
import type { OpenRequest, Ticket } from './ticket.ts';

/** The call that opens the position. Only for a ticket without problems from `validate`. */
export function toRequest(ticket: Ticket, contract: WireContract, summary: TicketSummary): OpenRequest {
  const { priceTicks, worstTicks, lots, takeProfit, stopLoss } = summary;
  return {
    market_id: contract.market_id,
    direction: ticket.direction,
    type: ticket.type,
    lots: String(lots ?? ''),
    multiple: ticket.leverage,
    ...(ticket.type === 'limit' && priceTicks !== null
      ? { price: formatTicks(priceTicks, contractUnits(contract)) }
      : {}),
    ...(ticket.postOnly ? { post_only: true } : {}),
    ...(ticket.type === 'market' && worstTicks !== null
      ? { worst_price: formatTicks(worstTicks, contractUnits(contract)) }
      : {}),
    ...(takeProfit ? { take_profit_price: takeProfit.price } : {}),
    ...(stopLoss ? { stop_loss_price: stopLoss.price } : {}),
  };
}
