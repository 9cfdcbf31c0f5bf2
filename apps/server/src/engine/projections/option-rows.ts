import type { OptionTick, OptionView } from '@tallystick/core';

/** A row of `options` as `select *` gives it. */
export interface OptionRow {
  readonly option_id: string;
  readonly customer_id: number;
  readonly market_id: number;
  readonly direction: OptionView['direction'];
  readonly seconds: number;
  readonly currency_id: number;
  readonly stake_minor: string;
  readonly profit_minor: string;
  readonly practice: boolean;
  readonly terms_version: number;
  readonly payout_ppm: number;
  readonly stale_ms: number;
  readonly bought_at_ms: string;
  readonly delivery_at_ms: string;
  readonly head_number: string;
  readonly head_hash: Buffer;
  readonly state: OptionView['state'];
  readonly entry_number: string | null;
  readonly entry_price_e8: string | null;
  readonly entry_at_ms: string | null;
  readonly entry_hash: Buffer | null;
  readonly exit_number: string | null;
  readonly exit_price_e8: string | null;
  readonly exit_at_ms: string | null;
  readonly exit_hash: Buffer | null;
  readonly result: OptionView['result'];
  readonly payout_minor: string | null;
  readonly settled_at_ms: string | null;
}

/** The option as the core reported it last. */
export function optionOf(row: OptionRow): OptionView {
  return {
    optionId: Number(row.option_id),
    customerId: row.customer_id,
    marketId: row.market_id,
    direction: row.direction,
    seconds: row.seconds,
    currencyId: row.currency_id,
    stakeMinor: BigInt(row.stake_minor),
    profitMinor: BigInt(row.profit_minor),
    practice: row.practice,
    termsVersion: row.terms_version,
    payoutPpm: row.payout_ppm,
    staleMs: row.stale_ms,
    boughtAtMs: Number(row.bought_at_ms),
    deliveryAtMs: Number(row.delivery_at_ms),
    chainHead: { number: Number(row.head_number), hash: row.head_hash.toString('hex') },
    state: row.state,
    entry: tickOf(row, 'entry'),
    exit: tickOf(row, 'exit'),
    result: row.result,
    payoutMinor: row.payout_minor === null ? null : BigInt(row.payout_minor),
    settledAtMs: row.settled_at_ms === null ? null : Number(row.settled_at_ms),
  };
}

function tickOf(row: OptionRow, end: 'entry' | 'exit'): OptionTick | null {
  const hash = row[`${end}_hash`];
  if (hash === null) return null;
  return {
    number: Number(row[`${end}_number`]),
    marketId: row.market_id,
    priceE8: Number(row[`${end}_price_e8`]),
    atMs: Number(row[`${end}_at_ms`]),
    hash: hash.toString('hex'),
  };
}
