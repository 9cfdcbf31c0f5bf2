import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { WakeWorker } from '../../engine/remote/news.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { CommittedBatch } from '../../engine/batch.ts';
import { appendToFeed, type OfficeEvent } from '../../feed/append.ts';
import type { Feed } from '../../feed/feed.ts';
import { FIGURES, figureOf, rearmAt, type Direction, type Figure, type Figures } from './figures.ts';
import { markArmed, markFired, watchedAlerts, watchedAmong, type PriceAlert } from './store.ts';
import { ThresholdBook, type Threshold } from './threshold-book.ts';

export interface AlertWatchOptions {
  readonly pool: pg.Pool;
  readonly figures: Figures;
  readonly feed: Pick<Feed, 'wake'>;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** The worker watches; absent: this process does. */
  readonly wakeWorker?: WakeWorker | undefined;
}

/** Reached, but not stored yet. */
interface Seen {
  readonly alert: PriceAlert;
  readonly what: 'fired' | 'armed';
  readonly value: number;
  readonly priceE8: number | null;
  readonly atMs: number;
}

const RETRY_MS = 1_000;
/** Rows per transaction. */
const AT_ONCE = 500;

/**
 * Watches the figures of price alerts. A fired alert and its feed event are stored in one transaction, which succeeds
 * only while the row is still armed: it fires once, even after a crash.
 */
export class AlertWatch {
  readonly #options: AlertWatchOptions;
  readonly #alerts = new Map<number, PriceAlert>();
  readonly #books = new Map<string, ThresholdBook>();
  #seen: Seen[] = [];
  #writing: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: AlertWatchOptions) {
    this.#options = options;
  }

  /** Loads the active alerts, and fires those reached meanwhile as far as this can still be seen. */
  async start(): Promise<void> {
    this.#takeUp(await watchedAlerts(this.#options.pool));
  }

  /** Reloads alerts that this or another process set, changed or deleted. */
  async changed(ids: readonly number[]): Promise<void> {
    const alerts = await watchedAmong(this.#options.pool, ids);
    const watched = new Set(alerts.map(({ id }) => id));
    for (const id of ids) if (!watched.has(id)) this.remove(id);
    // Skip alerts already reached: their rows may not show it yet.
    this.#takeUp(alerts.filter(({ id, version }) => (this.#alerts.get(id)?.version ?? -1) < version));
  }

  #takeUp(alerts: readonly PriceAlert[]): void {
    for (const alert of alerts) this.put(alert);
    for (const marketId of new Set(alerts.map(alert => alert.marketId))) this.look(marketId);
  }

  /** Checks the markets whose prices a committed batch changed. */
  committed(batch: Pick<CommittedBatch, 'commands'>): void {
    if (this.#alerts.size === 0) return;
    const markets = new Set<number>();
    for (const { events } of batch.commands) {
      for (const event of events) {
        if (event.type === 'indexTicked' || event.type === 'premiumSampled') markets.add(event.marketId);
        if (event.type === 'traded' && !this.#options.figures.hasIndex(event.marketId))
          markets.add(event.marketId);
      }
    }
    for (const marketId of markets) this.look(marketId);
  }

  /** Checks the current figures of a market. */
  look(marketId: number): void {
    const { figures, now } = this.#options;
    for (const figure of FIGURES) {
      const book = this.#books.get(`${figure}:${marketId}`);
      if (book === undefined || book.size === 0) continue;
      const value = figures.now(marketId, figure);
      if (value === null) continue;
      for (const id of book.take(value)) {
        const alert = this.#alerts.get(id)!;
        const what = alert.state === 'armed' ? 'fired' : 'armed';
        this.#seen.push({ alert, what, value, priceE8: figures.priceE8(marketId), atMs: now() });
        this.#alerts.delete(id);
        if (what === 'armed') this.put({ ...alert, state: 'armed' });
        else if (alert.repeating) this.put({ ...alert, state: 'waiting' });
      }
    }
    if (this.#seen.length > 0) this.#write();
  }

  /** Watches the alert's new state instead of the old one. */
  put(alert: PriceAlert): void {
    if (this.#options.wakeWorker !== undefined) return;
    this.remove(alert.id);
    if (alert.state === 'fired') return;
    this.#alerts.set(alert.id, alert);
    const { figure, direction, threshold } = watchedAt(alert);
    const key = `${figure}:${alert.marketId}`;
    let book = this.#books.get(key);
    if (book === undefined) this.#books.set(key, (book = new ThresholdBook()));
    book.add(direction, threshold);
  }

  remove(id: number): void {
    const alert = this.#alerts.get(id);
    if (alert === undefined) return;
    this.#alerts.delete(id);
    const { figure, direction, threshold } = watchedAt(alert);
    this.#books.get(`${figure}:${alert.marketId}`)?.remove(direction, threshold);
  }

  /** Resolves when everything reached so far is stored or waits for a retry. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#writing;
  }

  #write(): void {
    this.#writing = this.#writing.then(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#seen.length > 0) {
      const run = firstRun(this.#seen);
      try {
        await this.#writeRun(run);
      } catch (error) {
        this.#options.log.error({ err: error }, 'price alerts could not be written; they will be');
        if (!this.#stopped) this.#retry ??= setTimeout(() => this.#again(), RETRY_MS).unref();
        return;
      }
      this.#seen = this.#seen.slice(run.length);
    }
  }

  #again(): void {
    this.#retry = null;
    this.#write();
  }

  async #writeRun(run: readonly Seen[]): Promise<void> {
    const { pool, feed } = this.#options;
    await inTransaction(pool, async client => {
      if (run[0]!.what === 'armed') {
        await markArmed(client, run.map(changeOf));
        return;
      }
      const fired = await markFired(client, run.map(changeOf), run[0]!.atMs);
      const events = run.filter(({ alert }) => fired.has(alert.id)).map(eventOf);
      if (events.length > 0) await appendToFeed(client, ...events);
    });
    feed.wake();
  }
}

const changeOf = ({ alert: { id, version } }: Seen) => ({ id, version });

/** The first ones of one kind, without repeats, as one statement can store them. */
function firstRun(seen: readonly Seen[]): readonly Seen[] {
  const { what } = seen[0]!;
  const ids = new Set<number>();
  const end = seen.findIndex(one => one.what !== what || ids.size === ids.add(one.alert.id).size);
  return seen.slice(0, Math.min(end === -1 ? seen.length : end, AT_ONCE));
}

/** The threshold of an armed alert; for a waiting one, the level at which it is armed again. */
function watchedAt(alert: PriceAlert): {
  readonly figure: Figure;
  readonly direction: Direction;
  readonly threshold: Threshold;
} {
  const figure = figureOf(alert.kind);
  if (alert.state === 'armed')
    return { figure, direction: alert.direction, threshold: { id: alert.id, at: alert.threshold } };
  return {
    figure,
    direction: alert.direction === 'up' ? 'down' : 'up',
    threshold: { id: alert.id, at: rearmAt(figure, alert) },
  };
}

function eventOf({ alert, value, priceE8, atMs }: Seen): OfficeEvent {
  return {
    kind: 'priceAlert',
    customerId: alert.customerId,
    atMs,
    body: {
      alertId: alert.id,
      marketId: alert.marketId,
      alertKind: alert.kind,
      direction: alert.direction,
      threshold: alert.threshold,
      value,
      wanted: alert.wanted,
      priceE8,
    },
  };
}
