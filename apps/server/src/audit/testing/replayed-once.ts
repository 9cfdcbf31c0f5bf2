import { JOURNAL_START } from '../../engine/journal/journal-reader.ts';
import { compareAll, openAudit, SNAPSHOT, type Audit, type AuditOptions } from '../audit-journal.ts';
import { DifferenceFound, type Difference } from '../audit-result.ts';

/**
 * An audit that replays the journal once and can then compare the tables many times. Replaying is most of the work,
 * and its result stays the same as long as REPLAYED_TABLES do. A whole audit finds the same differences.
 */
export class ReplayedOnce {
  readonly #audit: Audit;

  private constructor(audit: Audit) {
    this.#audit = audit;
  }

  static async open(options: AuditOptions): Promise<ReplayedOnce> {
    const audit = await openAudit(options);
    await audit.journal.run(JOURNAL_START);
    // Ends the transaction, because its read locks would block whoever changes a table.
    await audit.stored.query('rollback');
    return new ReplayedOnce(audit);
  }

  /** The first difference in the tables as they are now. */
  async difference(): Promise<Difference | null> {
    const { stored } = this.#audit;
    await stored.query(SNAPSHOT);
    try {
      await compareAll(this.#audit, {});
      return null;
    } catch (error) {
      if (error instanceof DifferenceFound) return error.difference;
      throw error;
    } finally {
      await stored.query('rollback');
    }
  }

  async close(): Promise<void> {
    await this.#audit.close();
  }
}

/** Tables that an audit reads during the replay. */
export const REPLAYED_TABLES: ReadonlySet<string> = new Set(['journal', 'snapshots', 'snapshot_chunks']);
