import type { OpeningEndReason, PerpetualOrderEnd, PerpetualOrderView, PositionView } from '@tallystick/core';

/**
 * An order of hedge or net mode as lists of mode `each` show orders: a position that waits to open. What it has opened
 * or closed is in the merged position.
 */
export function orderAsPosition(order: PerpetualOrderView): PositionView {
  const isOpen = order.status === 'open';
  return {
    positionId: order.orderId,
    customerId: order.customerId,
    marketId: order.marketId,
    side: order.side === 'buy' ? 'long' : 'short',
    orderType: order.orderType,
    multiple: order.multiple,
    maintenancePpm: 0,
    lots: order.lots,
    priceTicks: order.priceTicks,
    clientOrderId: order.clientOrderId,
    status: isOpen ? 'pending' : 'cancelled',
    waitingLots: order.waitingLots,
    waitingMinor: order.waitingMinor,
    openingEndReason: order.endReason === null ? null : shown(order.endReason),
    openedLots: 0,
    openedValueMinor: 0n,
    closedLots: 0,
    closedValueMinor: 0n,
    entryValueMinor: 0n,
    marginMinor: 0n,
    addedMarginMinor: 0n,
    realisedMinor: 0n,
    feeMinor: 0n,
    liquidationFeeMinor: 0n,
    fundingMinor: 0n,
    insurancePaidMinor: 0n,
    liquidationE8: null,
    bankruptcyE8: null,
    takeProfitTicks: null,
    stopLossTicks: null,
    triggered: null,
    closing: null,
    closeReason: null,
    placedAtMs: order.placedAtMs,
    openedAtMs: null,
    closedAtMs: null,
    updatedAtMs: order.updatedAtMs,
    ...(order.asked === undefined ? {} : { asked: order.asked }),
  };
}

/** The nearest word that such lists have. */
function shown(reason: PerpetualOrderEnd): OpeningEndReason {
  if (reason === 'openingRefused') return 'immediateRemainder';
  return reason === 'nothingToReduce' ? 'positionClosed' : reason;
}
