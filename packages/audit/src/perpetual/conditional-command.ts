import type { Trail } from '../spot/order.ts';
import type { Side } from './figures.ts';

/** As the journal writes it: prices in ticks. */
export interface PlaceConditional {
  readonly type: 'placeConditionalOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly effect: 'open' | 'reduce';
  readonly positionId: number | null;
  readonly kind: 'stop' | 'takeProfit';
  readonly orderType: 'limit' | 'market';
  /** Null: all that is held. */
  readonly lots: number | null;
  readonly multiple: number | null;
  readonly priceTicks: number | null;
  readonly triggerSource: 'mark' | 'index' | 'last';
  /** Of a trailing one: from where on it follows. */
  readonly triggerTicks: number | null;
  readonly trail: Trail | null;
  readonly clientOrderId: string | null;
  readonly expiresAtMs: number | null;
}

export type ConditionalCommand =
  | PlaceConditional
  | {
      readonly type: 'cancelConditionalOrder';
      readonly customerId: number;
      readonly conditionalOrderId: number;
    }
  | {
      readonly type: 'cancelAllConditionalOrders';
      readonly customerId: number;
      readonly marketId: number | null;
    };
