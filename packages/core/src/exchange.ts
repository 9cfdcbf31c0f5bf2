import type { Command } from './command.ts';
import { InvariantBroken, type InvariantLevel } from './invariant.ts';
import type { AccountKey } from './ledger/account.ts';
import type { Market, MarketStatus } from './market/market.ts';
import type { IndexTick } from './market/price-log.ts';
import type { Currency } from './money/currency.ts';
import type { Outcome } from './outcome.ts';
import type { OrderView } from './spot/order.ts';

/** Part of every snapshot: state written by one version of the logic is never continued by another. */
export const LOGIC_VERSION = 1;

export interface Balance {
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
}

export type AccountBalance = AccountKey & Balance;

/** `[priceTicks, quantityLots]`, best price first on both sides. */
export interface Depth {
  readonly bids: readonly (readonly [priceTicks: number, quantityLots: number])[];
  readonly asks: readonly (readonly [priceTicks: number, quantityLots: number])[];
}

export class Exchange {
  apply(_command: Command, _atMs: number): Outcome {
    throw new InvariantBroken('being written');
  }
  currency(_id: number): Currency | null {
    return null;
  }
  currencies(): readonly Currency[] {
    return [];
  }
  market(_id: number): Market | null {
    return null;
  }
  markets(): readonly Market[] {
    return [];
  }
  marketStatus(_id: number): MarketStatus | null {
    return null;
  }
  knowsCustomer(_id: number): boolean {
    return false;
  }
  balance(_key: AccountKey): Balance {
    return { availableMinor: 0n, frozenMinor: 0n };
  }
  /** Every account of the customer that holds something, by account then currency id. */
  balancesOf(_customerId: number): readonly AccountBalance[] {
    return [];
  }
  /** A waiting order; null once it is completed or cancelled (projections keep those). */
  order(_orderId: number): OrderView | null {
    return null;
  }
  /** Waiting orders, oldest first. */
  openOrders(_customerId: number, _marketId?: number): readonly OrderView[] {
    return [];
  }
  depth(_marketId: number, _levels: number): Depth {
    return { bids: [], asks: [] };
  }
  lastPriceTicks(_marketId: number): number | null {
    return null;
  }
  /** What the price band is measured from: the latest index tick, else the last trade. Truncated to ticks. */
  referencePriceTicks(_marketId: number): number | null {
    return null;
  }
  indexTick(_marketId: number): IndexTick | null {
    return null;
  }
  /** Number and hash of the newest tick of the price log; 0 and 64 zeros before the first. */
  priceLogHead(): { readonly number: number; readonly hash: string } {
    return { number: 0, hash: '0'.repeat(64) };
  }
  /** Time of the newest command that was applied, 0 before the first. */
  get lastAtMs(): number {
    return 0;
  }
  /** Throws InvariantBroken naming what does not add up. */
  checkInvariants(_level: InvariantLevel): void {}
  /** Canonical bytes: equal states give equal bytes, whatever way led to them. */
  snapshot(): Uint8Array {
    return new Uint8Array();
  }
  /** Throws SnapshotUnreadable for bytes that are damaged or of another logic version. */
  static restore(_snapshot: Uint8Array): Exchange {
    return new Exchange();
  }
  /** SHA-256 of the snapshot, lower-case hex. */
  stateHash(): string {
    return '';
  }
}
