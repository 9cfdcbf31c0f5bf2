import type {
  DataLoader,
  DataLoaderGetBarsParams,
  DataLoaderSubscribeBarParams,
  KLineData,
} from 'klinecharts';
import { toBar, toBars, type DrawnCandle } from './candles.ts';

/** Candles per request: a full screen and more. */
const PAGE = 500;

export interface LiveCandles {
  /** Candles that ended while watched, then the running one; undefined before the snapshot. */
  readonly read: () => readonly DrawnCandle[] | undefined;
  readonly watch: (listener: () => void) => () => void;
}

export interface CandleSource {
  /** Up to `limit` candles before `toMs` (exclusive; undefined = now), oldest first. */
  readonly fetch: (toMs: number | undefined, limit: number) => Promise<readonly DrawnCandle[]>;
  readonly live: LiveCandles;
}

export interface FeedEvents {
  /** The first page arrived, with this many candles. */
  readonly onReady: (count: number) => void;
  readonly onError: (error: unknown) => void;
  /** There is a gap between history and live candles: load everything again. */
  readonly onGap: () => void;
}

/**
 * Feeds a chart: history page by page, then the live candle, without a gap. If the live
 * candles do not reach back to the last one drawn (a lost connection, a sleeping page), the gap is
 * fetched first.
 */
export class CandleFeed implements DataLoader {
  readonly #source: CandleSource;
  readonly #events: FeedEvents;
  /** Grows whenever the chart restarts, so that responses to older requests are dropped. */
  #generation = 0;
  #lastMs: number | undefined;
  #show: ((bar: KLineData) => void) | undefined;
  #stopLive: (() => void) | undefined;
  #catchingUp = false;

  constructor(source: CandleSource, events: FeedEvents) {
    this.#source = source;
    this.#events = events;
  }

  readonly getBars = async ({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> => {
    if (type === 'init') this.#begin();
    const generation = this.#generation;
    try {
      const candles = await this.#source.fetch(
        type === 'forward' ? (timestamp ?? undefined) : undefined,
        PAGE,
      );
      if (generation !== this.#generation) return;
      if (type === 'init') this.#lastMs = candles.at(-1)?.open_ms;
      callback(toBars(candles), { forward: candles.length === PAGE, backward: false });
      if (type === 'init') this.#events.onReady(candles.length);
    } catch (error) {
      if (generation !== this.#generation) return;
      if (type === 'init') this.#events.onError(error);
      // The next scroll tries again.
      else callback([], { forward: true, backward: false });
    }
  };

  readonly subscribeBar = ({ callback }: DataLoaderSubscribeBarParams): void => {
    this.#show = callback;
    this.#stopLive?.();
    this.#stopLive = this.#source.live.watch(this.#follow);
    this.#follow();
  };

  readonly unsubscribeBar = (): void => {
    this.stop();
  };

  stop(): void {
    this.#begin();
  }

  #begin(): void {
    this.#generation += 1;
    this.#stopLive?.();
    this.#stopLive = undefined;
    this.#show = undefined;
    this.#lastMs = undefined;
    this.#catchingUp = false;
  }

  readonly #follow = (): void => {
    const candles = this.#source.live.read();
    const first = candles?.[0];
    if (!candles || !first || this.#catchingUp) return;
    if (this.#lastMs !== undefined && first.open_ms > this.#lastMs) void this.#catchUp(this.#lastMs);
    else this.#draw(candles);
  };

  /** Fetches candles since the last drawn one, including that one, as it may have changed before it ended. */
  async #catchUp(sinceMs: number): Promise<void> {
    const generation = this.#generation;
    this.#catchingUp = true;
    try {
      const candles = await this.#source.fetch(undefined, PAGE);
      if (generation !== this.#generation) return;
      const reachesBack = candles.some(candle => candle.open_ms <= sinceMs);
      if (reachesBack) this.#draw(candles);
      else this.#events.onGap();
    } catch {
      // The next live candle tries again.
    } finally {
      if (generation === this.#generation) this.#catchingUp = false;
    }
  }

  #draw(candles: readonly DrawnCandle[]): void {
    for (const candle of candles) {
      if (this.#lastMs !== undefined && candle.open_ms < this.#lastMs) continue;
      const bar = toBar(candle);
      if (!bar) continue;
      this.#lastMs = candle.open_ms;
      this.#show?.(bar);
    }
  }
}
