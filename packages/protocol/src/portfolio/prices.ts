import { mulDiv } from '@tallystick/core/money/decimal';
import { E18, type PortfolioCoin, type PortfolioFacts } from './facts.ts';

/** A change of each coin's price in whole percent, from −100 up; coins left out keep theirs. The unit never changes. */
export type Shocks = ReadonlyMap<number, number>;

export const NO_SHOCKS: Shocks = new Map();

/** What amounts are worth after a shock, in minor units of the unit. */
export class Prices {
  readonly unit: PortfolioCoin;
  readonly #coins: ReadonlyMap<number, PortfolioCoin>;
  readonly #shocks: Shocks;

  constructor({ coins, unitId }: Pick<PortfolioFacts, 'coins' | 'unitId'>, shocks: Shocks) {
    this.#coins = new Map(coins.map(coin => [coin.currencyId, coin]));
    this.#shocks = shocks;
    this.unit = this.coin(unitId);
  }

  /** Throws RangeError for a currency that is not among the coins. */
  coin(currencyId: number): PortfolioCoin {
    const coin = this.#coins.get(currencyId);
    if (coin === undefined) throw new RangeError(`currency ${currencyId} is not among the coins`);
    return coin;
  }

  shockOf(currencyId: number): number {
    return currencyId === this.unit.currencyId ? 0 : (this.#shocks.get(currencyId) ?? 0);
  }

  /** amount × price, truncated toward zero once; null without a price. */
  value(amountMinor: bigint, currencyId: number): bigint | null {
    if (currencyId === this.unit.currencyId) return amountMinor;
    const { priceE18, decimals } = this.coin(currencyId);
    if (priceE18 === null) return null;
    const price = priceE18 * BigInt(100 + this.shockOf(currencyId)) * 10n ** BigInt(this.unit.decimals);
    return mulDiv(amountMinor, price, 100n * 10n ** BigInt(decimals + E18));
  }

  /** A contract's mark when its coin has moved: truncated, at least 1. */
  mark(markE8: number, baseCurrencyId: number): number {
    const shock = this.shockOf(baseCurrencyId);
    if (shock === 0) return markE8;
    return Math.max(1, Number((BigInt(markE8) * BigInt(100 + shock)) / 100n));
  }
}
