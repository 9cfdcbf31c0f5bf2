import type { Customers } from '../customer/customer.ts';
import type { LaterPart } from '../product.ts';
import { SnapshotUnreadable } from '../snapshot/reader.ts';
import { TRAIL_KINDS } from '../spot/order.ts';
import { ConditionalOrder } from './conditional-order.ts';
import type { ConditionalOrders } from './conditional-orders.ts';
import { CONDITIONAL_EFFECTS, CONDITIONAL_KINDS, TRIGGER_SOURCES } from './conditional-view.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualOrderType, PositionSide } from './position-view.ts';

/** Written as positions, so these lists may only grow at the end. */
const SIDES: readonly PositionSide[] = ['long', 'short'];
const ORDER_TYPES: readonly PerpetualOrderType[] = ['limit', 'market'];

/** Conditional orders that wait, by id, and how many there have been. */
export function conditionalPart(
  conditionals: ConditionalOrders,
  markets: ReadonlyMap<number, PerpetualMarket>,
  customers: Customers,
): LaterPart {
  return {
    get isEmpty() {
      return conditionals.isEmpty;
    },
    write(writer) {
      writer.int(conditionals.lastId);
      const all = conditionals.all();
      writer.int(all.length);
      for (const order of all) {
        const { trail, trader } = order;
        writer.int(order.orderId);
        writer.int(trader.customerId);
        writer.int(trader.marketId);
        writer.word(SIDES, order.side);
        writer.word(CONDITIONAL_EFFECTS, order.effect);
        writer.optionalInt(order.positionId);
        writer.word(CONDITIONAL_KINDS, order.kind);
        writer.word(ORDER_TYPES, order.orderType);
        writer.optionalInt(order.lots);
        writer.optionalInt(order.multiple);
        writer.optionalInt(order.priceTicks);
        writer.word(TRIGGER_SOURCES, order.triggerSource);
        writer.optionalInt(order.triggerTicks);
        writer.bool(trail !== null);
        if (trail !== null) {
          writer.word(TRAIL_KINDS, trail.by);
          writer.int(trail.distance);
          writer.optionalInt(markets.get(trader.marketId)!.conditional.extremeOf(order));
        }
        writer.optionalText(order.clientOrderId);
        writer.optionalInt(order.dueAtMs === Infinity ? null : order.dueAtMs);
        writer.int(order.placedAtMs);
      }
    },
    read(reader) {
      conditionals.lastId = reader.int();
      let before = 0;
      for (let left = reader.int(); left > 0; left--) {
        const orderId = reader.int();
        const customerId = reader.int();
        const market = markets.get(reader.int());
        if (market === undefined || !customers.has(customerId) || orderId <= before)
          throw new SnapshotUnreadable(`conditional order ${orderId}`);
        before = orderId;
        const terms = {
          side: reader.word(SIDES),
          effect: reader.word(CONDITIONAL_EFFECTS),
          positionId: reader.optionalInt(),
          kind: reader.word(CONDITIONAL_KINDS),
          orderType: reader.word(ORDER_TYPES),
          lots: reader.optionalInt(),
          multiple: reader.optionalInt(),
          priceTicks: reader.optionalInt(),
          triggerSource: reader.word(TRIGGER_SOURCES),
          triggerTicks: reader.optionalInt(),
        };
        const trails = reader.bool();
        const trail = trails ? { by: reader.word(TRAIL_KINDS), distance: reader.int() } : null;
        const extremeTicks = trails ? reader.optionalInt() : null;
        const named = { clientOrderId: reader.optionalText(), expiresAtMs: reader.optionalInt() };
        const all = { ...terms, trail, ...named };
        const order = new ConditionalOrder(orderId, market.trader(customerId), all, reader.int());
        conditionals.add(market, order, extremeTicks);
      }
    },
  };
}
