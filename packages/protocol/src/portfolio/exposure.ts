import { E18, type PortfolioFacts } from './facts.ts';
import { sumOf, type Equity, type Worth } from './equity.ts';
import { rateOf, type GroupFigures } from './groups.ts';
import type { Prices } from './prices.ts';

/** How much depends on the price of one coin. Values are minor units of the unit. */
export interface CoinExposure {
  readonly currencyId: number;
  /** Of the coin itself, whatever holds it. */
  readonly held: readonly Worth[];
  readonly heldMinor: bigint;
  /** Long and short contracts at their marks. */
  readonly longMinor: bigint;
  readonly shortMinor: bigint;
  /** held + long − short. */
  readonly netMinor: bigint;
  /** held + long + short. */
  readonly grossMinor: bigint;
  /** Coins held + long − short, in 1e-18. */
  readonly netE18: bigint;
  /** net ÷ equity in 1/100 %; null without equity. */
  readonly shareBps: bigint | null;
}

export interface Exposure {
  /** Largest gross first; without the unit. */
  readonly coins: readonly CoinExposure[];
  readonly netMinor: bigint;
  readonly grossMinor: bigint;
  /** What is in the unit and moves with no price: part of the equity beside net exposure. */
  readonly unitMinor: bigint;
}

export function exposureOf(
  facts: PortfolioFacts,
  prices: Prices,
  groups: readonly GroupFigures[],
  { worths, equityMinor }: Equity,
): Exposure {
  const ofUnit = worths.filter(({ currencyId }) => currencyId === prices.unit.currencyId);
  const coins = facts.coins.flatMap((coin): CoinExposure[] => {
    const { currencyId, decimals, source } = coin;
    if (source === null || currencyId === prices.unit.currencyId) return [];
    const held = worths.filter(one => one.currencyId === currencyId);
    const heldMinor = sumOf(held);
    const sides = { long: 0n, short: 0n };
    const scale = 10n ** BigInt(E18 - decimals);
    let netE18 = held.reduce((sum, { amountMinor }) => sum + amountMinor * scale, 0n);
    for (const { group, positions } of groups) {
      for (const { position, valueMinor } of positions) {
        if (position.baseCurrencyId !== currencyId) continue;
        sides[position.side] += prices.value(valueMinor, group.currencyId) ?? 0n;
        const quantity = position.lotE18 * BigInt(position.lots);
        netE18 += position.side === 'long' ? quantity : -quantity;
      }
    }
    const { long: longMinor, short: shortMinor } = sides;
    const netMinor = heldMinor + longMinor - shortMinor;
    const grossMinor = heldMinor + longMinor + shortMinor;
    if (held.length === 0 && grossMinor === 0n) return [];
    const shareBps = rateOf(netMinor, equityMinor);
    return [{ currencyId, held, heldMinor, longMinor, shortMinor, netMinor, grossMinor, netE18, shareBps }];
  });
  return {
    coins: coins.toSorted((a, b) =>
      a.grossMinor === b.grossMinor ? 0 : a.grossMinor < b.grossMinor ? 1 : -1,
    ),
    netMinor: coins.reduce((sum, one) => sum + one.netMinor, 0n),
    grossMinor: coins.reduce((sum, one) => sum + one.grossMinor, 0n),
    unitMinor: sumOf(ofUnit),
  };
}
