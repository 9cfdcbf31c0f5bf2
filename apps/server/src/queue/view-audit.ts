import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Operator } from '../http/operator.ts';
import type { AuditEntry, AuditLog } from '../audit-log/audit-log.ts';

/** An open page asks again every few seconds: views within this time are one entry. */
const ONE_LOOK_MS = 3_600_000;

export interface ViewAuditOptions {
  readonly pool: pg.Pool;
  readonly audit: AuditLog;
  readonly now: () => number;
}

/** Records who viewed somebody's documents, before they are shown. */
export class ViewAudit {
  readonly #options: ViewAuditOptions;
  /** Time of the last entry, by session and subject. After a restart one more entry is written. */
  readonly #written = new Map<string, number>();

  constructor(options: ViewAuditOptions) {
    this.#options = options;
  }

  /** One entry for every view. */
  async write(operator: Operator, entry: Pick<AuditEntry, 'action' | 'subject' | 'after'>): Promise<void> {
    const { pool, audit } = this.#options;
    await inTransaction(pool, client => audit.write(client, operator, { ...entry, before: null }));
  }

  /** At most one entry an hour and session, for what an open page requests again and again. */
  async writeHourly(operator: Operator, entry: Pick<AuditEntry, 'action' | 'subject'>): Promise<void> {
    const nowMs = this.#options.now();
    for (const [key, atMs] of this.#written) {
      if (nowMs - atMs < ONE_LOOK_MS) break;
      this.#written.delete(key);
    }
    const key = `${operator.sessionId}:${entry.action}:${entry.subject}`;
    if (this.#written.has(key)) return;
    await this.write(operator, { ...entry, after: null });
    // Another view may have written at the same moment. Delete first, so that the map stays in order of time.
    this.#written.delete(key);
    this.#written.set(key, nowMs);
  }
}
