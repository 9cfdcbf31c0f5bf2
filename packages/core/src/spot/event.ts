import type { CoreRefusalCode } from '../refusal.ts';
import type { CancelScope } from './command.ts';
import type { OrderView, Side } from './order.ts';

export interface Trade {
  readonly tradeId: number;
  readonly marketId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteMinor: bigint;
  readonly takerSide: Side;
  readonly takerOrderId: number;
  readonly takerCustomerId: number;
  /** In the currency the taker receives. */
  readonly takerFeeMinor: bigint;
  readonly makerOrderId: number;
  readonly makerCustomerId: number;
  /** In the currency the maker receives. */
  readonly makerFeeMinor: bigint;
}

/** A dead man's switch as it is now; `dueAtMs` null: off, because it was switched off or has run out. */
export interface CancelTimerView {
  readonly customerId: number;
  readonly marketId: number;
  readonly dueAtMs: number | null;
  readonly scope: CancelScope;
  /** For orders of contracts; absent: of spot. */
  readonly line?: 'perpetual';
}

export type SpotEvent =
  | ({ readonly type: 'cancelTimerChanged' } & CancelTimerView)
  /** A part of an accepted `replaceOrder`, `replacePerpetualOrder` or `orderBatch` was refused, as that part alone would have been. */
  | {
      readonly type: 'orderPartRefused';
      readonly customerId: number;
      /** A half of a replacement, or the place in the batch, from 0. */
      readonly part: 'cancel' | 'place' | number;
      readonly code: CoreRefusalCode;
      readonly field: string | null;
      readonly params: Readonly<Record<string, string | number>>;
    }
  /** The order's state after the command, at most once per order and command, complete. */
  | { readonly type: 'orderChanged'; readonly order: OrderView }
  | ({ readonly type: 'traded' } & Trade)
  /** A price level's total after the command; 0 lots = level gone. */
  | {
      readonly type: 'depthChanged';
      readonly marketId: number;
      readonly side: Side;
      readonly priceTicks: number;
      readonly quantityLots: number;
    };

export type SpotPostingReason = 'orderFreeze' | 'orderUnfreeze' | 'trade';
