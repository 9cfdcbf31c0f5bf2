import type { PortfolioFacts, PortfolioProduct } from './facts.ts';
import type { Equity, Worth } from './equity.ts';
import type { Prices } from './prices.ts';

export const LOSS_CAUSES = ['coins', 'positions', 'stakes', 'commitments'] as const;
export type LossCause = (typeof LOSS_CAUSES)[number];

/** Amounts are minor units of the unit. */
export interface Losses {
  /** Without those of 0. */
  readonly lines: readonly {
    readonly product: PortfolioProduct;
    readonly cause: LossCause;
    readonly lossMinor: bigint;
  }[];
  /** The most that can be lost with what is open now: the sum of the lines. */
  readonly worstMinor: bigint;
  /** Equity less that: no price takes it. */
  readonly safeMinor: bigint;
  /** What waiting orders would add to the worst loss if all of them filled. */
  readonly waiting: { readonly spotMinor: bigint; readonly contractMinor: bigint };
  /** What leaving all deposits in trust now would cost. A choice, so in no sum. */
  readonly penaltyMinor: bigint;
}

/**
 * Measured from today's equity: every coin falls to zero, every margin group loses its margin and the result it has,
 * every option its stake, and new coins are worth nothing. Not all of it can happen at once: a long and a short of one
 * coin do not both lose everything.
 */
export function lossesOf(facts: PortfolioFacts, prices: Prices, { worths, equityMinor }: Equity): Losses {
  const sums = new Map<string, { product: PortfolioProduct; cause: LossCause; lossMinor: bigint }>();
  for (const worth of worths) {
    const { product, kind, valueMinor } = worth;
    const cause = causeOf(worth, prices.unit.currencyId);
    // What is owed is not lost.
    if (cause === null || kind === 'owed' || valueMinor === null) continue;
    const key = `${product}:${cause}`;
    const before = sums.get(key)?.lossMinor ?? 0n;
    sums.set(key, { product, cause, lossMinor: before + valueMinor });
  }
  const lines = [...sums.values()].filter(({ lossMinor }) => lossMinor !== 0n);
  const worstMinor = lines.reduce((sum, { lossMinor }) => sum + lossMinor, 0n);
  const waiting = { spotMinor: 0n, contractMinor: 0n };
  for (const { product, side, currencyId, frozenMinor } of facts.waiting) {
    const value = prices.value(frozenMinor, currencyId) ?? 0n;
    // A sale turns a coin into money; paying with another coin exchanges one that can fall to zero for another.
    if (product === 'contract') waiting.contractMinor += value;
    else if (side === 'buy' && currencyId === prices.unit.currencyId) waiting.spotMinor += value;
  }
  return {
    lines,
    worstMinor,
    safeMinor: equityMinor - worstMinor,
    waiting,
    penaltyMinor: facts.deposits.reduce(
      (sum, { penaltyMinor, currencyId }) => sum + (prices.value(penaltyMinor, currencyId) ?? 0n),
      0n,
    ),
  };
}

/** Null: no price takes it. */
function causeOf({ product, kind, currencyId }: Worth, unitId: number): LossCause | null {
  if (kind === 'margin' || kind === 'result') return 'positions';
  if (kind === 'stakes') return 'stakes';
  if (product === 'launch') return 'commitments';
  return currencyId === unitId ? null : 'coins';
}
