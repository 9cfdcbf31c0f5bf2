import { formatTicks, parseTicks, valueMinor } from '#lib/market-units.ts';
import { closePreview, validateClose } from './close.ts';
import type { ClosePreview } from './close-preview.ts';
import { contractUnits } from './contract.ts';
import { closedFirst, freeLots } from './held.ts';
import { hasPrice, isPostOnly } from './order-types.ts';
import { lotsOf, NOTHING_YET, worstOf, type TicketContext, type TicketSummary } from './summary.ts';
import type { Ticket } from './ticket.ts';
import { problem, type Problem } from './validate.ts';

/** The most lots that an order closing the opposite position may have: what waits to close it, waits for its turn. */
export function mostToReduce(ticket: Ticket, { held }: TicketContext): bigint {
  const position = closedFirst(ticket, held);
  if (position === null) return 0n;
  return hasPrice(ticket.type) ? freeLots(position, held) : BigInt(position.holding_lots);
}

function previewOf(ticket: Ticket, context: TicketContext, lots: bigint): ClosePreview | null {
  const { contract, held, bids, asks } = context;
  const position = closedFirst(ticket, held);
  const limitTicks = hasPrice(ticket.type) ? parseTicks(ticket.price, contractUnits(contract)) : null;
  if (position === null || (hasPrice(ticket.type) && !limitTicks)) return null;
  return closePreview(position, contract, lots, { bids, asks }, limitTicks);
}

/** What the form shows for an order that only closes: it needs no money, and moves no liquidation price. */
export function summariseReducing(ticket: Ticket, context: TicketContext): TicketSummary {
  const units = contractUnits(context.contract);
  const lots = lotsOf(ticket.lots);
  const priceTicks = hasPrice(ticket.type) ? parseTicks(ticket.price, units) : null;
  const closing = lots === null ? null : previewOf(ticket, context, lots);
  if (closing === null) return { ...NOTHING_YET, priceTicks, lots };
  const waiting = priceTicks === null || lots === null ? 0n : lots - closing.walk.lots;
  const waitingMinor = priceTicks === null ? 0n : valueMinor(priceTicks, waiting, units);
  return {
    ...NOTHING_YET,
    priceTicks,
    lots,
    immediate: closing.walk,
    worstTicks: hasPrice(ticket.type) ? null : worstOf(ticket.direction, closing.walk),
    entryPrice: closing.price,
    wholeMinor: closing.walk.valueMinor + waitingMinor,
    closesLots: lots ?? 0n,
    closing,
    neededMinor: 0n,
    feeMinor: closing.feeMinor,
  };
}

/** All problems of an order that only closes, in the order of the form. */
export function validateReducing(ticket: Ticket, context: TicketContext, summary: TicketSummary): Problem[] {
  const { contract, held, bids, asks, mark, bookKnown } = context;
  const position = closedFirst(ticket, held);
  if (position === null) return [problem('nothing_to_reduce', 'form')];
  const most = mostToReduce(ticket, context);
  if (most === 0n) return [problem('all_closing', 'form')];
  const found = validateClose(
    {
      way: hasPrice(ticket.type) ? 'limit' : 'market',
      lots: summary.lots,
      price: ticket.price,
      most,
      mark,
      fillable: bookKnown ? summary.immediate?.lots : undefined,
    },
    position,
    contract,
  );
  if (found) return [found];
  if (!isPostOnly(ticket.type) || !summary.immediate?.lots) return [];
  const [best] = ticket.direction === 'long' ? asks : bids;
  const text = best ? formatTicks(best.ticks, contractUnits(contract)) : '';
  return [problem('post_only_would_take', 'price', { best: text })];
}
