import { decimal, isWhole, ppmOf } from '../numbers.ts';
import type { World } from '../world.ts';

/** Terms of a market's second options as the command brings them; amounts are decimal texts. */
export interface OptionConfig {
  readonly marketId: number;
  readonly enabled: boolean;
  readonly staleMs: number;
  readonly times: readonly { readonly seconds: number; readonly payoutPpm: number }[];
  readonly currencies: readonly {
    readonly currencyId: number;
    readonly minStake: string;
    readonly maxStake: string;
    readonly exposureLimit: string;
  }[];
}

export interface Payable {
  readonly currencyId: number;
  readonly min: bigint;
  readonly max: bigint;
  /** The most the house may owe to the options of one direction, beyond their stakes. */
  readonly exposureLimit: bigint;
}

export interface OptionTerms {
  readonly version: number;
  readonly enabled: boolean;
  readonly staleMs: number;
  readonly times: readonly { readonly seconds: number; readonly payoutPpm: number }[];
  readonly currencies: readonly Payable[];
}

const DAY_SECONDS = 86_400;
const MOST_STAKE = 2n ** 53n;
const MOST_OF_EACH = 20;

/** The terms, or why they are none. */
export function termsOf(world: World, config: OptionConfig, version: number): OptionTerms | string {
  const { enabled, staleMs, times, currencies } = config;
  const areLists = Array.isArray(times) && Array.isArray(currencies);
  if (typeof enabled !== 'boolean' || !isWhole(staleMs, 1, DAY_SECONDS * 1_000))
    return 'invalid_option_terms';
  if (!areLists || times.length === 0 || times.length > MOST_OF_EACH) return 'invalid_option_terms';
  let seconds = 0;
  for (const time of times) {
    // Entry and exit must never be the same tick.
    const isLonger = isWhole(time.seconds, seconds + 1, DAY_SECONDS) && time.seconds * 1_000 > 2 * staleMs;
    if (!isLonger || !isWhole(time.payoutPpm, 1, 1_000_000)) return 'invalid_option_terms';
    seconds = time.seconds;
  }
  if (currencies.length === 0 || currencies.length > MOST_OF_EACH) return 'invalid_option_terms';
  const leastPpm = Math.min(...times.map(time => time.payoutPpm));
  const payables: Payable[] = [];
  for (const one of currencies) {
    const currency = world.currencies.get(one.currencyId);
    if (currency === undefined) return 'unknown_currency';
    const min = stakeOf(one.minStake, currency.decimals);
    const max = stakeOf(one.maxStake, currency.decimals);
    const exposureLimit = stakeOf(one.exposureLimit, currency.decimals);
    const isAfter = one.currencyId > (payables.at(-1)?.currencyId ?? 0);
    // The smallest stake must win something.
    const wins = min !== null && ppmOf(min, leastPpm) > 0n;
    if (!isAfter || !wins || max === null || max < min || exposureLimit === null)
      return 'invalid_option_terms';
    payables.push({ currencyId: one.currencyId, min, max, exposureLimit });
  }
  return {
    version,
    enabled,
    staleMs,
    times: times.map(time => ({ seconds: time.seconds, payoutPpm: time.payoutPpm })),
    currencies: payables,
  };
}

/** Whether both say the same, whatever their versions. */
export function isSame(a: OptionTerms, b: OptionTerms): boolean {
  return textOf(a) === textOf(b);
}

/** All but the version. */
function textOf({ enabled, staleMs, times, currencies }: OptionTerms): string {
  const timeTexts = times.map(time => `${time.seconds}:${time.payoutPpm}`);
  const currencyTexts = currencies.map(one => `${one.currencyId}:${one.min}:${one.max}:${one.exposureLimit}`);
  return `${enabled ? 1 : 0} ${staleMs} ${timeTexts.join(',')} ${currencyTexts.join(',')}`;
}

function stakeOf(text: string, decimals: number): bigint | null {
  const amount = decimal(text, decimals);
  return amount !== null && amount > 0n && amount <= MOST_STAKE ? amount : null;
}
