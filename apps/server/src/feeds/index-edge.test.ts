import { breakEvenPpm } from '@tallystick/core/option/settlement';
import { Random } from '@tallystick/core/testing/random';
import { expect, test } from 'vitest';
import { sourceLagMs } from './create-feed.ts';
import { IndexAggregator } from './index-aggregator.ts';

/** The default settings. Exchanges are polled every two ticks; an answer is 250 ms old. */
const TICK_MS = 1000;
const POLL_MS = 2000;
const ANSWER_MS = 250;
const STALE_MS = 10_000;
/** The shortest option: it depends least on chance, so knowledge is worth most. */
const OPTION_MS = 30_000;
const PAYOUT_PPM = 800_000;
const WARM_UP_MS = 20_000;
/** The source moves this long after the purchase: the worst time, because the index then jumps to the markets. */
const BACK_AFTER_MS = 10_000;
const STEP_MS = 250;
const ROUNDS = 8000;

interface Experiment {
  /** `silent`: it no longer answers; `frozen`: it repeats its last answer, without a time. */
  readonly standsStill: 'never' | 'silent' | 'frozen';
  /** Time from the freeze to the purchase. */
  readonly boughtAfterMs: number;
  readonly lagMs: number;
}

/**
 * Win rate of somebody who sees both markets, and bets that the index follows them while one of its sources stands
 * still. Seeded: the same figure every time.
 */
function winRate(experiment: Experiment): number {
  const random = new Random(1);
  let won = 0;
  let decided = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = playRound(random, experiment);
    if (outcome !== 0) decided++;
    if (outcome > 0) won++;
  }
  return won / decided;
}

/** Above 0 if the bet was right, below if it was wrong, 0 if there was none or the result was even. */
function playRound(random: Random, { standsStill, boughtAfterMs, lagMs }: Experiment): number {
  const boughtMs = WARM_UP_MS + boughtAfterMs;
  const endMs = boughtMs + OPTION_MS;
  // Both exchanges have the same price, a random walk; each is polled at its own times.
  const path = [1_000_000];
  while (path.length * STEP_MS <= endMs) path.push(path.at(-1)! + random.between(-10, 10));
  const priceAt = (ms: number) => path[Math.max(0, Math.floor(ms / STEP_MS))]!;
  const [pollsA, pollsB, ticks] = [POLL_MS, POLL_MS, TICK_MS].map(everyMs => {
    const phase = STEP_MS * random.below(everyMs / STEP_MS);
    return (ms: number) => ms % everyMs === phase;
  });

  let nowMs = 0;
  let index = 0;
  let entry: number | null = null;
  let shown = 0;
  const aggregator = new IndexAggregator({
    quorum: { sources: 1, bandPpm: 10_000_000 },
    marketIds: [1],
    intervalMs: TICK_MS,
    staleMs: STALE_MS,
    lagMs,
    now: () => nowMs,
    onPrice: ({ priceE8 }) => {
      index = priceE8;
      if (nowMs > boughtMs) entry ??= index;
    },
    onStale: () => {},
  });
  const quote = (source: string, seenMs: number) =>
    aggregator.accept({ marketId: 1, source, priceE8: priceAt(seenMs), atMs: nowMs, toldAtMs: null });
  for (; nowMs <= endMs; nowMs += STEP_MS) {
    const stands = standsStill !== 'never' && nowMs >= WARM_UP_MS && nowMs < boughtMs + BACK_AFTER_MS;
    if (pollsA!(nowMs)) quote('a', nowMs - ANSWER_MS);
    if (pollsB!(nowMs) && !(stands && standsStill === 'silent')) {
      quote('b', stands ? WARM_UP_MS : nowMs - ANSWER_MS);
    }
    if (ticks!(nowMs)) aggregator.sample();
    if (nowMs === boughtMs) shown = index;
  }
  return entry === null ? 0 : Math.sign(priceAt(boughtMs) - shown) * Math.sign(index - entry);
}

test.each([
  ['never', 30_000],
  ['silent', 4000],
  ['frozen', 3000],
  ['frozen', 60_000],
] as const)(
  'nobody gains by one of two sources standing still (%s, bought after %d ms)',
  (standsStill, boughtAfterMs) => {
    const rate = winRate({ standsStill, boughtAfterMs, lagMs: sourceLagMs(TICK_MS) });
    expect(rate).toBeGreaterThan(0.48);
    expect(rate * 1_000_000).toBeLessThan(breakEvenPpm(PAYOUT_PPM));
  },
);

test('somebody would gain if the source counted until it is stale', () => {
  const taken = (standsStill: Experiment['standsStill'], boughtAfterMs: number) =>
    winRate({ standsStill, boughtAfterMs, lagMs: 3_600_000 }) * 1_000_000;
  expect(taken('silent', 4000)).toBeGreaterThan(breakEvenPpm(PAYOUT_PPM));
  expect(taken('frozen', 60_000)).toBeGreaterThan(breakEvenPpm(PAYOUT_PPM));
});
