import { Worker } from 'node:worker_threads';
import { HaltError } from '../../engine/engine-error.ts';
import type { LiabilityJob, LiabilityReport } from './liability-worker.ts';
import type { MadePoint } from './make-point.ts';
import type { PointStore } from './point-files.ts';

/** The trees could not be made this time. */
export class PointFailed extends Error {
  override readonly name = 'PointFailed';
}

/**
 * Makes a point in a thread of its own, and writes what it makes to the folder. `stop` ends the thread; the point then
 * fails.
 *
 * @throws HaltError if the books do not add up; PointFailed
 */
export async function runWorker(
  job: LiabilityJob,
  store: PointStore,
  folder: string,
  stop: AbortSignal,
): Promise<MadePoint> {
  const worker = new Worker(new URL('./liability-worker.ts', import.meta.url), { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<MadePoint>();
  const take = async (report: LiabilityReport): Promise<void> => {
    switch (report.kind) {
      case 'chunk':
        await store.writeChunk(folder, report.currencyId, report.number, Buffer.from(report.file));
        break;
      case 'tops':
        await store.writeTops(folder, report.currencyId, Buffer.from(report.file));
        break;
      case 'statements':
        await store.writeStatements(folder, report.number, report.customers);
        break;
      case 'made':
        resolve(received(report.made));
        break;
      case 'unsound':
        reject(new HaltError(report.reason));
        break;
      case 'failed':
        reject(new PointFailed(report.reason));
        break;
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage('taken');
  };
  const fail = (cause: unknown): void => reject(new PointFailed('the trees were not made', { cause }));
  worker.on('message', (report: LiabilityReport) => void take(report).catch(fail));
  worker.on('error', fail);
  worker.on('exit', code => fail(new Error(`the thread ended with ${code}`)));
  const end = (): void => void worker.terminate();
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    return await promise;
  } finally {
    stop.removeEventListener('abort', end);
    await worker.terminate();
  }
}

/** Between threads a Buffer becomes plain bytes. */
function received({ totals, ...made }: MadePoint): MadePoint {
  return {
    ...made,
    totals: totals.map(total => ({ ...total, root: total.root === null ? null : Buffer.from(total.root) })),
  };
}
