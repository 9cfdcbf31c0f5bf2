import type { PortfolioFacts } from '@tallystick/protocol/portfolio/facts';

const OLD_MS = 60_000;

/** Codes of coins whose newest index is so old that their worth may be another by now. */
export function oldIndexes({ atMs, coins }: Pick<PortfolioFacts, 'atMs' | 'coins'>): string[] {
  return coins
    .filter(({ pricedAtMs }) => pricedAtMs !== null && atMs - pricedAtMs > OLD_MS)
    .map(({ code }) => code);
}
