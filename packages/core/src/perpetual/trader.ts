import type { AccountIndex } from '../ledger/ledger.ts';
import type { Position, PositionOwner } from './position.ts';

/** One customer in one contract: their contract account, found once, and what is pending or held, oldest first. */
export class PerpetualTrader implements PositionOwner {
  readonly customerId: number;
  readonly marketId: number;
  readonly account: AccountIndex;
  /** Entry values of what is open, and values of what waits to open. */
  exposureMinor = 0n;
  positions = 0;
  oldest: Position | null = null;
  newest: Position | null = null;

  constructor(customerId: number, marketId: number, account: AccountIndex) {
    this.customerId = customerId;
    this.marketId = marketId;
    this.account = account;
  }

  add(position: Position): void {
    position.older = this.newest;
    if (this.newest === null) this.oldest = position;
    else this.newest.newer = position;
    this.newest = position;
    this.positions++;
  }

  remove(position: Position): void {
    if (position.older === null) this.oldest = position.newer;
    else position.older.newer = position.newer;
    if (position.newer === null) this.newest = position.older;
    else position.newer.older = position.older;
    position.older = null;
    position.newer = null;
    this.positions--;
  }

  /** Oldest first, as they are now. */
  all(): Position[] {
    const positions: Position[] = [];
    for (let position = this.oldest; position !== null; position = position.newer) positions.push(position);
    return positions;
  }
}
