import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import { COUNTING_CURRENCY_ID } from '../limit/valuation.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Markets } from '../market/market.ts';
import type { Currency } from '../money/currency.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { Customers } from '../customer/customer.ts';
import type { OptionMarket } from './option-market.ts';
import type { BuyOption } from './command.ts';
import type { OptionCurrency, OptionTerms } from './terms.ts';
import type { Practice } from './practice.ts';
import { profitOf } from './settlement.ts';
import { stakeCoveredBy } from './derive-terms.ts';

const MAX_OPEN_OPTIONS = 100;

/** What a purchase is checked against. */
export interface AdmissionContext {
  readonly ledger: Ledger;
  readonly markets: Markets;
  readonly customers: Customers;
  readonly limits: Limits;
  readonly practice: Practice;
  readonly offered: OptionMarket | undefined;
  /** Number of the customer's open options. */
  readonly openOptions: number;
}

/** Terms of an accepted purchase. */
export interface Admission {
  readonly terms: OptionTerms;
  readonly payoutPpm: number;
  /** The stake in the currency that limits count in; 0 for practice. */
  readonly countedMinor: bigint;
}

/** Whether the option can be sold. Changes nothing; all accounts an accepted purchase is posted to can pay for it. */
export function admit(
  command: BuyOption,
  atMs: number,
  context: AdmissionContext,
): Admission | { readonly refusal: Refusal } {
  const { customers, markets, offered } = context;
  const acting = customers.refuseActing(command.customerId);
  if (acting !== null) return { refusal: acting };
  const market = markets.market(command.marketId);
  if (market === undefined) return refused('unknown_market', 'market_id');
  if (offered === undefined) return refused('options_not_offered', 'market_id');
  if (typeof command.practice !== 'boolean') return refused('invalid_order', 'practice');
  const { terms } = offered;
  if (!terms.enabled && !command.practice) return refused('options_off');
  if (market.status === 'halted') return refused('market_halted');
  if (market.status === 'cancelOnly') return refused('market_cancel_only');
  if (command.direction !== 'rise' && command.direction !== 'fall')
    return refused('invalid_order', 'direction');
  if (command.termsVersion !== terms.version) {
    return refused('quote_changed', 'terms_version', { terms_version: terms.version });
  }
  const time = terms.times.find(({ seconds }) => seconds === command.seconds);
  if (time === undefined) return refused('option_time_not_offered', 'seconds');
  const payable = terms.currencies.find(({ currencyId }) => currencyId === command.currencyId);
  if (payable === undefined) return refused('option_currency_not_offered', 'currency_id');
  const currency = markets.currency(payable.currencyId)!;
  const refusal =
    refuseStake(command.stakeMinor, payable, currency) ??
    refuseStale(market, terms, atMs) ??
    refuseUnpaid(command, currency, context);
  if (refusal !== null) return { refusal };
  if (context.openOptions >= MAX_OPEN_OPTIONS) {
    return refused('too_many_open_options', undefined, { maximum: MAX_OPEN_OPTIONS });
  }
  const { payoutPpm } = time;
  if (command.practice) return { terms, payoutPpm, countedMinor: 0n };
  const countedMinor = context.limits.valueMinor(payable.currencyId, command.stakeMinor);
  if (countedMinor === null) return refused('stale_tick');
  const limited =
    context.limits.refuseNewExposure(command.customerId, COUNTING_CURRENCY_ID, countedMinor) ??
    refuseUncovered(command, payoutPpm, payable, currency, context);
  return limited === null ? { terms, payoutPpm, countedMinor } : { refusal: limited };
}

function refuseStake(stakeMinor: bigint, payable: OptionCurrency, currency: Currency): Refusal | null {
  if (typeof stakeMinor !== 'bigint' || stakeMinor <= 0n) return refuse('invalid_amount', 'amount');
  if (stakeMinor < payable.minStakeMinor) {
    return refuse('stake_below_minimum', 'amount', {
      minimum: formatMinor(payable.minStakeMinor, currency.decimals),
      currency: currency.code,
    });
  }
  if (stakeMinor > payable.maxStakeMinor) {
    return refuse('stake_above_maximum', 'amount', {
      maximum: formatMinor(payable.maxStakeMinor, currency.decimals),
      currency: currency.code,
    });
  }
  return null;
}

/** Nothing is sold on a stale price: the option would most likely only be refunded. */
function refuseStale({ indexTick }: ListedMarket, terms: OptionTerms, atMs: number): Refusal | null {
  return indexTick === null || indexTick.atMs < atMs - terms.staleMs ? refuse('stale_tick') : null;
}

function refuseUnpaid(command: BuyOption, currency: Currency, context: AdmissionContext): Refusal | null {
  const { customerId, currencyId, stakeMinor } = command;
  if (!command.practice) {
    const account = context.ledger.account({ ownerId: customerId, account: 'option', currencyId });
    return checkAvailable(context.ledger, account, stakeMinor, currency);
  }
  const held = context.practice.balanceMinor(customerId, currencyId);
  if (held >= stakeMinor) return null;
  return refuse('insufficient_balance', 'amount', {
    available: formatMinor(held, currency.decimals),
    currency: currency.code,
  });
}

/** Why the house cannot promise the profit: its limit for the direction, or the balance of its pool. */
function refuseUncovered(
  command: BuyOption,
  payoutPpm: number,
  payable: OptionCurrency,
  currency: Currency,
  { offered, ledger }: AdmissionContext,
): Refusal | null {
  const { currencyId, direction, stakeMinor } = command;
  const profitMinor = profitOf(stakeMinor, payoutPpm);
  const leftMinor = payable.exposureLimitMinor - offered!.exposure(currencyId, direction);
  const pool = ledger.platform('optionPool', currencyId);
  const poolMinor = ledger.availableMinor(pool);
  if (profitMinor <= leftMinor && profitMinor <= poolMinor) return null;
  const coveredMinor = leftMinor < poolMinor ? leftMinor : poolMinor;
  return refuse(profitMinor > leftMinor ? 'option_capacity' : 'option_pool_exhausted', 'amount', {
    maximum: formatMinor(stakeCoveredBy(coveredMinor, payoutPpm), currency.decimals),
    currency: currency.code,
  });
}

function refused(...reason: Parameters<typeof refuse>): { readonly refusal: Refusal } {
  return { refusal: refuse(...reason) };
}
