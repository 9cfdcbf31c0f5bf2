import type { PositionView, StopKind } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type {
  WireDeleveraging,
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
  WireMarkInputs,
  WirePerpetualOffset,
  WireStopTrigger,
} from '@tallystick/protocol';
import type { Row } from './record-store.ts';
import type { PerpetualUnits } from './units.ts';
import { percentOfE8, percentOfPpm, STOP_TO_WIRE } from './wire.ts';

const RANK_DECIMALS = 8;

/** Reads the fields of a row as they are sent. */
function reader(row: Row, units: PerpetualUnits) {
  const number = (name: string): number => Number(row[name]);
  return {
    number,
    amount: (name: string): string => units.amount(BigInt(row[name] ?? 0)),
    exactPrice: (name: string): string => units.exactPrice(number(name)),
    direction: row['side'] as PositionView['side'],
  };
}

/** The mark it was decided by, and all that is the median of. */
function markInputs(row: Row, units: PerpetualUnits): WireMarkInputs | null {
  if (row['mark_at_ms'] === null) return null;
  const { number, exactPrice } = reader(row, units);
  return {
    at_ms: number('mark_at_ms'),
    index_price: exactPrice('index_e8'),
    index_tick: number('index_tick'),
    last_price: row['mark_last_ticks'] === null ? null : units.price(number('mark_last_ticks')),
    funding_price: exactPrice('mark_funding_e8'),
    funding_rate_percent: percentOfE8(number('mark_rate_e8')),
    next_funding_at_ms: number('mark_next_funding_at_ms'),
    funding_interval_ms: number('mark_interval_ms'),
    basis_price: exactPrice('mark_basis_e8'),
  };
}

function deleveragingInputs(row: Row, units: PerpetualUnits): WireDeleveraging['inputs'] {
  if (row['place'] === null) return null;
  const { number, amount } = reader(row, units);
  return {
    lots: number('before_lots'),
    open_value: amount('before_entry_value_minor'),
    margin: amount('before_margin_minor'),
    against_lots: number('against_lots'),
    against_open_value: amount('against_entry_value_minor'),
    against_margin: amount('against_margin_minor'),
    ranked_lots: number('ranked_lots'),
    ranked_open_value: amount('ranked_entry_value_minor'),
    place: number('place'),
    candidates: number('candidates'),
    rank_ahead: rankOrNull(row['ahead_rank_e8']),
    rank_behind: rankOrNull(row['behind_rank_e8']),
  };
}

function rankOrNull(rankE8: string | null | undefined): string | null {
  return rankE8 === null || rankE8 === undefined ? null : formatMinor(BigInt(rankE8), RANK_DECIMALS);
}

export function wireFunding(row: Row, units: PerpetualUnits): WireFundingRate {
  const { number, amount, exactPrice } = reader(row, units);
  return {
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    funding_id: number('funding_id'),
    at_ms: number('funding_at_ms'),
    rate_percent: percentOfE8(number('rate_e8')),
    premium_percent: percentOfE8(number('premium_e8')),
    samples: number('samples'),
    interest_percent: percentOfPpm(number('interest_ppm')),
    cap_percent: percentOfPpm(number('cap_ppm')),
    mark_price: exactPrice('mark_e8'),
    index_price: exactPrice('index_e8'),
    open_interest_lots: number('open_interest_lots'),
    collected: amount('collected_minor'),
    rounding: amount('rounding_minor'),
    mark_inputs: markInputs(row, units),
  };
}

export function wirePayment(row: Row, units: PerpetualUnits): WireFundingPayment {
  const { number, amount, exactPrice, direction } = reader(row, units);
  return {
    position_id: number('position_id'),
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    funding_id: number('funding_id'),
    direction,
    at_ms: number('funding_at_ms'),
    lots: number('lots'),
    mark_price: exactPrice('mark_e8'),
    rate_percent: percentOfE8(number('rate_e8')),
    amount: amount('amount_minor'),
    margin_after: amount('margin_after_minor'),
  };
}

