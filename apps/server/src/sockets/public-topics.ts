import type { SocketMessage } from '@tallystick/protocol';
import type { MarketData, PublicTopic, TopicData } from '../engine/market-data/market-data.ts';
import type { Rates } from '../feeds/rates.ts';
import { wireRate } from '../modules/market/wire-rate.ts';
import type { MarketUnitsTable } from '../modules/market/units.ts';
import {
  wireCandle,
  wireDepth,
  wireIndexTick,
  wireLevels,
  wirePublicTrade,
  wireTicker,
  type TickerClock,
  type BookUnits,
} from '../modules/market/wire.ts';
import { candleUnits, type PerpetualUnitsTable } from '../modules/perpetual/units.ts';
import { wirePerpetualTicker } from '../modules/perpetual/wire.ts';
import { Encoded } from './encoded.ts';
import { isBook, type PublicName } from './topic-name.ts';

export interface PublicTopicsOptions {
  readonly marketData: Pick<MarketData, 'subscribe' | 'snapshot' | 'sequence'>;
  readonly rates: Rates;
  readonly units: MarketUnitsTable;
  readonly perpetualUnits: PerpetualUnitsTable;
  readonly clock: TickerClock;
  readonly staleMs: number;
  /** A delta for everyone who watches the topic. */
  readonly emit: (topic: string, sequence: number, data: Encoded) => void;
}

/**
 * Deep enough to be complete: deltas carry every level, and a book without its deep levels would miss them once those
 * above are traded away.
 */
const WATCHED_LEVELS = 2_000;

/** Snapshots first publish collected changes, but no more often than they are published anyway. */
const SNAPSHOTS_EVERY_MS = 100;

type MarketName = Exclude<PublicName, { kind: 'rates' }>;

interface Watched {
  watchers: number;
  readonly unsubscribe: () => void;
}

export interface PublicSnapshot {
  readonly sequence: number;
  /** Of a book without its number, which not everybody who passes it on keeps: see `isBook`. */
  readonly data: Encoded;
}
export type Deliver = (snapshot: PublicSnapshot) => void;

/** Where pages have public topics from. */
export interface PublicSource {
  /** Counts a watcher. False if the topic does not exist. */
  watch(name: PublicName): boolean;
  unwatch(topic: string): void;
  /**
   * The topic's state with the number of the newest delta in it, for a topic that is watched. `deliver` is called between
   * two deltas, and not at all if the topic is no longer watched.
   */
  snapshot(name: PublicName, deliver: Deliver): void;
  stop(): void;
}

/**
 * Market data and rates as pages get them. Deltas are encoded once for all watchers, and not at all without any.
 * Market data publishes each topic at most ten times a second.
 */
export class PublicTopics implements PublicSource {
  readonly #options: PublicTopicsOptions;
  readonly #watched = new Map<string, Watched>();
  #asked = new Map<string, { readonly name: PublicName; readonly deliver: Deliver[] }>();
  #answeredMs = -SNAPSHOTS_EVERY_MS;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: PublicTopicsOptions) {
    this.#options = options;
  }

  watch(name: PublicName): boolean {
    const watched = this.#watched.get(name.topic);
    if (watched !== undefined) {
      watched.watchers++;
      return true;
    }
    const unsubscribe = this.#subscribe(name);
    if (unsubscribe === null) return false;
    this.#watched.set(name.topic, { watchers: 1, unsubscribe });
    return true;
  }

  #subscribe(name: PublicName): (() => void) | null {
    const { marketData, rates, emit } = this.#options;
    const { topic } = name;
    if (name.kind === 'rates') {
      return rates.subscribe((sequence, changed) => {
        emit(topic, sequence, encoded(changed.map(rate => wireRate(rate))));
      });
    }
    return marketData.subscribe(topic as PublicTopic, ({ sequence, data }) => {
      emit(topic, sequence, encoded(this.#delta(name, data)));
    });
  }

  unwatch(topic: string): void {
    const watched = this.#watched.get(topic);
    if (watched === undefined || --watched.watchers > 0) return;
    watched.unsubscribe();
    this.#watched.delete(topic);
  }

  /** `deliver` is called at once, or together with all requests of the next moment. */
  snapshot(name: PublicName, deliver: Deliver): void {
    const asked = this.#asked.get(name.topic);
    if (asked === undefined) this.#asked.set(name.topic, { name, deliver: [deliver] });
    else asked.deliver.push(deliver);
    const waitMs = this.#answeredMs + SNAPSHOTS_EVERY_MS - performance.now();
    if (waitMs <= 0) this.#answer();
    else this.#timer ??= setTimeout(() => this.#answer(), waitMs);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #answer(): void {
    this.stop();
    this.#answeredMs = performance.now();
    const asked = this.#asked;
    this.#asked = new Map();
    for (const { name, deliver } of asked.values()) {
      const snapshot = this.#snapshot(name);
      for (const each of deliver) each(snapshot);
    }
  }

  #snapshot(name: PublicName): PublicSnapshot {
    const { marketData, rates } = this.#options;
    if (name.kind === 'rates') {
      return { sequence: rates.sequence, data: encoded(rates.all().map(rate => wireRate(rate))) };
    }
    const snapshot = marketData.snapshot(name.topic as PublicTopic);
    if (snapshot === null)
      return { sequence: marketData.sequence(name.topic as PublicTopic), data: encoded(null) };
    const { sequence, data } = snapshot;
    if (!isBook(name)) return { sequence, data: encoded(this.#delta(name, data)) };
    const depth = data as TopicData[`depth:${number}`];
    const units = this.#bookUnits(name);
    const { sequence: _, ...book } = wireDepth(name.marketId, sequence, depth, units, WATCHED_LEVELS);
    return { sequence, data: encoded(book) };
  }

  #bookUnits({ kind, marketId }: { readonly kind: string; readonly marketId: number }): BookUnits {
    const { units, perpetualUnits } = this.#options;
    return kind.startsWith('perpetual_') ? perpetualUnits.of(marketId) : units.of(marketId);
  }

  #delta(name: MarketName, data: unknown): SocketMessage['data'] {
    const { units, perpetualUnits, clock, staleMs } = this.#options;
    switch (name.kind) {
      case 'tickers':
        return (data as TopicData['tickers']).map(ticker =>
          wireTicker(ticker, units.of(ticker.marketId), { clock, staleMs }),
        );
      case 'perpetual_tickers':
        return (data as TopicData['perpetual_tickers']).map(ticker =>
          wirePerpetualTicker(ticker, perpetualUnits.of(ticker.marketId), clock),
        );
      case 'depth':
      case 'perpetual_depth': {
        const { bids, asks } = data as TopicData[`depth:${number}`];
        const bookUnits = this.#bookUnits(name);
        return { bids: wireLevels(bids, bookUnits), asks: wireLevels(asks, bookUnits) };
      }
      case 'trades':
      case 'perpetual_trades': {
        const bookUnits = this.#bookUnits(name);
        return (data as TopicData[`trades:${number}`]).map(trade => wirePublicTrade(trade, bookUnits));
      }
      case 'index':
        return (data as TopicData[`index:${number}`]).map(wireIndexTick);
      case 'candles':
        return wireCandle(
          data as TopicData[`candles:${number}:1m`],
          candleUnits(name.of, name.marketId, units, perpetualUnits),
        );
    }
  }
}

function encoded(data: unknown): Encoded {
  return new Encoded(JSON.stringify(data));
}
