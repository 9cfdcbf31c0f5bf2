import { contractTerms } from '../amounts.ts';
import { isEvidence, type LogEvidence } from '../evidence.ts';
import {
  decimal,
  list,
  oneOf,
  orAbsent,
  orNull,
  positive,
  record,
  text,
  whole,
  type Field,
  type Of,
} from '../fields.ts';

/** Records of contracts as the exchange publishes them, each with its inputs. */

const direction = oneOf('long', 'short');
const about = { market_id: whole, symbol: text, at_ms: whole, mark_price: decimal };

const markInputs = orNull(
  record({
    at_ms: whole,
    index_price: decimal,
    index_tick: positive,
    last_price: orNull(decimal),
    funding_price: decimal,
    funding_rate_percent: decimal,
    next_funding_at_ms: whole,
    funding_interval_ms: positive,
    basis_price: decimal,
  }),
);

/** The account that carried a liquidated cross position; absent in files of before, null for isolated positions. */
const account = orAbsent(
  orNull(
    record({
      available: decimal,
      equity: decimal,
      maintenance_margin: decimal,
      positions: list(
        record({
          position_id: whole,
          market_id: whole,
          symbol: text,
          direction,
          quantity: decimal,
          open_value: decimal,
          maintenance_percent: decimal,
          mark_price: decimal,
        }),
      ),
    }),
  ),
);

const liquidation = record({
  ...about,
  liquidation_id: whole,
  position_id: whole,
  direction,
  index_price: decimal,
  index_tick: whole,
  lots: positive,
  open_value: decimal,
  margin: decimal,
  maintenance_percent: decimal,
  equity: decimal,
  maintenance_margin: decimal,
  liquidation_price: decimal,
  bankruptcy_price: decimal,
  book_lots: whole,
  book_value: decimal,
  insured_lots: whole,
  insured_value: decimal,
  insurance_paid: decimal,
  deleveraged_lots: whole,
  deleveraged_value: decimal,
  remaining_lots: whole,
  liquidation_fee: decimal,
  fee: decimal,
  returned: decimal,
  liquidation_fee_percent: orNull(decimal),
  taker_fee_percent: orNull(decimal),
  mark_inputs: markInputs,
  account,
});

const topup = record({
  ...about,
  top_up_id: whole,
  position_id: whole,
  step: positive,
  direction,
  multiple: positive,
  index_price: decimal,
  index_tick: whole,
  lots: positive,
  open_value: decimal,
  margin: decimal,
  maintenance_percent: decimal,
  liquidation_price: decimal,
  limit: decimal,
  used: decimal,
  available: decimal,
  amount: decimal,
  new_liquidation_price: orNull(decimal),
  mark_inputs: markInputs,
});

const payment = record({
  ...about,
  position_id: whole,
  funding_id: whole,
  direction,
  lots: positive,
  rate_percent: decimal,
  amount: decimal,
  margin_after: decimal,
});

const rate = record({
  ...about,
  funding_id: whole,
  rate_percent: decimal,
  premium_percent: decimal,
  samples: whole,
  interest_percent: decimal,
  cap_percent: decimal,
  index_price: decimal,
  open_interest_lots: whole,
  collected: decimal,
  mark_inputs: markInputs,
});

const sample = record({
  at_ms: whole,
  bid_price: decimal,
  ask_price: decimal,
  index_price: decimal,
  premium_percent: decimal,
});

const trigger = record({
  ...about,
  trigger_id: whole,
  position_id: whole,
  direction,
  kind: oneOf('take_profit', 'stop_loss'),
  trigger_price: decimal,
  index_tick: whole,
  mark_inputs: markInputs,
});

const deleveraging = record({
  ...about,
  deleveraging_id: whole,
  position_id: whole,
  against_position_id: whole,
  direction,
  lots: positive,
  value: decimal,
  realised_profit: decimal,
  returned: decimal,
  rank: decimal,
  multiple: positive,
  inputs: orNull(
    record({
      lots: positive,
      open_value: decimal,
      margin: decimal,
      against_lots: positive,
      against_open_value: decimal,
      against_margin: decimal,
      ranked_lots: positive,
      ranked_open_value: decimal,
      place: whole,
      candidates: whole,
      rank_ahead: orNull(decimal),
      rank_behind: orNull(decimal),
    }),
  ),
  mark_inputs: markInputs,
});

const offsetPart = record({
  lots: positive,
  open_value: decimal,
  margin: decimal,
  realised_profit: decimal,
});
const offset = record({
  ...about,
  offset_id: whole,
  long_position_id: whole,
  short_position_id: whole,
  lots: positive,
  value: decimal,
  inputs: orNull(record({ long: offsetPart, short: offsetPart })),
  mark_inputs: markInputs,
});

const log: Field<LogEvidence | null> = (value): value is LogEvidence | null =>
  value === null || isEvidence(value);

/** `log`: the index tick of the mark price in the signed price log; null: not in the file. */
const parts = { contract: contractTerms, log };

/** Minutes in a day. */
const MOST_SAMPLES = 1_440;

/** Contents of a file of each kind, besides its kind. */
export const PERPETUAL_PARTS = {
  liquidation: { ...parts, record: liquidation },
  funding: { ...parts, record: payment, rate, samples: orNull(list(sample, MOST_SAMPLES)) },
  topup: { ...parts, record: topup },
  trigger: { ...parts, record: trigger },
  deleveraging: { ...parts, record: deleveraging },
  offset: { ...parts, record: offset },
} as const;

export type PerpetualKind = keyof typeof PERPETUAL_PARTS;
export type PerpetualParts<Kind extends PerpetualKind> = Of<(typeof PERPETUAL_PARTS)[Kind]>;
export type MarkInputs = NonNullable<PerpetualParts<'liquidation'>['record']['mark_inputs']>;
export type PremiumSample = Of<typeof sample.shape>;
