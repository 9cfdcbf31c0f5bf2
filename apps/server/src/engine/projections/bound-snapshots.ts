import { int8 } from './kinds.ts';
import { Projection } from './projection.ts';

/** A snapshot, and the journal entry that names its state. */
export interface BoundSnapshot {
  readonly sequence: number;
  readonly boundBy: number;
}

/** Where the journal names a snapshot's state. */
export const BOUND_SNAPSHOTS = new Projection<BoundSnapshot>(
  'snapshots',
  { sequence: int8, boundBy: int8 },
  { key: ['sequence'] },
);
