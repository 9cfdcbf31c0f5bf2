import type { Following, Watcher } from '../spot/watcher.ts';
import type { OrderTrail, TriggerDirection } from '../spot/order.ts';
import type { PlaceConditionalOrder } from './command.ts';
import type {
  ConditionalEffect,
  ConditionalEnd,
  ConditionalKind,
  ConditionalOrderView,
  TriggerSource,
} from './conditional-view.ts';
import type { PerpetualTrader } from './position.ts';
import type { PerpetualOrderType, PositionSide } from './position-view.ts';

export type ConditionalTerms = Pick<
  PlaceConditionalOrder,
  | 'side'
  | 'effect'
  | 'positionId'
  | 'kind'
  | 'orderType'
  | 'lots'
  | 'multiple'
  | 'priceTicks'
  | 'triggerSource'
  | 'triggerTicks'
  | 'trail'
  | 'clientOrderId'
  | 'expiresAtMs'
>;

/** A conditional order while it waits, and in the command in which it ends. `ConditionalOrderView` explains the figures. */
export class ConditionalOrder implements Watcher<ConditionalOrder> {
  /** Its own id, not that of the order it will place. */
  readonly orderId: number;
  readonly trader: PerpetualTrader;
  readonly side: PositionSide;
  readonly effect: ConditionalEffect;
  readonly positionId: number | null;
  readonly kind: ConditionalKind;
  readonly orderType: PerpetualOrderType;
  readonly lots: number | null;
  readonly multiple: number | null;
  readonly priceTicks: number | null;
  readonly triggerSource: TriggerSource;
  readonly triggerTicks: number | null;
  readonly trail: OrderTrail | null;
  readonly clientOrderId: string | null;
  readonly triggerDirection: TriggerDirection;
  readonly placedAtMs: number;
  /** When it expires; Infinity: never. */
  readonly dueAtMs: number;
  updatedAtMs: number;
  status: ConditionalOrderView['status'] = 'waiting';
  endReason: ConditionalEnd | null = null;
  refusal: string | null = null;
  firedAtMs: number | null = null;
  firedPriceE8: number | null = null;
  placedOrderId: number | null = null;
  heapAt = -1;
  dueHeapAt = -1;
  trailGroup: Following<ConditionalOrder> | null = null;
  /** Whether the command being applied has changed it. */
  touched = false;

  constructor(orderId: number, trader: PerpetualTrader, terms: ConditionalTerms, placedAtMs: number) {
    this.orderId = orderId;
    this.trader = trader;
    this.side = terms.side;
    this.effect = terms.effect;
    this.positionId = terms.positionId;
    this.kind = terms.kind;
    this.orderType = terms.orderType;
    this.lots = terms.lots;
    this.multiple = terms.multiple;
    this.priceTicks = terms.priceTicks;
    this.triggerSource = terms.triggerSource;
    this.triggerTicks = terms.triggerTicks;
    this.trail = terms.trail === null ? null : { by: terms.trail.by, distance: terms.trail.distance };
    this.clientOrderId = terms.clientOrderId;
    this.triggerDirection = directionOf(terms);
    this.dueAtMs = terms.expiresAtMs ?? Infinity;
    this.placedAtMs = placedAtMs;
    this.updatedAtMs = placedAtMs;
  }

  get sells(): boolean {
    return this.side === 'short';
  }

  view(): ConditionalOrderView {
    return {
      conditionalOrderId: this.orderId,
      customerId: this.trader.customerId,
      marketId: this.trader.marketId,
      side: this.sells ? 'sell' : 'buy',
      effect: this.effect,
      positionId: this.positionId,
      kind: this.kind,
      orderType: this.orderType,
      lots: this.lots,
      multiple: this.multiple,
      priceTicks: this.priceTicks,
      triggerSource: this.triggerSource,
      triggerTicks: this.triggerTicks,
      trail: this.trail,
      clientOrderId: this.clientOrderId,
      expiresAtMs: this.dueAtMs === Infinity ? null : this.dueAtMs,
      status: this.status,
      endReason: this.endReason,
      refusal: this.refusal,
      firedAtMs: this.firedAtMs,
      firedPriceE8: this.firedPriceE8,
      orderId: this.placedOrderId,
      placedAtMs: this.placedAtMs,
      updatedAtMs: this.updatedAtMs,
    };
  }
}

/** Part of what the customer asked for: it does not depend on where the price is. */
export function directionOf({
  kind,
  side,
}: {
  readonly kind: ConditionalKind;
  readonly side: PositionSide;
}): TriggerDirection {
  return (kind === 'stop') === (side === 'long') ? 'rises' : 'falls';
}
