import { formatMinor } from '@tallystick/core/money/decimal';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { MarketUnitsTable } from '../market/units.ts';
import { worth, type Rate, type Valuation } from '../market/valuation.ts';
import type { Earned } from './store.ts';

interface WireAmount {
  readonly currency: string;
  readonly amount: string;
  readonly value_usdt: string | null;
}

/** What rebates are worth, at the prices of one moment: make one for each answer. */
export class Worths {
  readonly #units: Pick<MarketUnitsTable, 'currency'>;
  readonly #valuation: Pick<Valuation, 'rate'>;
  readonly #rates = new Map<string, Rate | null>();

  constructor(units: Pick<MarketUnitsTable, 'currency'>, valuation: Pick<Valuation, 'rate'>) {
    this.#units = units;
    this.#valuation = valuation;
  }

  amounts(earned: readonly Earned[]): WireAmount[] {
    return earned.map(one => {
      const { code, decimals } = this.#units.currency(one.currencyId);
      return {
        currency: code,
        amount: formatMinor(one.amountMinor, decimals),
        value_usdt: this.total([one], USDT),
      };
    });
  }

  /** Truncated; null if a part that is not zero has no price. */
  total(earned: readonly Earned[], currencyId: number): string | null {
    let total = 0n;
    for (const one of earned) {
      if (one.amountMinor === 0n) continue;
      const minor = this.minor(one, currencyId);
      if (minor === null) return null;
      total += minor;
    }
    return formatMinor(total, this.#units.currency(currencyId).decimals);
  }

  minor({ currencyId, amountMinor }: Earned, toId: number): bigint | null {
    const key = `${currencyId}:${toId}`;
    let rate = this.#rates.get(key);
    if (rate === undefined) this.#rates.set(key, (rate = this.#valuation.rate(currencyId, toId)));
    return rate === null ? null : worth(amountMinor, rate);
  }
}
