import { BigintColumn, TextColumn } from './columns.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = ['scope', 'key', 'input_hash', 'sequence', 'at_ms', 'result'] as const;

export interface IdempotencyRow {
  readonly scope: string;
  readonly key: string;
  readonly inputHash: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly result: string;
}

/** First results by key. A key inserted twice fails the batch: it would mean that a command was applied twice. */
export class IdempotencyTable implements ProjectionTable {
  readonly name = 'idempotency';
  readonly #scope = new TextColumn();
  readonly #key = new TextColumn();
  readonly #inputHash = new TextColumn();
  readonly #sequence = new BigintColumn();
  readonly #atMs = new BigintColumn();
  readonly #result = new TextColumn();

  readonly columns = [this.#scope, this.#key, this.#inputHash, this.#sequence, this.#atMs, this.#result];

  statement(parameters: readonly string[]): string {
    return insertFromUnnest('idempotency', NAMES, parameters);
  }

  add(row: IdempotencyRow): void {
    this.#scope.push(row.scope);
    this.#key.push(row.key);
    this.#inputHash.push(row.inputHash);
    this.#sequence.pushNumber(row.sequence);
    this.#atMs.pushNumber(row.atMs);
    this.#result.push(row.result);
  }
}
