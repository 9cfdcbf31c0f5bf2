import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { expect, test } from 'vitest';
import { CandleFeed } from './candle-feed.ts';
import type { DrawnCandle } from './candles.ts';

const MINUTE = 60_000;

function candle(minute: number, close: number): DrawnCandle {
  const price = String(close);
  return { open_ms: minute * MINUTE, open: price, high: price, low: price, close: price, volume: '1' };
}

/** A market with one candle per minute, and a live topic that the test controls. */
function setUp() {
  let history = Array.from({ length: 1200 }, (_, minute) => candle(minute, minute));
  let live: readonly DrawnCandle[] | undefined;
  let listener: (() => void) | undefined;
  let failing = false;
  const asked: (number | undefined)[] = [];
  const events: string[] = [];
  const feed = new CandleFeed(
    {
      fetch: (toMs, limit) => {
        asked.push(toMs);
        if (failing) return Promise.reject(new Error('no connection'));
        return Promise.resolve(history.filter(({ open_ms }) => open_ms < (toMs ?? Infinity)).slice(-limit));
      },
      live: {
        read: () => live,
        watch: added => {
          listener = added;
          return () => {
            listener = undefined;
          };
        },
      },
    },
    {
      onReady: count => events.push(`ready ${count}`),
      onError: () => events.push('error'),
      onGap: () => events.push('gap'),
    },
  );
  /** The chart's candles, by its own rules: a later time is appended, the same time replaces the last one. */
  let bars: KLineData[] = [];
  const period = { type: 'minute', span: 1 } as const;
  const symbol = { ticker: 'BTC/USDT', pricePrecision: 1, volumePrecision: 5 };
  const load = (type: 'init' | 'forward') =>
    feed.getBars({
      type,
      timestamp: type === 'forward' ? (bars[0]?.timestamp ?? null) : null,
      symbol,
      period,
      callback: (data, more) => {
        bars = type === 'init' ? data : [...data, ...bars];
        events.push(`more ${JSON.stringify(more)}`);
        if (type === 'init') {
          feed.subscribeBar({
            symbol,
            period,
            callback: bar => {
              const last = bars.at(-1);
              if (!last || bar.timestamp > last.timestamp) bars.push(bar);
              else if (bar.timestamp === last.timestamp) bars[bars.length - 1] = bar;
            },
          });
        }
      },
    } satisfies DataLoaderGetBarsParams);
  return {
    feed,
    load,
    asked,
    events,
    bars: () => bars,
    tail: () => bars.slice(-3).map(bar => [bar.timestamp / MINUTE, bar.close]),
    setHistory: (next: DrawnCandle[]) => {
      history = next;
    },
    history: () => history,
    push: async (...candles: DrawnCandle[]) => {
      live = candles;
      listener?.();
      // Lets a started catch-up finish.
      await new Promise(resolve => setTimeout(resolve, 0));
    },
    fail: (on: boolean) => {
      failing = on;
    },
    isWatched: () => listener !== undefined,
  };
}

test('history first, then the live candle replaces the last and begins the next', async () => {
  const chart = setUp();
  await chart.load('init');
  await chart.push(candle(1199, 5));
  await chart.push(candle(1199, 6), candle(1200, 7));
  expect(chart.tail()).toEqual([
    [1198, 1198],
    [1199, 6],
    [1200, 7],
  ]);
  expect(chart.asked).toHaveLength(1);
});

test('pages back from the first candle until there is no more', async () => {
  const chart = setUp();
  await chart.load('init');
  await chart.load('forward');
  await chart.load('forward');
  expect(chart.asked).toEqual([undefined, 700 * MINUTE, 200 * MINUTE]);
  expect(chart.bars().map(bar => bar.timestamp)).toEqual(chart.history().map(({ open_ms }) => open_ms));
  expect(chart.events.at(-1)).toBe('more {"forward":false,"backward":false}');
});

test('after a pause the candles between are fetched, the unfinished one included', async () => {
  const chart = setUp();
  await chart.load('init');
  await chart.push(candle(1199, 5));
  chart.setHistory([...chart.history().slice(0, -1), candle(1199, 50), candle(1200, 51), candle(1201, 52)]);
  await chart.push(candle(1201, 52));
  expect(chart.tail()).toEqual([
    [1199, 50],
    [1200, 51],
    [1201, 52],
  ]);
});

test('a pause longer than a page starts anew', async () => {
  const chart = setUp();
  await chart.load('init');
  chart.setHistory(Array.from({ length: 600 }, (_, index) => candle(5000 + index, 1)));
  await chart.push(candle(5599, 1));
  expect(chart.events).toContain('gap');
});

test('when catching up fails, the next live candle tries again', async () => {
  const chart = setUp();
  await chart.load('init');
  chart.setHistory([...chart.history(), candle(1200, 51), candle(1201, 52)]);
  chart.fail(true);
  await chart.push(candle(1201, 52));
  expect(chart.tail().at(-1)).toEqual([1199, 1199]);
  chart.fail(false);
  await chart.push(candle(1201, 53));
  expect(chart.tail().map(([minute]) => minute)).toEqual([1199, 1200, 1201]);
});

test('a failure is told; older candles may be asked for again', async () => {
  const chart = setUp();
  chart.fail(true);
  await chart.load('init');
  expect(chart.events).toEqual(['error']);
  chart.fail(false);
  await chart.load('init');
  chart.fail(true);
  await chart.load('forward');
  expect(chart.events.at(-1)).toBe('more {"forward":true,"backward":false}');
});

test('an answer to a question of before is dropped', async () => {
  const chart = setUp();
  const first = chart.load('init');
  chart.feed.stop();
  await first;
  expect(chart.bars()).toEqual([]);
  expect(chart.isWatched()).toBe(false);
});
