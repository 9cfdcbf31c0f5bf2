import type { Currency, OptionTick, OptionView } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { breakEvenPpm } from '@tallystick/core/option/settlement';
import type { WireOption, WireOptionReceipt } from '@tallystick/protocol';
import { toWire } from '../../http/words.ts';
import type { MarketUnits } from '../market/units.ts';

const PRICE_DECIMALS = 8;
const PPM_DECIMALS = 6;

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

/** Millionths as a share of one: `0.85`. */
export function wireRate(ppm: number): string {
  return formatMinor(BigInt(ppm), PPM_DECIMALS);
}

function outcomeOf({ payoutMinor, stakeMinor }: OptionView): WireOption['outcome'] {
  if (payoutMinor === null) return null;
  if (payoutMinor === 0n) return 'lost';
  return payoutMinor === stakeMinor ? 'refunded' : 'won';
}

/** Every digit of the index: two prices that decide a result never look alike. */
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
