import { LIVE_SOURCES, type Settings } from '../config/settings.ts';
import { readState, writeState } from '../database/server-state.ts';
import { backfillCharts } from '../demo/history.ts';
import { openHouse, traderIds } from '../demo/population.ts';
import { createFeed, sourceLagMs } from '../feeds/create-feed.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import { startPrices } from '../feeds/prices.ts';
import type { RateSource } from '../feeds/rates.ts';
import type { ReplayAnchor } from '../feeds/replay-position.ts';
import { startLiquidity, type Liquidity } from '../house/liquidity.ts';
import { defineModule } from '../module/module.ts';
import type { Parts } from './compose.ts';

const REPLAY_ANCHOR = 'replay-anchor';

/** The house's quotes, the rates that totals are shown by, then the prices they follow. Their markets exist once all modules have seeded. */
export function composePrices(parts: Parts, settings: Settings, progress: (step: string) => void) {
  const { pool, bus, exchange, units, marketData, clock, log, demo } = parts;
  const { now, aheadMs } = clock;
  const clockStopped = (): boolean => clock.stop() !== null;
  let feed: PriceFeed;
  let rateSource: RateSource;
  let liquidity: Liquidity;
  // A launched currency has no index: its prices come from its trades.
  const indexed = () => exchange.markets().filter(({ id }) => units.of(id).hasIndex);
  const marketIds = () => indexed().map(({ id }) => id);
  const house = defineModule({
    name: 'house',
    recover: () => openHouse(parts, demo),
    start() {
      liquidity = startLiquidity({
        ...parts,
        settings,
        traderIds: demo ? traderIds(settings.DEMO_TRADERS) : [],
        clockStopped,
      });
      return () => liquidity.stop();
    },
  });
  const prices = defineModule({
    name: 'prices',
    async seed() {
      progress('preparing prices');
      const created = await createFeed({
        feed: settings.FEED,
        markets: indexed(),
        speed: settings.FEED_SPEED,
        seed: settings.FEED_SEED,
        intervalMs: settings.FEED_INTERVAL_MS,
        now: clock.machineNow,
        aheadMs: aheadMs(),
        log,
        anchor: await readState<ReplayAnchor>(pool, REPLAY_ANCHOR),
      });
      feed = created.feed;
      rateSource = created.rates;
      if (created.anchor !== null) await writeState(pool, REPLAY_ANCHOR, created.anchor);
      progress('filling the charts');
      await backfillCharts({ pool, feed, marketData, exchange, markets: indexed(), demo, nowMs: now(), log });
    },
    start() {
      progress('starting prices');
      // The only inputs of prices: none of them depends on anybody's orders.
      return startPrices({
        feed,
        bus,
        now,
        log,
        staleMs: parts.staleMs,
        marketIds: marketIds(),
        intervalMs: settings.FEED_INTERVAL_MS,
        lagMs: sourceLagMs(settings.FEED_INTERVAL_MS),
        quorum: { sources: demo ? 1 : LIVE_SOURCES, bandPpm: settings.FEED_BAND_PPM },
        sources: parts.indexSources,
        aheadMs,
        clockStopped,
        onTick: liquidity.indexTicked,
        onStale: liquidity.indexStale,
      });
    },
  });
  const rates = defineModule({
    name: 'rates',
    start() {
      rateSource.start(quotes =>
        parts.rates.accept(quotes.map(quote => ({ ...quote, atMs: quote.atMs + aheadMs() }))),
      );
      return () => rateSource.stop();
    },
  });
  // Stopped in reverse: the prices' feed closes the exchanges, so it must be the last.
  return [house, prices, rates];
}
