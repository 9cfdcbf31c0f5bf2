import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Operator } from '../http/operator.ts';
import type { AuditEntry, AuditLog } from '../audit-log/audit-log.ts';

/** A page that stays open asks again every few seconds: one look of this long is one entry. */
const ONE_LOOK_MS = 3_600_000;

export interface ViewAuditOptions {
  readonly pool: pg.Pool;
  readonly audit: AuditLog;
  readonly now: () => number;
}

/** Puts on record who looked at somebody's papers, before they are shown. */
export class ViewAudit {
  readonly #options: ViewAuditOptions;
  /** When it was last written down, by session and subject. A restart forgets it, and writes one entry more. */
  readonly #written = new Map<string, number>();

  constructor(options: ViewAuditOptions) {
    this.#options = options;
  }

  /** Every look of its own. */
  async write(operator: Operator, entry: Pick<AuditEntry, 'action' | 'subject' | 'after'>): Promise<void> {
    const { pool, audit } = this.#options;
    await inTransaction(pool, client => audit.write(client, operator, { ...entry, before: null }));
  }

  /** Once an hour of a session's: for what is asked for again and again while it is on the screen. */
  async writeHourly(operator: Operator, entry: Pick<AuditEntry, 'action' | 'subject'>): Promise<void> {
    const nowMs = this.#options.now();
    for (const [key, atMs] of this.#written) {
      if (nowMs - atMs < ONE_LOOK_MS) break;
      this.#written.delete(key);
    }
    const key = `${operator.sessionId}:${entry.action}:${entry.subject}`;
    if (this.#written.has(key)) return;
    await this.write(operator, { ...entry, after: null });
    // Two at the same moment both wrote: the newest counts, and stands last.
    this.#written.delete(key);
    this.#written.set(key, nowMs);
  }
}
