import type { EXCHANGE_KINDS } from './kinds/exchange-kinds.ts';
import type { Kind } from './kinds/kind.ts';
import type { OFFICE_KINDS } from './kinds/office-kinds.ts';

type Bodies<Kinds> = { [K in keyof Kinds]: Kinds[K] extends Kind<infer Body> ? Body : never };

/** Bodies of the exchange's own events, as stored. */
export type ExchangeBodies = Bodies<typeof EXCHANGE_KINDS>;
/** Bodies that `appendToFeed` accepts; only the engine writes the exchange's own. */
export type OfficeBodies = Bodies<typeof OFFICE_KINDS>;

/** Fills of one customer's order by one command. Without orders of the house and customers without an address. */
export interface OrderFilled {
  readonly line: 'spot' | 'perpetual';
  readonly marketId: number;
  readonly orderId: number;
  /** Perpetual only. */
  readonly positionId: number | null;
  readonly side: 'buy' | 'sell';
  readonly role: 'taker' | 'maker';
  /** Perpetual only: whether the lots opened or closed. */
  readonly effect: 'open' | 'close' | null;
  readonly lots: number;
  /** In quote minor units. */
  readonly valueMinor: bigint;
  /** Spot: in the currency received; perpetual: in quote minor units. */
  readonly feeMinor: bigint;
  readonly fills: number;
  readonly lastTradeId: number;
}

export type FeedBodies = Omit<ExchangeBodies, 'fills'> & OfficeBodies & { readonly orderFilled: OrderFilled };
export type FeedKind = keyof FeedBodies;

/** Something that has happened and is on disk. */
export interface FeedEventOf<K extends FeedKind> {
  /** Unique and permanent: receivers that may get an event twice detect duplicates by it. */
  readonly id: string;
  readonly kind: K;
  /** The customer concerned; null: several customers, or the market. */
  readonly customerId: number | null;
  readonly atMs: number;
  readonly body: FeedBodies[K];
}

export type FeedEvent<K extends FeedKind = FeedKind> = { [One in K]: FeedEventOf<One> }[K];
