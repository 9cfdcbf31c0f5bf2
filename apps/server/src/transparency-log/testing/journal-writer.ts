import type pg from 'pg';
import { GENESIS_HASH, journalHash } from '../../engine/journal/chain.ts';

/** Writes journal rows like the engine, but with commands of unknown kinds. */
export class JournalWriter {
  readonly #pool: pg.Pool;
  #sequence = 0;
  #hash = GENESIS_HASH;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Continues at another sequence and hash, as somebody does who rewrites the history. */
  goOnFrom(sequence: number, hash: Buffer): void {
    this.#sequence = sequence;
    this.#hash = hash;
  }

  /** Writes `count` rows of three commands each. */
  async write(count: number, what = 'test'): Promise<void> {
    const rows: unknown[][] = [[], [], [], [], [], []];
    for (let i = 0; i < count; i++) {
      const row = {
        firstSequence: this.#sequence + 1,
        lastSequence: this.#sequence + 3,
        epoch: 1,
        logicVersion: 1,
        // Rows of earlier versions have no core.
        core: this.#sequence % 2 === 0 ? null : 'ab'.repeat(32),
        commands: JSON.stringify([what, this.#sequence, 'éß']),
      };
      const hash = journalHash(this.#hash, row);
      const values = [
        row.firstSequence,
        row.lastSequence,
        this.#hash,
        hash,
        row.commands,
        row.core === null ? null : Buffer.from(row.core, 'hex'),
      ];
      for (const [column, value] of values.entries()) rows[column]!.push(value);
      this.#sequence = row.lastSequence;
      this.#hash = hash;
    }
    await this.#pool.query(
      `insert into journal (first_sequence, last_sequence, epoch, logic_version, previous_hash, hash, commands, core)
       select a, b, 1, 1, c, d, e, f from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::text[],
         $6::bytea[]) as t (a, b, c, d, e, f)`,
      rows,
    );
  }
}
