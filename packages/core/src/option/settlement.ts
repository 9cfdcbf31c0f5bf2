/**
 * How a second option is settled: from its terms and the ticks of the price log alone. Pure and without dependencies,
 * so that the exchange, the stand-alone verifier and the customer's browser run the same code.
 */

export type OptionDirection = 'rise' | 'fall';

/** How the price moved from entry to exit; or that one of them had no fresh tick. */
export type OptionResult = 'rise' | 'fall' | 'even' | 'staleEntry' | 'staleExit';

/** Everything that decides an option's result and payout; all of it is known and fixed at purchase. */
export interface SettlementTerms {
  readonly marketId: number;
  readonly direction: OptionDirection;
  readonly stakeMinor: bigint;
  /** What a win adds to the stake, in millionths of it. */
  readonly payoutPpm: number;
  readonly staleMs: number;
  readonly boughtAtMs: number;
  /** boughtAtMs + seconds × 1,000. */
  readonly deliveryAtMs: number;
  /** The price log's newest tick at purchase; 0 if it had none. */
  readonly chainHead: { readonly number: number };
}

export interface SettlementTick {
  readonly number: number;
  readonly marketId: number;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly atMs: number;
}

export interface Settlement<Tick extends SettlementTick = SettlementTick> {
  readonly result: OptionResult;
  /** Null if no fresh tick came. */
  readonly entry: Tick | null;
  /** Null if the last tick at delivery was not fresh, or there was no entry. */
  readonly exit: Tick | null;
  /** What the customer gets back: stake and profit, the stake, or 0. */
  readonly payoutMinor: bigint;
}

const MILLION = 1_000_000n;

/** What a win adds to the stake: truncated, never rounded up. */
export function profitOf(stakeMinor: bigint, payoutPpm: number): bigint {
  return (stakeMinor * BigInt(payoutPpm)) / MILLION;
}

/**
 * The share of options that must win to break even, in millionths, rounded up. A win adds r of the stake and a loss
 * takes all of it, so p × r = 1 − p and p = 1 ÷ (1 + r). Even results, which refund, are left out.
 */
export function breakEvenPpm(payoutPpm: number): number {
  return Math.ceil(1_000_000_000_000 / (1_000_000 + payoutPpm));
}

/**
 * Settles an option whose delivery has passed. `ticks` are in the order of the price log and must include all ticks of
 * the option's market after the chain head up to delivery; other ticks are skipped.
 *
 * - Entry: the market's first tick after the chain head. It counts if it came at most `staleMs` after the purchase.
 * - Exit: the market's last tick at or before delivery. It counts if it came at most `staleMs` before delivery.
 * - Rise wins strictly above the entry, fall strictly below. Equal, or a tick that does not count: the stake goes back.
 */
export function settleOption<Tick extends SettlementTick>(
  terms: SettlementTerms,
  ticks: readonly Tick[],
): Settlement<Tick> {
  const refund = terms.stakeMinor;
  const ofMarket = ticks.filter(
    tick => tick.marketId === terms.marketId && tick.number > terms.chainHead.number,
  );
  const entry = ofMarket[0];
  if (entry === undefined || entry.atMs > terms.boughtAtMs + terms.staleMs) {
    return { result: 'staleEntry', entry: null, exit: null, payoutMinor: refund };
  }
  const exit = ofMarket.findLast(tick => tick.atMs <= terms.deliveryAtMs);
  if (exit === undefined || exit.atMs < terms.deliveryAtMs - terms.staleMs) {
    return { result: 'staleExit', entry, exit: null, payoutMinor: refund };
  }
  if (exit.priceE8 === entry.priceE8) return { result: 'even', entry, exit, payoutMinor: refund };
  const result = exit.priceE8 > entry.priceE8 ? 'rise' : 'fall';
  const won = result === terms.direction;
  return {
    result,
    entry,
    exit,
    payoutMinor: won ? terms.stakeMinor + profitOf(terms.stakeMinor, terms.payoutPpm) : 0n,
  };
}
