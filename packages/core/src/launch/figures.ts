import type { AcceptedCurrency, LaunchAmount, LaunchMode, LaunchTerms } from './terms.ts';

const E8 = 100_000_000n;

export interface AcceptedFigures extends AcceptedCurrency {
  readonly decimals: number;
}

/** The part of an offer's terms that the allocation is computed from. */
export interface LaunchFigures {
  readonly offerId: number;
  readonly mode: LaunchMode;
  readonly issuePriceE8: number;
  readonly supplyMinor: bigint;
  readonly capMinor: bigint;
  /** Decimals of the new currency. */
  readonly decimals: number;
  readonly quoteDecimals: number;
  readonly accepted: readonly AcceptedFigures[];
}

/** Pure and without dependencies, like everything in this file: the browser computes with the same functions. */
export function figuresOf(terms: LaunchTerms, decimalsOf: (currencyId: number) => number): LaunchFigures {
  return {
    offerId: terms.offerId,
    mode: terms.mode,
    issuePriceE8: terms.issuePriceE8,
    supplyMinor: terms.supplyMinor,
    capMinor: terms.capMinor,
    decimals: terms.currency.decimals,
    quoteDecimals: decimalsOf(terms.market.quoteCurrencyId),
    accepted: terms.accepted.map(({ currencyId, rateE8 }) => ({
      currencyId,
      rateE8,
      decimals: decimalsOf(currencyId),
    })),
  };
}

/** What an amount of an accepted currency is worth, in quote minor units, truncated. */
export function quoteValue(
  amountMinor: bigint,
  { rateE8, decimals }: AcceptedFigures,
  quoteDecimals: number,
): bigint {
  return (amountMinor * BigInt(rateE8) * power(quoteDecimals)) / (E8 * power(decimals));
}

/** How much of the accepted currency is worth `valueMinor`, rounded up so that the amount is never worth less. */
export function costIn(
  valueMinor: bigint,
  { rateE8, decimals }: AcceptedFigures,
  quoteDecimals: number,
): bigint {
  return divideUp(valueMinor * E8 * power(decimals), BigInt(rateE8) * power(quoteDecimals));
}

/** Value of all of an order's commitments, each currency's sum truncated once. */
export function valueOf(committed: readonly LaunchAmount[], figures: LaunchFigures): bigint {
  let value = 0n;
  for (const { currencyId, amountMinor } of committed) {
    const accepted = figures.accepted.find(one => one.currencyId === currencyId);
    if (accepted === undefined) throw new RangeError(`currency ${currencyId} is not accepted`);
    value += quoteValue(amountMinor, accepted, figures.quoteDecimals);
  }
  return value;
}

/** How much of the new currency a value buys at the issue price, in its minor units, truncated. */
export function unitsFor(valueMinor: bigint, figures: LaunchFigures): bigint {
  const { issuePriceE8, decimals, quoteDecimals } = figures;
  return (valueMinor * E8 * power(decimals)) / (BigInt(issuePriceE8) * power(quoteDecimals));
}

/** What units cost at the issue price, in quote minor units, rounded up; never more than what bought them. */
export function costOf(unitsMinor: bigint, figures: LaunchFigures): bigint {
  const { issuePriceE8, decimals, quoteDecimals } = figures;
  return divideUp(unitsMinor * BigInt(issuePriceE8) * power(quoteDecimals), E8 * power(decimals));
}

/**
 * What an allocation takes of the commitments: its cost, from the currencies in the offer's order, each used up before
 * the next. Never more than was committed, because every earlier step truncated.
 */
export function spendingFor(
  unitsMinor: bigint,
  committed: readonly LaunchAmount[],
  figures: LaunchFigures,
): LaunchAmount[] {
  let left = costOf(unitsMinor, figures);
  const spent: LaunchAmount[] = [];
  for (const accepted of figures.accepted) {
    const amount = committed.find(one => one.currencyId === accepted.currencyId)?.amountMinor ?? 0n;
    const value = least(left, quoteValue(amount, accepted, figures.quoteDecimals));
    if (value === 0n) continue;
    left -= value;
    const { currencyId } = accepted;
    spent.push({ currencyId, amountMinor: costIn(value, accepted, figures.quoteDecimals) });
  }
  return spent;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Cached, because an allocation needs it a million times. */
const POWERS = Array.from({ length: 19 }, (_, decimals) => 10n ** BigInt(decimals));

function power(decimals: number): bigint {
  return POWERS[decimals] ?? 10n ** BigInt(decimals);
}

function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
