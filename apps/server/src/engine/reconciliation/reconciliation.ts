import { Worker } from 'node:worker_threads';
import { Gauge, type Registry } from 'prom-client';
import type { DatabaseLog } from '../../database/log.ts';
import { HaltError } from '../engine-error.ts';
import { differenceError } from './difference.ts';
import type { ReconciliationJob, ReconciliationReport } from './reconciliation-worker.ts';

export interface ReconciliationOptions {
  readonly databaseUrl: string;
  /** See EngineOptions. Default true. */
  readonly unreleasedCores?: boolean;
  readonly log: DatabaseLog;
  readonly registry: Registry;
  readonly now: () => number;
  /** Tables and journal differ: the exchange must stop. */
  readonly onFatal: (error: unknown) => void;
  /** Time between two steps. */
  readonly everyMs?: number;
  readonly owners?: number;
  readonly entries?: number;
}

export interface ReconciliationStatus {
  /** Sequence of the command after which tables and core were last compared; 0 before the first time. */
  readonly sequence: number;
  /** When the last full round ended; null until then. */
  readonly completed_at_ms: number | null;
  /** Why the newest comparison was not possible; null if it was. */
  readonly failure: string | null;
}

const EVERY_MS = 2_000;
/** Compared in one step. */
const OWNERS = 200;
const ENTRIES = 2_000;

/** Compares tables and core in the background, all the time: docs/decisions/0041. */
export class Reconciliation {
  readonly #options: ReconciliationOptions;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #asked: PromiseWithResolvers<ReconciliationReport | null> | null = null;
  #status: ReconciliationStatus = { sequence: 0, completed_at_ms: null, failure: null };

  constructor(options: ReconciliationOptions) {
    this.#options = options;
    this.#showMetrics();
  }

  get status(): ReconciliationStatus {
    return this.#status;
  }

  /** Another process compares, and found this. */
  told(status: ReconciliationStatus): void {
    this.#status = status;
  }

  /** Runs one step after the other from now on. */
  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(
      () => void this.step().then(() => this.start()),
      this.#options.everyMs ?? EVERY_MS,
    );
    this.#timer.unref();
  }

  /** Compares the next part. One at a time. */
  async step(): Promise<void> {
    if (this.#stopped) return;
    this.#asked = Promise.withResolvers();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    (this.#worker ??= this.#open()).postMessage('step');
    const report = await this.#asked.promise;
    this.#asked = null;
    if (report !== null) this.#hear(report);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#worker?.terminate();
  }

  #open(): Worker {
    const { databaseUrl, unreleasedCores = true, owners = OWNERS, entries = ENTRIES } = this.#options;
    const job: ReconciliationJob = { databaseUrl, unreleased: unreleasedCores, owners, entries };
    const worker = new Worker(new URL('./reconciliation-worker.ts', import.meta.url), { workerData: job });
    worker.on('message', (report: ReconciliationReport) => this.#asked?.resolve(report));
    worker.on('error', (error: Error) => this.#asked?.resolve({ kind: 'failed', reason: error.message }));
    // The next step starts another worker.
    worker.on('exit', () => {
      this.#worker = null;
      this.#asked?.resolve(null);
    });
    worker.unref();
    return worker;
  }

  #hear(answer: ReconciliationReport): void {
    const { log, onFatal, now } = this.#options;
    if (answer.kind === 'unsound') {
      this.#stopped = true;
      onFatal(new HaltError(answer.reason));
      return;
    }
    if (answer.kind === 'failed') {
      log.error({ reason: answer.reason }, 'tables and journal could not be compared this time');
      this.#status = { ...this.#status, failure: answer.reason };
      return;
    }
    const { problems, sequence, completed } = answer.report;
    if (problems.length > 0) {
      this.#stopped = true;
      onFatal(differenceError(problems));
      return;
    }
    this.#status = {
      sequence,
      completed_at_ms: completed ? now() : this.#status.completed_at_ms,
      failure: null,
    };
  }

  #showMetrics(): void {
    const gauge = (name: string, help: string, value: () => number): void => {
      const metric = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value());
        },
      });
      this.#options.registry.registerMetric(metric);
    };
    gauge(
      'tallystick_reconciliation_sequence',
      'The command as of which tables and core were last compared',
      () => this.#status.sequence,
    );
    gauge(
      'tallystick_reconciliation_completed_at_seconds',
      'When all customers and their ledger entries had last been compared with the core',
      () => (this.#status.completed_at_ms ?? 0) / 1000,
    );
    gauge('tallystick_reconciliation_failed', '1: the newest comparison could not be made', () =>
      this.#status.failure === null ? 0 : 1,
    );
  }
}
