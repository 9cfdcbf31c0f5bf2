import { big, RowsTable } from './rows-table.ts';
import { updateFromUnnest } from './table.ts';

/** A snapshot, and the journal entry that names its state. */
export interface BoundSnapshot {
  readonly sequence: number;
  readonly boundBy: number;
}

/** Where to look for what the journal says of a snapshot. */
export function boundSnapshotsTable(): RowsTable<BoundSnapshot> {
  return new RowsTable<BoundSnapshot>(
    'snapshots_bound',
    { sequence: big(row => row.sequence), bound_by: big(row => row.boundBy) },
    (names, parameters) => updateFromUnnest('snapshots', 1, names, parameters),
  );
}
