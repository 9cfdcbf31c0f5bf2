import { int8, text } from './kinds.ts';
import { Projection } from './projection.ts';

export interface IdempotencyRow {
  readonly scope: string;
  readonly key: string;
  readonly inputHash: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly result: string;
}

export const IDEMPOTENCY = new Projection<IdempotencyRow>(
  'idempotency',
  { scope: text(), key: text(), inputHash: text(), sequence: int8, atMs: int8, result: text() },
  { key: ['scope', 'key'] },
);

/**
 * First results by key. A key inserted twice fails the batch, because a command would have been applied twice. The audit
 * uses the same names for cores of the past.
 */
export class IdempotencyRows {
  readonly table = IDEMPOTENCY.inserts();

  add(row: IdempotencyRow): void {
    this.table.push(row);
  }
}
