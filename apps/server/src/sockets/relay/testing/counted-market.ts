import { DepthBook, type DepthDelta } from '../../../engine/market-data/depth-book.ts';
import type { MarketData } from '../../../engine/market-data/market-data.ts';
import { Topic } from '../../../engine/market-data/topic.ts';
import type { LoggedPrice } from '../../../engine/market-data/candle-store.ts';
import type { MarketUnitsTable } from '../../../modules/market/units.ts';
import type { PerpetualUnitsTable } from '../../../modules/perpetual/units.ts';
import type { PublicTopicsOptions } from '../../public-topics.ts';

const LEVELS = 7;

/**
 * One process's market data, as far as it has followed a journal whose event `n` is the index tick `n`, and `n` lots at
 * one of seven prices: so its state says how many events it has.
 */
export class CountedMarket {
  readonly #book = new DepthBook({ bids: [], asks: [] });
  readonly #depth = new Topic<DepthDelta>(rethrow);
  readonly #index = new Topic<readonly LoggedPrice[]>(rethrow);
  #events = 0;
  #published = 0;

  /** For `PublicTopics`. */
  readonly topics: Omit<PublicTopicsOptions, 'emit'> = {
    marketData: {
      subscribe: (topic: string, listener: never) => this.#topic(topic)?.subscribe(listener) ?? null,
      snapshot: (topic: string) => {
        this.publish();
        const sequence = this.#topic(topic)?.sequence ?? 0;
        return { sequence, data: topic === 'depth:1' ? this.#book.levels() : ticks(0, this.#published) };
      },
      sequence: (topic: string) => this.#topic(topic)?.sequence ?? 0,
    } as Pick<MarketData, 'subscribe' | 'snapshot' | 'sequence'>,
    rates: {} as PublicTopicsOptions['rates'],
    units: { of: () => ({ price: String, quantity: String }) } as unknown as MarketUnitsTable,
    perpetualUnits: {} as PerpetualUnitsTable,
    clock: { now: () => 0, isStale: () => false },
    staleMs: 1,
  };

  followTo(events: number): void {
    while (this.#events < events) {
      this.#events++;
      this.#book.change('buy', this.#events % LEVELS, this.#events);
    }
  }

  publish(): void {
    const from = this.#published;
    this.#published = this.#events;
    if (from === this.#events) return;
    this.#index.publish(ticks(from, this.#events));
    this.#depth.publish(this.#book.takeChanges()!);
  }

  #topic(topic: string): Topic<unknown> | null {
    if (topic === 'depth:1') return this.#depth as Topic<unknown>;
    return topic === 'index:1' ? (this.#index as Topic<unknown>) : null;
  }
}

/** What a page that has applied so many events shows, by topic. */
export function shownAfter(topic: string, events: number): unknown {
  if (topic === 'index:1') return ticks(0, events).map(({ number }) => number);
  const levels = new Map(ticks(0, events).map(({ number }) => [String(number % LEVELS), String(number)]));
  return [...levels].toSorted();
}

function ticks(after: number, upTo: number): LoggedPrice[] {
  return Array.from({ length: upTo - after }, (_, index) => ({
    number: after + index + 1,
    priceE8: 1,
    atMs: 1,
  }));
}

function rethrow(error: unknown): never {
  throw error;
}
