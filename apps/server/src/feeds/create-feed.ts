import { MINUTE_MS } from '@tallystick/core/durations';
import type { FeedChoice } from '../config/kinds.ts';
import { CcxtFeed, type FeedLog, loadExchanges } from './ccxt-feed.ts';
import { CcxtRates, RATES_EVERY_MS } from './ccxt-rates.ts';
import { CrossPath } from './cross-path.ts';
import { PathFeed } from './path-feed.ts';
import type { FeedMarket, PriceFeed } from './price-feed.ts';
import type { PricePath } from './price-path.ts';
import { type RecordedCandles, readRecordings } from './recorded-candles.ts';
import { ReplayPath } from './replay-path.ts';
import { type ReplayAnchor, chooseAnchor, recordedAt } from './replay-position.ts';
import type { RateSource } from './rates.ts';
import { SimulatedPath } from './simulated-path.ts';
import { SimulatedRates } from './simulated-rates.ts';

export interface CreateFeedOptions {
  readonly feed: FeedChoice;
  readonly markets: readonly FeedMarket[];
  readonly speed: number;
  readonly seed: number;
  readonly intervalMs: number;
  /** The machine's clock: prices do not jump when the exchange's clock is advanced. */
  readonly now: () => number;
  /** How far the exchange's time, used by charts, is ahead of it. */
  readonly aheadMs?: number;
  readonly log: FeedLog;
  /** State kept from an earlier start, null at the first. Only replays use it. */
  readonly anchor: ReplayAnchor | null;
}

export interface CreatedFeed {
  readonly feed: PriceFeed;
  /** What USDT is worth in states' currencies; made up unless the prices are real. */
  readonly rates: RateSource;
  /** State to keep for the next start; null when the feed needs none. */
  readonly anchor: ReplayAnchor | null;
}

/** Real exchanges are polled this many index ticks apart. */
const POLL_PER_TICK = 2;

/** How far one source may fall behind another: two polls. With less, a slow source would drop out repeatedly. */
export function sourceLagMs(intervalMs: number): number {
  return 2 * POLL_PER_TICK * intervalMs;
}

export async function createFeed(options: CreateFeedOptions): Promise<CreatedFeed> {
  const { feed, markets, seed, intervalMs, now, log, aheadMs = 0 } = options;
  if (feed.kind === 'ccxt') {
    const exchanges = await loadExchanges(feed.exchanges);
    return {
      feed: new CcxtFeed({ exchanges, markets, pollMs: intervalMs * POLL_PER_TICK, now, log }),
      rates: new CcxtRates({ exchanges, pollMs: RATES_EVERY_MS, now, log }),
      anchor: null,
    };
  }
  const rates = new SimulatedRates({ seed, now });
  if (feed.kind === 'simulated') {
    const paths = pathsFor(markets, seed, []);
    const pathFeed = new PathFeed({
      source: 'simulated',
      markets,
      paths,
      liveMs: wallMs => wallMs,
      historyMs: wallMs => wallMs - wholeSteps(aheadMs, MINUTE_MS),
      intervalMs,
      now,
    });
    return { feed: pathFeed, rates, anchor: null };
  }
  const recordings = await readRecordings(feed.folder);
  const anchor = chooseAnchor(recordings, options.anchor, options.speed, now());
  const step = Math.max(...recordings.map(recording => recording.lengthMs));
  // Whole candles of the recording, so that our candles equal the recorded ones.
  const shift = wholeSteps(anchor.recordedMs - anchor.wallMs - aheadMs, step);
  const replay = new PathFeed({
    source: 'replay',
    markets,
    paths: pathsFor(markets, seed, recordings),
    liveMs: wallMs => recordedAt(anchor, wallMs),
    historyMs: wallMs => wallMs + shift,
    intervalMs,
    now,
  });
  return { feed: replay, rates, anchor };
}

function wholeSteps(ms: number, step: number): number {
  return Math.round(ms / step) * step;
}

/** A market's price path: its recording, else the cross of its coins, else a simulation. */
export function pathsFor(
  markets: readonly FeedMarket[],
  seed: number,
  recordings: readonly RecordedCandles[],
): Map<string, PricePath> {
  const paths = new Map<string, PricePath>();
  const recordingOf = (base: string, quote: string) => recordings.find(one => one.name === base + quote);
  const inDollars = (coin: string): PricePath => {
    const known = paths.get(`${coin}/USDT`);
    if (known) return known;
    const recording = recordingOf(coin, 'USDT');
    const simulated = new SimulatedPath(seed, coin);
    const path = recording ? new ReplayPath(recording, simulated) : simulated;
    paths.set(`${coin}/USDT`, path);
    return path;
  };
  for (const { symbol } of markets) {
    const [base = '', quote = ''] = symbol.split('/');
    if (quote === 'USDT') {
      inDollars(base);
      continue;
    }
    const cross = new CrossPath(inDollars(base), inDollars(quote));
    const recording = recordingOf(base, quote);
    paths.set(symbol, recording ? new ReplayPath(recording, cross) : cross);
  }
  return paths;
}
