import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { addDecimals, compareDecimals, isPositive, multiplyDecimals } from '#lib/decimal.ts';
import { parseTyped, shareOf } from '#lib/market-units.ts';
import type { Problem } from '#lib/problem.ts';

export type Terms = CallOutput<'GET microtrade/seconds'>;
export type TimeTerms = Terms['times'][number];
export type StakeTerms = TimeTerms['currencies'][number];
export type Direction = CallInput<'POST microtrade/submit'>['direction'];
export type Mode = 'real' | 'practice';
/** A purchase on the terms shown to the customer. */
export interface Purchase extends CallInput<'POST microtrade/submit'> {
  readonly seconds: number;
  readonly market_id: number;
  readonly currency_id: number;
  readonly practice: boolean;
}

export interface Ticket {
  readonly seconds: number | undefined;
  readonly currencyId: number | undefined;
  /** As typed; '' when empty. */
  readonly amount: string;
}

export type TicketAction =
  | { readonly type: 'time'; readonly seconds: number }
  | { readonly type: 'currency'; readonly currencyId: number }
  | { readonly type: 'amount'; readonly amount: string };

export const EMPTY_TICKET: Ticket = { seconds: undefined, currencyId: undefined, amount: '' };

export function reduceTicket(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case 'time':
      return { ...ticket, seconds: action.seconds };
    case 'currency':
      return { ...ticket, currencyId: action.currencyId, amount: '' };
    case 'amount':
      return { ...ticket, amount: action.amount };
  }
}

/** Currencies that can be staked, the market's quote currency first. */
export function offeredCurrencies({ symbol, times }: Terms): readonly StakeTerms[] {
  const quote = symbol.split('/')[1];
  return (times[0]?.currencies ?? []).toSorted(
    (a, b) => (a.currency === quote ? 0 : 1) - (b.currency === quote ? 0 : 1),
  );
}

/** The customer's available balance, and the decimals of its currency. */
export interface Funds {
  readonly currencyId: number;
  readonly currency: string;
  readonly decimals: number;
  /** Decimals shown by default. */
  readonly displayDecimals: number;
  /** In the option account or the practice account; undefined while loading. */
  readonly available: string | undefined;
}

export interface Summary {
  readonly time: TimeTerms | undefined;
  readonly stakes: StakeTerms | undefined;
  /** Decimal string; undefined while no valid amount is typed. */
  readonly stake: string | undefined;
  /** Stake plus profit. */
  readonly payout: string | undefined;
  /** `85` for a rate of 0.85. */
  readonly payoutPercent: string | undefined;
  readonly neededPercent: string | undefined;
}

/** `0.8525` → `85.25`. */
export function asPercent(share: string): string {
  return multiplyDecimals(share, '100', 4);
}

/** A break-even chance in percent with two digits, rounded up, so that it never looks better than it is. */
export function neededPercent(chance: string): string {
  const exact = multiplyDecimals(chance, '100', 6);
  const cut = multiplyDecimals(chance, '100', 2);
  return compareDecimals(cut, exact) < 0 ? addDecimals(cut, '0.01') : cut;
}

/** Payout of an option bought now, from the server's terms; truncated as in the core. */
export function summarise(ticket: Ticket, terms: Terms | undefined, funds: Funds | undefined): Summary {
  const time = terms?.times.find(({ seconds }) => seconds === ticket.seconds);
  const stakes = time?.currencies.find(({ currency_id }) => currency_id === funds?.currencyId);
  const minor = funds ? parseTyped(ticket.amount, funds.decimals) : null;
  const stake = minor === null || minor === 0n || !funds ? undefined : formatMinor(minor, funds.decimals);
  return {
    time,
    stakes,
    stake,
    payout:
      stake && time && funds
        ? addDecimals(stake, multiplyDecimals(stake, time.payout_rate, funds.decimals))
        : undefined,
    payoutPercent: time && asPercent(time.payout_rate),
    neededPercent: time && neededPercent(time.break_even_chance),
  };
}

/** What the customer's own limits allow, as known to this device; the exchange decides. */
export interface OwnLimits {
  /** Seconds until buying is possible, because of a break or a used-up daily limit; 0 if possible now. */
  readonly stoppedSeconds: number;
  /** What the customer can still risk today; null without a limit. */
  readonly remaining: string | null;
  readonly currency: string;
}

