import { Worker } from 'node:worker_threads';
import type { DatabaseLog } from '../../database/log.ts';
import { HaltError } from '../engine-error.ts';
import type { SnapshotJob, SnapshotReport } from './snapshot-worker.ts';

export interface SnapshotterOptions {
  readonly databaseUrl: string;
  /** Commands between snapshots. */
  readonly every: number;
  readonly keep: number;
  /** Whether code that exists only in the database may run. */
  readonly unreleasedCores: boolean;
  readonly log: DatabaseLog;
  /** Journals the state's hash: until then the snapshot is not accepted. */
  readonly bind: (sequence: number, stateHash: string) => Promise<void>;
  /** Snapshot and journal do not lead to consistent books: the engine must stop. */
  readonly onFatal: (error: unknown) => void;
}

/** Takes a snapshot after a number of commands, one at a time, in its own thread. */
export class Snapshotter {
  readonly #options: SnapshotterOptions;
  #takenAt: number;
  #running: Promise<void> | null = null;
  #worker: Worker | null = null;
  #stopped = false;

  /** `takenAt`: sequence of the newest snapshot. */
  constructor(options: SnapshotterOptions, takenAt: number) {
    this.#options = options;
    this.#takenAt = takenAt;
  }

  /** `sequence` has been committed and ends a journal row. */
  committed(sequence: number): void {
    if (this.#stopped || this.#running !== null || sequence - this.#takenAt < this.#options.every) return;
    this.#takenAt = sequence;
    this.#running = this.#take(sequence).finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when no snapshot is being taken; none is begun after. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
    await this.#running;
  }

  async #take(untilSequence: number): Promise<void> {
    const { databaseUrl, keep, unreleasedCores, log, bind, onFatal } = this.#options;
    const job: SnapshotJob = { databaseUrl, untilSequence, keep, unreleasedCores };
    const startedAt = performance.now();
    try {
      const report = await this.#run(job);
      if (report === null) return;
      if (report.unsound !== null) throw new HaltError(report.unsound);
      for (const bad of report.badSnapshots) log.error({ snapshot: bad }, 'a snapshot is damaged');
      if (this.#stopped) return;
      await bind(report.sequence, report.stateHash);
      log.info(
        { sequence: report.sequence, seconds: Math.round(performance.now() - startedAt) / 1000 },
        'snapshot taken',
      );
    } catch (error) {
      if (error instanceof HaltError) onFatal(error);
      // Other errors, such as a refused connection, say nothing about the books: the next snapshot is due anyway.
      else log.error({ err: error }, 'no snapshot could be taken');
    }
  }

  /** Null if it was stopped. */
  #run(job: SnapshotJob): Promise<SnapshotReport | null> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: job });
      this.#worker = worker;
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', code => {
        this.#worker = null;
        if (this.#stopped) resolve(null);
        else reject(new Error(`the snapshot thread ended with code ${code}`));
      });
    });
  }
}
