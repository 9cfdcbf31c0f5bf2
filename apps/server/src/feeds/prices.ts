import type { FastifyBaseLogger } from 'fastify';
import type { CommandBus } from '../engine/command-bus.ts';
import { IndexAggregator, type IndexPrice } from './index-aggregator.ts';
import type { IndexSources } from './index-sources.ts';
import type { PriceFeed } from './price-feed.ts';
import type { Quorum } from './quorum.ts';

export interface PricesOptions {
  readonly feed: PriceFeed;
  readonly bus: CommandBus;
  /** Markets that follow an index. */
  readonly marketIds: readonly number[];
  readonly intervalMs: number;
  readonly staleMs: number;
  /** How far a source may fall behind another. */
  readonly lagMs: number;
  readonly quorum: Quorum;
  /** Records the composition of each index, for those who ask. */
  readonly sources: IndexSources;
  readonly now: () => number;
  /** Whether commands are not stamped at the moment: then nothing is sent, and quotes become stale. */
  readonly clockStopped: () => boolean;
  /** How far the exchange's time is ahead of the feed's. */
  readonly aheadMs: () => number;
  readonly log: FastifyBaseLogger;
  /** Called once a tick is on disk. */
  readonly onTick: (marketId: number, priceE8: number) => void;
  readonly onStale: (marketId: number) => void;
}

/** Sends the feed's prices to the core as index ticks. Returns a function that stops it. */
export async function startPrices(options: PricesOptions): Promise<() => Promise<void>> {
  const { feed, bus, log, aheadMs, clockStopped, sources, onTick, onStale, ...pace } = options;
  const record = async ({ marketId, priceE8, sources: used }: IndexPrice): Promise<void> => {
    if (clockStopped()) return;
    const { outcome } = await bus.submit({ type: 'recordIndexTick', marketId, priceE8, sources: used });
    if (outcome.ok) onTick(marketId, priceE8);
    else log.warn({ marketId, refusal: outcome.refusal }, 'an index tick was refused');
  };
  const aggregator = new IndexAggregator({
    ...pace,
    onPrice(price) {
      record(price).catch((error: unknown) =>
        log.warn({ err: error, marketId: price.marketId }, 'an index tick was not taken'),
      );
    },
    onJudged: (marketId, judged) => sources.judged(marketId, judged),
    onStale(marketId, { missing }) {
      log.warn(
        { marketId },
        `the index is stale: ${missing === 'agreement' ? 'its sources disagree' : 'too few fresh sources'}`,
      );
      onStale(marketId);
    },
  });
  await feed.start(quote => aggregator.accept({ ...quote, atMs: quote.atMs + aheadMs() }));
  aggregator.start();
  return async () => {
    aggregator.stop();
    await feed.stop();
  };
}