export type ProblemCode =
  | 'product_off'
  | 'options_off'
  | 'market_closed'
  | 'price_stale'
  | 'own_limit'
  | 'over_limit'
  | 'time_required'
  | 'amount_required'
  | 'amount_step'
  | 'below_minimum'
  | 'above_maximum'
  | 'insufficient_balance';
export type TicketProblem = Problem<ProblemCode, 'market' | 'limits' | 'time' | 'amount'>;

/** The first problem in the order of the screen; undefined if the option can be bought. */
export function validate(
  ticket: Ticket,
  summary: Summary,
  terms: Terms,
  funds: Funds,
  mode: Mode,
  own?: OwnLimits,
): TicketProblem | undefined {
  const { closed } = terms;
  // Practice is still possible while sales are stopped.
  const stops = mode === 'real' || closed === 'market_closed' || closed === 'price_stale';
  if (closed !== null && stops) return { code: closed, field: 'market' };
  // Practice money does not count for limits.
  const limits = mode === 'real' ? own : undefined;
  if (limits && limits.stoppedSeconds > 0) {
    return { code: 'own_limit', field: 'limits', params: { seconds: limits.stoppedSeconds } };
  }
  const { time, stakes, stake } = summary;
  if (!time) return { code: 'time_required', field: 'time' };
  const { currency, decimals, available } = funds;
  if (stake === undefined) {
    const isTyped = isPositive(ticket.amount);
    return { code: isTyped ? 'amount_step' : 'amount_required', field: 'amount', params: { decimals } };
  }
  if (stakes && compareDecimals(stake, stakes.min_stake) < 0) {
    return { code: 'below_minimum', field: 'amount', params: { least: stakes.min_stake, currency } };
  }
  if (stakes && compareDecimals(stake, stakes.max_stake) > 0) {
    return { code: 'above_maximum', field: 'amount', params: { most: stakes.max_stake, currency } };
  }
  if (available !== undefined && compareDecimals(stake, available) > 0) {
    return { code: 'insufficient_balance', field: 'amount', params: { available, currency } };
  }
  // For stakes in another currency only the exchange knows the value.
  const left = limits?.currency === currency ? limits.remaining : null;
  if (left !== null && compareDecimals(stake, left) > 0) {
    return { code: 'over_limit', field: 'amount', params: { most: left, currency } };
  }
  return undefined;
}

/** The largest stake the exchange can cover now, if less than requested. Practice has no such limit. */
export function shortCapacity(
  { stake, stakes }: Summary,
  direction: Direction,
  mode: Mode,
): string | undefined {
  if (mode === 'practice' || !stakes) return undefined;
  const capacity = direction === 'rise' ? stakes.capacity_rise : stakes.capacity_fall;
  return compareDecimals(stake ?? stakes.min_stake, capacity) > 0 ? capacity : undefined;
}

const QUICK = ['1', '5', '10'];

/** Up to three allowed round amounts above the smallest stake: 10, 50 and 100 for a minimum of 1 or 5. */
export function quickAmounts({
  min_stake,
  max_stake,
}: Pick<StakeTerms, 'min_stake' | 'max_stake'>): readonly string[] {
  // The power of ten at or below the smallest stake, then the next one above it.
  const [whole = '', fraction = ''] = min_stake.split('.');
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  const isBelowOne = /^0*$/.test(whole);
  const power = isBelowOne ? `0.${'0'.repeat(zeros)}1` : `1${'0'.repeat(whole.length - 1)}`;
  const base = compareDecimals(power, min_stake) > 0 ? power : multiplyDecimals(power, '10', 18);
  return QUICK.map(times => multiplyDecimals(base, times, 18)).filter(
    amount => compareDecimals(amount, max_stake) <= 0,
  );
}

/** The most that can be staked: the balance, or the largest stake the exchange accepts if that is less. */
export function mostStake(funds: Funds, { max_stake }: StakeTerms): string {
  const available = funds.available ?? '0';
  return compareDecimals(available, max_stake) > 0 ? max_stake : available;
}

/** A stake of at least this percentage of the balance gets a warning. */
const LARGE_PERCENT = 25n;

/** The stake as whole percent of the balance; undefined unless it is a large part. */
export function largePart({ stake }: Summary, { available, decimals }: Funds): number | undefined {
  const whole = parseTyped(available ?? '', decimals) ?? 0n;
  const part = parseTyped(stake ?? '', decimals) ?? 0n;
  if (whole === 0n || part * 100n < whole * LARGE_PERCENT) return undefined;
  return shareOf(part, whole, 100);
}
