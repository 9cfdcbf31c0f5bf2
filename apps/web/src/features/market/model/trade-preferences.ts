export type BookColumn = 'amount' | 'totalBase' | 'totalQuote';
export type BookSides = 'both' | 'bids' | 'asks';

/** The customer's trade page preferences, stored on this device. */
export interface TradePreferences {
  readonly marketId: number | undefined;
  readonly column: BookColumn;
  readonly sides: BookSides;
  /** Price step as text (`10`), by market id, or `perpetual:<id>` for a contract's book. */
  readonly steps: Readonly<Record<string, string>>;
}

const COLUMNS: readonly BookColumn[] = ['amount', 'totalBase', 'totalQuote'];
const SIDES: readonly BookSides[] = ['both', 'bids', 'asks'];

export function acceptPreferences(stored: unknown): TradePreferences {
  const from: Partial<Record<keyof TradePreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  const steps = typeof from.steps === 'object' && from.steps !== null ? Object.entries(from.steps) : [];
  return {
    marketId: Number.isSafeInteger(from.marketId) ? (from.marketId as number) : undefined,
    column: COLUMNS.find(column => column === from.column) ?? 'amount',
    sides: SIDES.find(sides => sides === from.sides) ?? 'both',
    steps: Object.fromEntries(steps.filter((step): step is [string, string] => typeof step[1] === 'string')),
  };
}
