import { line } from '../line.ts';
import type { Order } from './order.ts';

/** A waiting order as lines of the books: see docs/auditing.md. */
export function* linesOf(order: Order): Generator<string> {
  yield line(
    'order',
    order.orderId,
    order.customerId,
    order.market.id,
    order.side,
    order.orderType,
    order.timeInForce,
    order.postOnly,
    order.price,
    order.lots,
    order.budget,
    order.trigger,
    order.triggered,
    order.filledLots,
    order.filledQuote,
    order.fee,
    order.frozen,
    order.placedAtMs,
    ...addedTo(order),
  );
  yield* linkedLines(order);
}

/** What orders did not have from the beginning: only if there is something. */
function addedTo({
  prevented,
  triggeredAtMs,
  asks,
  extreme,
}: Order): readonly (string | number | bigint | boolean | null)[] {
  if (prevented === 0n && Object.keys(asks).length === 0) return [];
  const { triggerDirection = null, selfTrade = null, ifUnfillable = null, expiresAtMs = null } = asks;
  const fields = [
    prevented,
    triggeredAtMs,
    triggerDirection,
    selfTrade,
    ifUnfillable,
    expiresAtMs,
    asks.guarded === true,
  ];
  const { triggerSource = null, trail } = asks;
  if (triggerSource === null && trail === undefined) return fields;
  return [...fields, triggerSource, trail?.by ?? null, trail?.distance ?? null, extreme];
}

/** Lines of what not every order has. */
function* linkedLines({ orderId, listId, parentId, asks, resting }: Order): Generator<string> {
  const {
    visibleLots = null,
    takeProfitTicks = null,
    stopLossTicks = null,
    stopLossPriceTicks = null,
  } = asks;
  const shown = visibleLots === null ? null : resting!.lots;
  const fields = [listId, parentId, visibleLots, shown, takeProfitTicks, stopLossTicks, stopLossPriceTicks];
  if (fields.some(field => field !== null)) yield line('linked', orderId, ...fields);
}
