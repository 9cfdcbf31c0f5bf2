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

export type SpotEvent =
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
