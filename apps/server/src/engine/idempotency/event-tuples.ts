import type { EventOf, OrderView } from '@tallystick/core';

/** What nearly every answer consists of, as JSON arrays: named fields would take three times the time and room. */
type Tuple = readonly [tag: unknown, ...values: unknown[]];

const ORDER = 'o';
const TRADE = 't';

export function encodeOrderChanged({ order }: EventOf<'orderChanged'>): string {
  return (
    `["${ORDER}",${order.orderId},${order.customerId},${order.marketId},"${order.side}","${order.orderType}",` +
    `"${order.timeInForce}",${order.postOnly},${order.priceTicks},${order.quantityLots},` +
    `${order.budgetMinor === null ? 'null' : `"${order.budgetMinor}"`},${order.triggerTicks},${order.triggered},` +
    `${order.clientOrderId === null ? 'null' : JSON.stringify(order.clientOrderId)},"${order.status}",` +
    `${order.reason === null ? 'null' : `"${order.reason}"`},${order.filledLots},"${order.filledQuoteMinor}",` +
    `"${order.feeMinor}","${order.frozenMinor}",${order.placedAtMs},${order.updatedAtMs}]`
  );
}

export function encodeTraded(trade: EventOf<'traded'>): string {
  return (
    `["${TRADE}",${trade.tradeId},${trade.marketId},${trade.priceTicks},${trade.quantityLots},` +
    `"${trade.quoteMinor}","${trade.takerSide}",${trade.takerOrderId},${trade.takerCustomerId},` +
    `"${trade.takerFeeMinor}",${trade.makerOrderId},${trade.makerCustomerId},"${trade.makerFeeMinor}"]`
  );
}

/** Throws an Error if the array is of no known kind. */
export function decodeTuple(tuple: Tuple): EventOf<'orderChanged'> | EventOf<'traded'> {
  switch (tuple[0]) {
    case ORDER:
      return { type: 'orderChanged', order: decodeOrder(tuple) };
    case TRADE:
      return decodeTraded(tuple);
    default:
      throw new Error(`an unknown kind of stored event: ${JSON.stringify(tuple[0])}`);
  }
}

function decodeOrder(tuple: Tuple): OrderView {
  return {
    orderId: tuple[1] as number,
    customerId: tuple[2] as number,
    marketId: tuple[3] as number,
    side: tuple[4] as OrderView['side'],
    orderType: tuple[5] as OrderView['orderType'],
    timeInForce: tuple[6] as OrderView['timeInForce'],
    postOnly: tuple[7] as boolean,
    priceTicks: tuple[8] as number | null,
    quantityLots: tuple[9] as number | null,
    budgetMinor: tuple[10] === null ? null : BigInt(tuple[10] as string),
    triggerTicks: tuple[11] as number | null,
    triggered: tuple[12] as boolean,
    clientOrderId: tuple[13] as string | null,
    status: tuple[14] as OrderView['status'],
    reason: tuple[15] as OrderView['reason'],
    filledLots: tuple[16] as number,
    filledQuoteMinor: BigInt(tuple[17] as string),
    feeMinor: BigInt(tuple[18] as string),
    frozenMinor: BigInt(tuple[19] as string),
    placedAtMs: tuple[20] as number,
    updatedAtMs: tuple[21] as number,
  };
}

function decodeTraded(tuple: Tuple): EventOf<'traded'> {
  return {
    type: 'traded',
    tradeId: tuple[1] as number,
    marketId: tuple[2] as number,
    priceTicks: tuple[3] as number,
    quantityLots: tuple[4] as number,
    quoteMinor: BigInt(tuple[5] as string),
    takerSide: tuple[6] as OrderView['side'],
    takerOrderId: tuple[7] as number,
    takerCustomerId: tuple[8] as number,
    takerFeeMinor: BigInt(tuple[9] as string),
    makerOrderId: tuple[10] as number,
    makerCustomerId: tuple[11] as number,
    makerFeeMinor: BigInt(tuple[12] as string),
  };
}
