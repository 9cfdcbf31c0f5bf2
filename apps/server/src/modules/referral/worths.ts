import { USDT } from '@tallystick/protocol/currency-ids';
import { worth, type Rate, type Valuation } from '../market/valuation.ts';
import type { Earned } from './store.ts';

/** What was earned, each currency and all together with its worth in USDT; null where no price leads there. */
export interface Valued {
  readonly amounts: readonly (Earned & { readonly usdtMinor: bigint | null })[];
  readonly usdtMinor: bigint | null;
}

/** What rebates are worth, at the prices of one moment: make one for each answer. */
export class Worths {
  readonly #valuation: Pick<Valuation, 'rate'>;
  readonly #rates = new Map<string, Rate | null>();

  constructor(valuation: Pick<Valuation, 'rate'>) {
    this.#valuation = valuation;
  }

  of(earned: readonly Earned[]): Valued {
    const amounts = earned.map(one => ({ ...one, usdtMinor: this.total([one], USDT) }));
    return { amounts, usdtMinor: this.total(earned, USDT) };
  }

  /** Truncated; null if a part that is not zero has no price. */
  total(earned: readonly Earned[], currencyId: number): bigint | null {
    let total = 0n;
    for (const one of earned) {
      if (one.amountMinor === 0n) continue;
      const minor = this.minor(one, currencyId);
      if (minor === null) return null;
      total += minor;
    }
    return total;
  }

  minor({ currencyId, amountMinor }: Earned, toId: number): bigint | null {
    const key = `${currencyId}:${toId}`;
    let rate = this.#rates.get(key);
    if (rate === undefined) this.#rates.set(key, (rate = this.#valuation.rate(currencyId, toId)));
    return rate === null ? null : worth(amountMinor, rate);
  }
}
