import type { Currency, OptionTick, OptionTime, OptionView } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { breakEvenPpm } from '@tallystick/core/option/settlement';
import type {
  CallOutput,
  CallRequest,
  WireOption,
  WireOptionReceipt,
  WireOptionTime,
  WirePracticeBalance,
} from '@tallystick/protocol';
import { toWire } from '../../http/words.ts';
import { amountMinor, type MarketUnits, type MarketUnitsTable } from '../market/units.ts';
import type { OfferedOptions, OptionOffers, OptionPurse, PracticeBalance } from './offers.ts';
import type { NewOption } from './service.ts';

const PRICE_DECIMALS = 8;
const PPM_DECIMALS = 6;

export function readOption(input: CallRequest<'POST microtrade/submit'>, units: MarketUnitsTable): NewOption {
  units.of(input.market_id);
  const currency = units.currency(input.currency_id);
  return {
    marketId: input.market_id,
    direction: input.direction,
    seconds: input.seconds,
    currencyId: currency.id,
    stakeMinor: amountMinor(input.amount, currency, 'amount'),
    termsVersion: input.terms_version,
    practice: input.practice,
  };
}

export function wireOffered({ terms, closed }: OfferedOptions, units: MarketUnitsTable) {
  const { symbol } = units.of(terms.marketId).market;
  return { market_id: terms.marketId, symbol, closed: toWire(closed) };
}

export function wireSeconds(
  offered: OfferedOptions,
  offers: Pick<OptionOffers, 'capacityMinor'>,
  units: MarketUnitsTable,
): CallOutput<'GET microtrade/seconds'> {
  const { terms } = offered;
  const wireTime = (time: OptionTime): WireOptionTime => ({
    seconds: time.seconds,
    payout_rate: wireRate(time.payoutPpm),
    break_even_chance: wireRate(breakEvenPpm(time.payoutPpm)),
    currencies: terms.currencies.map(payable => {
      const { id, code, decimals } = units.currency(payable.currencyId);
      const amount = (minor: bigint): string => formatMinor(minor, decimals);
      return {
        currency_id: id,
        currency: code,
        min_stake: amount(payable.minStakeMinor),
        max_stake: amount(payable.maxStakeMinor),
        capacity_rise: amount(offers.capacityMinor(terms, time, payable, 'rise')),
        capacity_fall: amount(offers.capacityMinor(terms, time, payable, 'fall')),
      };
    }),
  });
  const { market_id, symbol, closed } = wireOffered(offered, units);
  return {
    market_id,
    symbol,
    terms_version: terms.version,
    closed,
    stale_ms: terms.staleMs,
    times: terms.times.map(wireTime),
  };
}

export function wirePurse(
  { payable, availableMinor, spotMinor, practiceMinor }: OptionPurse,
  units: MarketUnitsTable,
): CallOutput<'GET microtrade/payable_currencies'>['currencies'][number] {
  const { id, code, decimals } = units.currency(payable.currencyId);
  return {
    currency_id: id,
    currency: code,
    min_stake: formatMinor(payable.minStakeMinor, decimals),
    max_stake: formatMinor(payable.maxStakeMinor, decimals),
    available: formatMinor(availableMinor, decimals),
    spot_available: formatMinor(spotMinor, decimals),
    practice_available: formatMinor(practiceMinor, decimals),
  };
}

export function wirePractice(
  { currencyId, availableMinor, startMinor }: PracticeBalance,
  units: MarketUnitsTable,
): WirePracticeBalance {
  const { code, decimals } = units.currency(currencyId);
  return {
    currency_id: currencyId,
    currency: code,
    available: formatMinor(availableMinor, decimals),
    start: formatMinor(startMinor, decimals),
  };
}

export function wireOption(option: OptionView, { market }: MarketUnits, currency: Currency): WireOption {
  const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
  const { payoutMinor, stakeMinor } = option;
  return {
    option_id: option.optionId,
    market_id: option.marketId,
    symbol: market.symbol,
    direction: option.direction,
    seconds: option.seconds,
    currency_id: currency.id,
    currency: currency.code,
    practice: option.practice,
    stake: amount(stakeMinor),
    payout_rate: wireRate(option.payoutPpm),
    break_even_chance: wireRate(breakEvenPpm(option.payoutPpm)),
    possible_payout: amount(stakeMinor + option.profitMinor),
    state: option.state,
    bought_at_ms: option.boughtAtMs,
    delivery_at_ms: option.deliveryAtMs,
    entry: wirePrice(option.entry),
    exit: wirePrice(option.exit),
    result: toWire(option.result),
    outcome: outcomeOf(option),
    payout: payoutMinor === null ? null : amount(payoutMinor),
    profit_loss: payoutMinor === null ? null : amount(payoutMinor - stakeMinor),
    settled_at_ms: option.settledAtMs,
    receipt: receiptOf(option, market.symbol, currency),
  };
}

/** Millionths as a fraction of one: `0.85`. */
function wireRate(ppm: number): string {
  return formatMinor(BigInt(ppm), PPM_DECIMALS);
}

function outcomeOf({ payoutMinor, stakeMinor }: OptionView): WireOption['outcome'] {
  if (payoutMinor === null) return null;
  if (payoutMinor === 0n) return 'lost';
  return payoutMinor === stakeMinor ? 'refunded' : 'won';
}

/** All digits of the index: two prices that decide a result never look alike. */
function wirePrice(tick: OptionTick | null): WireOption['entry'] {
  if (tick === null) return null;
  return { tick: tick.number, price: formatMinor(BigInt(tick.priceE8), PRICE_DECIMALS), at_ms: tick.atMs };
}

function receiptOf(option: OptionView, symbol: string, currency: Currency): WireOptionReceipt {
  return {
    kind: 'tallystick option receipt 1',
    option_id: option.optionId,
    market_id: option.marketId,
    symbol,
    direction: option.direction,
    seconds: option.seconds,
    currency: currency.code,
    decimals: currency.decimals,
    practice: option.practice,
    stake_minor: String(option.stakeMinor),
    profit_minor: String(option.profitMinor),
    payout_ppm: option.payoutPpm,
    break_even_ppm: breakEvenPpm(option.payoutPpm),
    terms_version: option.termsVersion,
    stale_ms: option.staleMs,
    bought_at_ms: option.boughtAtMs,
    delivery_at_ms: option.deliveryAtMs,
    chain_head: option.chainHead,
    entry: receiptTick(option.entry),
    exit: receiptTick(option.exit),
    result: toWire(option.result),
    payout_minor: option.payoutMinor === null ? null : String(option.payoutMinor),
    settled_at_ms: option.settledAtMs,
  };
}

function receiptTick(tick: OptionTick | null): WireOptionReceipt['entry'] {
  if (tick === null) return null;
  return { number: tick.number, price_e8: tick.priceE8, at_ms: tick.atMs, hash: tick.hash };
}
