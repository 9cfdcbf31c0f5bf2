import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import { inTransaction } from '../../database/transaction.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { Tidied } from '../../timekeeping/tidying.ts';
import { REDO } from './review.ts';
import * as store from './store.ts';

const AT_ONCE = 100;

export interface DocumentRetentionOptions {
  readonly pool: pg.Pool;
  readonly audit: Pick<AuditLog, 'write'>;
  /** How long documents of a rejected application are kept, from the decision on. */
  readonly keptDays: number;
  readonly now: () => number;
}

/**
 * Documents of rejected applications are needed for a time, for corrections and questions; after that they are only a risk.
 * Names, numbers, pictures and the operator's note are deleted, which the desk's log records; the rejection itself, its
 * time, operator and reason are kept. Documents of verified customers are kept.
 */
export class DocumentRetention implements Tidied {
  readonly #options: DocumentRetentionOptions;

  constructor(options: DocumentRetentionOptions) {
    this.#options = options;
  }

  async forgetOld(): Promise<void> {
    const { pool, keptDays, now } = this.#options;
    const before = now() - keptDays * DAY_MS;
    let due: readonly number[];
    do {
      due = await store.rejectedBefore(pool, before, AT_ONCE);
      for (const id of due) await this.#forget(id);
    } while (due.length === AT_ONCE);
  }

  async #forget(id: number): Promise<void> {
    const { pool, audit, keptDays, now } = this.#options;
    await inTransaction(pool, async client => {
      const seen = await store.findApplication(client, id);
      if (seen === null) return;
      // The lock, because the customer may apply again right now and reuse pictures of this application.
      await store.lockCustomer(client, seen.customerId);
      const application = await store.findApplication(client, id, true);
      if (application?.state !== 'rejected') return;
      const { level, customerId, pictures } = application;
      await store.eraseDocuments(client, id, REDO[level], now());
      const deleted = await store.deleteUnshown(client, pictures === null ? [] : Object.values(pictures));
      await audit.write(client, null, {
        action: 'identity.delete_documents',
        subject: `identity:${id}`,
        before: { documents: 'kept' },
        after: {
          documents: 'deleted',
          level,
          customer_id: customerId,
          pictures: deleted,
          kept_days: keptDays,
        },
      });
    });
  }
}
