import { JOURNAL_START } from '../../engine/journal/journal-reader.ts';
import { compareAll, openAudit, SNAPSHOT, type Audit, type AuditOptions } from '../audit-journal.ts';
import { DifferenceFound, type Difference } from '../audit-result.ts';

/**
 * The second half of an audit as often as one likes: what the journal leads to is the same until somebody tampers with
 * what is replayed, and to replay it is most of the work. Whatever is found here, a whole audit finds too.
 */
export class ReplayedOnce {
  readonly #audit: Audit;

  private constructor(audit: Audit) {
    this.#audit = audit;
  }

  static async open(options: AuditOptions): Promise<ReplayedOnce> {
    const audit = await openAudit(options);
    await audit.journal.run(JOURNAL_START);
    // Whoever changes tables waits for those who read them.
    await audit.stored.query('rollback');
    return new ReplayedOnce(audit);
  }

  /** The first of what is stored now. */
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

/** An audit reads them while it replays. */
export const REPLAYED_TABLES: ReadonlySet<string> = new Set(['journal', 'snapshots', 'snapshot_chunks']);
