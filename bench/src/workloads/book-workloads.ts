import { adaptiveMix } from './adaptive.ts';
import type { CommandFile } from './command-file.ts';
import { exchangeMix } from './exchange.ts';
import { aroundOnePrice, everyPriceOnce, limitsAndMarkets } from './levels.ts';

/** One workload of `bench:book`. Fixed seeds: every run everywhere replays the same commands. */
export interface Workload {
  readonly name: string;
  readonly generate: (scale: number) => CommandFile;
  /** nodejs-order-book replays the pre-fill and this many commands after it; Infinity = all. */
  readonly referenceCommands: number;
  /** Minimum commands/s of our book. */
  readonly rateGoal: number | null;
  /** Minimum ratio of our rate to nodejs-order-book's. */
  readonly ratioGoal: number | null;
}

const SEED = 20_26;
const thousand = 1000;
const million = 1_000_000;

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'adaptive, 10k resting',
    generate: scale => adaptiveMix(SEED, 10 * thousand * scale, 500 * thousand * scale),
    referenceCommands: Infinity,
    rateGoal: null,
    ratioGoal: 20,
  },
  {
    name: 'adaptive, 200k resting',
    generate: scale => adaptiveMix(SEED, 200 * thousand * scale, 500 * thousand * scale),
    referenceCommands: 100 * thousand,
    rateGoal: null,
    ratioGoal: 20,
  },
  {
    name: 'levels, 300k prices',
    generate: scale => everyPriceOnce(SEED, 300 * thousand * scale),
    referenceCommands: Infinity,
    rateGoal: null,
    ratioGoal: 10,
  },
  {
    name: 'levels, around one price',
    generate: scale => aroundOnePrice(SEED, 10 * thousand * scale),
    referenceCommands: Infinity,
    rateGoal: null,
    ratioGoal: 10,
  },
  {
    name: 'levels, market each hundred',
    generate: scale => limitsAndMarkets(SEED, 100 * thousand * scale, 100, 100),
    referenceCommands: Infinity,
    rateGoal: null,
    ratioGoal: 10,
  },
  {
    name: 'levels, market after each',
    generate: scale => limitsAndMarkets(SEED, 100 * thousand * scale, 1, 50),
    referenceCommands: Infinity,
    rateGoal: null,
    ratioGoal: 10,
  },
  {
    name: 'exchange, 1k resting',
    generate: scale => exchangeMix(SEED, thousand, 3 * million * scale),
    referenceCommands: 300 * thousand,
    rateGoal: 5 * million,
    ratioGoal: null,
  },
  {
    name: 'exchange, 1M resting',
    generate: scale => exchangeMix(SEED, million * scale, 5 * million * scale),
    referenceCommands: 2 * thousand,
    rateGoal: 3 * million,
    ratioGoal: null,
  },
];
