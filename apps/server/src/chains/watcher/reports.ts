import type { DatabaseLog } from '../../database/log.ts';
import type { TransferSink } from './chain-watcher.ts';
import type { WatchStore } from './watch-store.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 300_000;

interface ReportOptions {
  readonly store: WatchStore;
  readonly sink: TransferSink;
  readonly log: DatabaseLog;
  readonly now: () => number;
}

/**
 * Delivers pending reports to the sink. A failed one is retried after twice the time, and blocks only other reports of
 * the same transfer.
 */
export async function deliverReports({ store, sink, log, now }: ReportOptions): Promise<void> {
  // A transfer that was confirmed and then reversed has two reports, delivered in order.
  for (let due = await store.dueReports(now()); due.length > 0; due = await store.dueReports(now())) {
    for (const { id, kind, transfer, attempts } of due) {
      // Recorded before the attempt: if the process dies during it, the report counts as tried and is never withdrawn.
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LONGEST_RETRY_MS);
      if (!(await store.tryReport(id, now() + waitMs))) continue;
      try {
        await (kind === 'confirmed' ? sink.onConfirmed(transfer) : sink.onReorganised(transfer));
      } catch (error) {
        await store.reportFailed(id, error instanceof Error ? error.message : String(error));
        log.error({ err: error, key: transfer.key, kind, attempts }, 'a transfer could not be passed on');
        continue;
      }
      await store.reportDelivered(id, now());
      log.info({ key: transfer.key, kind }, 'transfer passed on');
    }
  }
}
