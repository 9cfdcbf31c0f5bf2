import type { EventLog } from '../event-log.ts';
import type { Depth } from '../exchange.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/markets.ts';
import type { Product } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../wallet/customers.ts';
import type { PerpetualCommand } from './commands.ts';
import type { PerpetualContract, PerpetualStatus } from './contract.ts';
import type { MarkPrice } from './events.ts';
import type { PositionView } from './position-view.ts';
import type { FundingState, PerpetualReader } from './reader.ts';

/** Perpetual contracts. */
export class Perpetual implements Product, PerpetualReader {
  readonly lastPositionId = 0;

  constructor(_log: EventLog, _ledger: Ledger, _markets: Markets, _customers: Customers) {}

  apply(command: PerpetualCommand, _atMs: number): Refusal | null {
    return refuse('unknown_perpetual', 'marketId' in command ? 'market_id' : 'position_id');
  }

  contracts(): readonly PerpetualContract[] {
    return [];
  }
  contract(_marketId: number): PerpetualContract | null {
    return null;
  }
  status(_marketId: number): PerpetualStatus | null {
    return null;
  }
  mark(_marketId: number): MarkPrice | null {
    return null;
  }
  funding(_marketId: number): FundingState | null {
    return null;
  }
  isStale(_marketId: number, _atMs: number): boolean {
    return true;
  }
  lastPriceTicks(_marketId: number): number | null {
    return null;
  }
  depth(_marketId: number, _levels: number): Depth {
    return { bids: [], asks: [] };
  }
  openInterestLots(_marketId: number): number {
    return 0;
  }
  position(_positionId: number): PositionView | null {
    return null;
  }
  positionsOf(_customerId: number, _marketId?: number): readonly PositionView[] {
    return [];
  }
  exposureMinor(_customerId: number, _marketId: number): bigint {
    return 0n;
  }

  indexTicked(): void {}
  dueAtMs(): number {
    return Infinity;
  }
  passTime(): void {}
  checkCheap(): void {}
  checkAll(): void {}
  write(_writer: SnapshotWriter): void {}
  read(_reader: SnapshotReader): void {}
}