export function wireLiquidation(row: Row, units: PerpetualUnits): WireLiquidation {
  const { number, amount, exactPrice, direction } = reader(row, units);
  return {
    liquidation_id: number('liquidation_id'),
    position_id: number('position_id'),
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    direction,
    multiple: number('multiple'),
    at_ms: number('at_ms'),
    mark_price: exactPrice('mark_e8'),
    index_price: exactPrice('index_e8'),
    index_tick: number('index_tick'),
    lots: number('lots'),
    open_value: amount('entry_value_minor'),
    margin: amount('margin_minor'),
    maintenance_percent: percentOfPpm(number('maintenance_ppm')),
    equity: amount('equity_minor'),
    maintenance_margin: amount('maintenance_margin_minor'),
    liquidation_price: exactPrice('liquidation_e8'),
    bankruptcy_price: exactPrice('bankruptcy_e8'),
    book_lots: number('book_lots'),
    book_value: amount('book_value_minor'),
    insured_lots: number('insured_lots'),
    insured_value: amount('insured_value_minor'),
    insurance_paid: amount('insurance_paid_minor'),
    deleveraged_lots: number('deleveraged_lots'),
    deleveraged_value: amount('deleveraged_value_minor'),
    remaining_lots: number('remaining_lots'),
    liquidation_fee: amount('liquidation_fee_minor'),
    fee: amount('fee_minor'),
    returned: amount('returned_minor'),
    liquidation_fee_percent: percentOrNull(row['liquidation_fee_ppm']),
    taker_fee_percent: percentOrNull(row['taker_fee_ppm']),
    mark_inputs: markInputs(row, units),
  };
}

function percentOrNull(ppm: string | null | undefined): string | null {
  return ppm === null || ppm === undefined ? null : percentOfPpm(Number(ppm));
}

export function wireTrigger(row: Row, units: PerpetualUnits): WireStopTrigger {
  const { number, exactPrice, direction } = reader(row, units);
  return {
    trigger_id: number('trigger_id'),
    position_id: number('position_id'),
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    direction,
    kind: STOP_TO_WIRE[row['kind'] as StopKind],
    trigger_price: units.price(number('trigger_ticks')),
    lots: number('lots'),
    mark_price: exactPrice('mark_e8'),
    index_tick: number('index_tick'),
    at_ms: number('at_ms'),
    mark_inputs: markInputs(row, units),
  };
}

export function wireDeleveraging(row: Row, units: PerpetualUnits): WireDeleveraging {
  const { number, amount, exactPrice, direction } = reader(row, units);
  return {
    deleveraging_id: number('deleveraging_id'),
    position_id: number('position_id'),
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    direction,
    against_position_id: number('against_position_id'),
    at_ms: number('at_ms'),
    lots: number('lots'),
    value: amount('value_minor'),
    realised_profit: amount('realised_minor'),
    returned: amount('returned_minor'),
    rank: formatMinor(BigInt(row['rank_e8'] ?? 0), RANK_DECIMALS),
    multiple: number('multiple'),
    mark_price: exactPrice('mark_e8'),
    inputs: deleveragingInputs(row, units),
    mark_inputs: markInputs(row, units),
  };
}

function offsetInputs(row: Row, units: PerpetualUnits): WirePerpetualOffset['inputs'] {
  if (row['long_lots'] === null) return null;
  const { number, amount } = reader(row, units);
  const part = (side: PositionView['side']) => ({
    lots: number(`${side}_lots`),
    open_value: amount(`${side}_entry_value_minor`),
    margin: amount(`${side}_margin_minor`),
    realised_profit: amount(`${side}_realised_minor`),
  });
  return { long: part('long'), short: part('short') };
}

export function wireOffset(row: Row, units: PerpetualUnits): WirePerpetualOffset {
  const { number, amount, exactPrice } = reader(row, units);
  return {
    offset_id: number('offset_id'),
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    long_position_id: number('long_position_id'),
    short_position_id: number('short_position_id'),
    at_ms: number('at_ms'),
    lots: number('lots'),
    value: amount('value_minor'),
    mark_price: exactPrice('mark_e8'),
    inputs: offsetInputs(row, units),
    mark_inputs: markInputs(row, units),
  };
}
