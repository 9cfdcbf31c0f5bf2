import { listRoot } from '@tallystick/core/launch/allocation-list';
import { allocate } from '@tallystick/core/launch/allocate';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { DAY_MS } from '@tallystick/core/durations';
import { exitAfter, interestOfDay, interestUntil } from '@tallystick/core/trust/figures';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { LogEvidence } from '../evidence.ts';
import type { AllocationList } from '../allocation.ts';
import type { MarkInputs, PerpetualParts } from '../perpetual/records.ts';
import type { TrustParts } from '../trust.ts';
import { holding, SamplePoint, shuffledBy } from '../liability/testing/point.ts';
import { allocationFile, proofFile } from '../verify.ts';
import { chained, newSigner, ORIGIN, SampleLog } from './sample-log.ts';
import { sampleProof, tickBody } from './sample-proof.ts';

/** One correct file of each kind, and several of kinds with several outcomes. */

export const CONTRACT = {
  market_id: 1,
  symbol: 'BTC/USDT',
  quote: { code: 'USDT', decimals: 6 },
  lot_size: '0.001',
};

const INTERVAL_MS = 28_800_000;
const MARK_MS = 14_400_000;
const INDEX_TICK = 5;
export const signer = newSigner();

/** A log of eight ticks; the fifth has this price. */
function logWith(price: number): LogEvidence {
  const ticks = chained(
    Array.from({ length: 8 }, (_, i) => {
      const isNamed = i + 1 === INDEX_TICK;
      return tickBody(isNamed ? 1 : 2, isNamed ? price * 1e8 : 1e8, MARK_MS - 5_000 + i * 1_000);
    }),
  );
  const log = new SampleLog(ticks, signer);
  return {
    origin: ORIGIN,
    keys: [{ key_id: '', public_key: signer.key.publicKey }],
    range: { previous_hash: ticks[INDEX_TICK - 2]!.hash, ticks: [ticks[INDEX_TICK - 1]!] },
    checkpoint: log.checkpoint(ticks.length),
    inclusion: log.inclusion(INDEX_TICK, ticks.length),
    earlier: null,
  };
}

/** Half an interval before funding, without samples and trades: all inputs equal the index. */
export function markAt(price: string): MarkInputs {
  return {
    at_ms: MARK_MS,
    index_price: price,
    index_tick: INDEX_TICK,
    last_price: null,
    funding_price: price,
    funding_rate_percent: '0',
    next_funding_at_ms: INTERVAL_MS,
    funding_interval_ms: INTERVAL_MS,
    basis_price: price,
  };
}

const about = { market_id: 1, symbol: 'BTC/USDT', at_ms: MARK_MS } as const;

const rate: PerpetualParts<'funding'>['rate'] = {
  ...about,
  at_ms: INTERVAL_MS,
  funding_id: 2,
  rate_percent: '0.02',
  premium_percent: '0.07',
  samples: 2,
  interest_percent: '0.01',
  cap_percent: '0.75',
  mark_price: '100000',
  index_price: '99990',
  open_interest_lots: 300,
  collected: '6',
  // 99,990 × (1 + 0.02 % ÷ 2) = 99,999.999; the basis is 20 higher, the last trade between them.
  mark_inputs: {
    ...markAt('99990'),
    last_price: '100000.0',
    funding_price: '99999.999',
    funding_rate_percent: '0.02',
    basis_price: '100010',
  },
};
const received: PerpetualParts<'funding'>['record'] = {
  ...about,
  at_ms: INTERVAL_MS,
  position_id: 7,
  funding_id: 2,
  direction: 'short',
  lots: 100,
  mark_price: '100000',
  rate_percent: '0.02',
  amount: '2',
  margin_after: '1002',
};
const sample = {
  bid_price: '100060.0',
  ask_price: '100080.0',
  index_price: '100000',
  premium_percent: '0.07',
};

/** Long, 100 lots at 100,000 and ×10, at the first mark below its liquidation price; sold in the book at 90,300. */
const liquidation: PerpetualParts<'liquidation'>['record'] = {
  ...about,
  account: null,
  liquidation_id: 1,
  position_id: 7,
  direction: 'long',
  mark_price: '90450',
  index_price: '90450',
  index_tick: INDEX_TICK,
  lots: 100,
  open_value: '10000',
  margin: '1000',
  maintenance_percent: '0.5',
  equity: '45',
  maintenance_margin: '45.225',
  liquidation_price: '90452.26130653',
  bankruptcy_price: '90000',
  book_lots: 100,
  book_value: '9030',
  insured_lots: 0,
  insured_value: '0',
  insurance_paid: '0',
  deleveraged_lots: 0,
  deleveraged_value: '0',
  remaining_lots: 0,
  liquidation_fee: '22.575',
  fee: '4.515',
  returned: '2.91',
  liquidation_fee_percent: '0.25',
  taker_fee_percent: '0.05',
  mark_inputs: markAt('90450'),
};

/** The same position as in the liquidation, with 2,000 allowed: 904.5 + 955 are required, 1,000 are there. */
const topup: PerpetualParts<'topup'>['record'] = {
  ...about,
  top_up_id: 1,
  position_id: 7,
  step: 1,
  direction: 'long',
  multiple: 10,
  mark_price: '90450',
  index_price: '90450',
  index_tick: INDEX_TICK,
  lots: 100,
  open_value: '10000',
  margin: '1000',
  maintenance_percent: '0.5',
  liquidation_price: '90452.26130653',
  limit: '2000',
  used: '0',
  available: '5000',
  amount: '859.5',
  new_liquidation_price: '81814.07035175',
  mark_inputs: markAt('90450'),
};

const trigger: PerpetualParts<'trigger'>['record'] = {
  ...about,
  trigger_id: 1,
  position_id: 7,
  direction: 'long',
  kind: 'stop_loss',
  trigger_price: '95000',
  mark_price: '94990',
  index_tick: INDEX_TICK,
  mark_inputs: markAt('94990'),
};

/**
 * Short, 30 of 100 lots at 60,000 and ×5, reduced for a long of 30 lots with bankruptcy price 57,000, at a mark of
 * 56,990. Second of three in the queue, and not reduced since it was ranked.
 */
const deleveraging: PerpetualParts<'deleveraging'>['record'] = {
  ...about,
  deleveraging_id: 1,
  position_id: 7,
  direction: 'short',
  against_position_id: 3,
  lots: 30,
  value: '1710',
  realised_profit: '90',
  returned: '450',
  rank: '0.25083333',
  multiple: 5,
  mark_price: '56990',
  inputs: {
    lots: 100,
    open_value: '6000',
    margin: '1200',
    against_lots: 30,
    against_open_value: '1800',
    against_margin: '90',
    ranked_lots: 100,
    ranked_open_value: '6000',
    place: 2,
    candidates: 3,
    rank_ahead: '0.3',
    rank_behind: '0.25083333',
  },
  mark_inputs: markAt('56990'),
};

/** 3 of 10 lots long at 60,000 and ×10, against 3 lots short at 61,000 and ×100. */
const offset: PerpetualParts<'offset'>['record'] = {
  ...about,
  offset_id: 1,
  long_position_id: 7,
  short_position_id: 8,
  lots: 3,
  value: '181.5',
  mark_price: '60500',
  inputs: {
    long: { lots: 10, open_value: '600', margin: '60', realised_profit: '1.5' },
    short: { lots: 3, open_value: '183', margin: '1.83', realised_profit: '1.5' },
  },
  mark_inputs: markAt('60500'),
};

const FIGURES: LaunchFigures = {
  offerId: 1,
  mode: 'proRata',
  issuePriceE8: 50_000_000,
  supplyMinor: 1_000_000_000n,
  capMinor: 400_000_000n,
  decimals: 6,
  quoteDecimals: 6,
  accepted: [{ currencyId: 3, rateE8: 100_000_000, decimals: 6 }],
};

/** The list of an offer with one order for each of these commitments; the second order is the customer's own. */
export function sampleAllocation(units: readonly number[]): { root: string; list: AllocationList } {
  const committed = units.map((one, i) => ({
    orderId: i + 1,
    committed: [{ currencyId: 3, amountMinor: BigInt(one) * 1_000_000n }],
  }));
  const allocations = allocate(FIGURES, committed);
  const root = listRoot(FIGURES, committed);
  const list: AllocationList = {
    offer_id: 1,
    mode: 'pro_rata',
    issue_price_e8: 50_000_000,
    supply_minor: '1000000000',
    cap_minor: '400000000',
    decimals: 6,
    quote_decimals: 6,
    accepted: [{ currency_id: 3, rate_e8: 100_000_000, decimals: 6 }],
    root,
    size: units.length,
    orders: committed.map(({ orderId, committed: paid }, i) => ({
      order_id: orderId,
      committed: paid.map(one => ({ currency_id: 3, amount_minor: String(one.amountMinor) })),
      allocated_minor: String(allocations[i]!.allocatedMinor),
    })),
    own_order_id: 2,
  };
  return { root, list };
}

const PRINCIPAL = 1_234_567_891n;
const TERMS = { cycleDays: 15, dailyYieldPpm: 4_000, penaltyPpm: 6_000 };
const DEPOSIT_DAY = 20_000;

/** A deposit of fifteen days of which this many were paid. */
export function sampleDeposit(paidDays: number, state: TrustParts['order']['state']): TrustParts {
  const written = (minor: bigint): string => formatMinor(minor, 6);
  const paid = (days: number): number => (DEPOSIT_DAY + days + 1) * DAY_MS;
  const isHosting = state === 'hosting';
  const exit = exitAfter(PRINCIPAL, TERMS, paidDays);
  const entry = { account: 'trust', currency: 'USDT', reference: 'trust:9' } as const;
  const days = Array.from({ length: paidDays }, (_, i) => ({
    ...entry,
    entry_id: `${i + 1}.3.3`,
    amount: written(interestOfDay(PRINCIPAL, TERMS.dailyYieldPpm, i + 1)),
    reason: 'trust_interest' as const,
    at_ms: paid(i + 1),
  }));
  const endedAtMs = paid(paidDays) + 60_000;
  const redemption = {
    ...entry,
    entry_id: '99.3.3',
    amount: `-${written(exit.penaltyMinor)}`,
    reason: 'trust_redemption' as const,
    at_ms: endedAtMs,
  };
  return {
    order: {
      order_id: 9,
      currency: { code: 'USDT', decimals: 6 },
      amount: written(PRINCIPAL),
      daily_yield_percent: '0.4',
      penalty_percent: '0.6',
      cycle_days: 15,
      paid_days: paidDays,
      remaining_days: 15 - paidDays,
      bought_at_ms: DEPOSIT_DAY * DAY_MS + 3_600_000,
      starts_at_ms: (DEPOSIT_DAY + 1) * DAY_MS,
      next_payment_at_ms: isHosting ? paid(paidDays + 1) : null,
      next_payment: isHosting ? written(interestOfDay(PRINCIPAL, TERMS.dailyYieldPpm, paidDays + 1)) : null,
      completes_at_ms: paid(15),
      promised: written(interestUntil(PRINCIPAL, TERMS.dailyYieldPpm, 15)),
      earned: written(exit.interestMinor),
      renewal_of: null,
      state,
      ended_at_ms: isHosting ? null : endedAtMs,
      penalty: state === 'redeemed' ? written(exit.penaltyMinor) : null,
    },
    entries: state === 'redeemed' ? [...days, redemption] : days,
  };
}

const allocation = sampleAllocation([900, 100, 200]);
const parts = (price: number) => ({ contract: CONTRACT, log: logWith(price) });
const samples = [
  { ...sample, at_ms: 120_000 },
  { ...sample, at_ms: 60_000 },
];

/** All correct, by name. */
export const FILES = {
  option: sampleProof({ seconds: 5, before: 3, markets: [1], signer }).proof,
  liquidation: proofFile('liquidation', { ...parts(90_450), record: liquidation }),
  'funding received': proofFile('funding', { ...parts(99_990), record: received, rate, samples }),
  'funding paid': proofFile('funding', {
    ...parts(99_990),
    record: { ...received, direction: 'long', amount: '-2', margin_after: '998' },
    rate,
    samples,
  }),
  topup: proofFile('topup', { ...parts(90_450), record: topup }),
  'topup of all there is': proofFile('topup', {
    ...parts(90_450),
    record: { ...topup, limit: '30', used: '10', amount: '20', new_liquidation_price: '90251.25628140' },
  }),
  trigger: proofFile('trigger', { ...parts(94_990), record: trigger }),
  deleveraging: proofFile('deleveraging', { ...parts(56_990), record: deleveraging }),
  offset: proofFile('offset', { ...parts(60_500), record: offset }),
  allocation: allocationFile(allocation.list, allocation.root),
  'trust hosting': proofFile('trust', sampleDeposit(3, 'hosting')),
  'trust redeemed': proofFile('trust', sampleDeposit(4, 'redeemed')),
  'trust completed': proofFile('trust', sampleDeposit(15, 'completed')),
  liability: new SamplePoint(
    [5_000_000n, 123_456_789n, 77n].map((minor, index) => holding(index, minor)),
    shuffledBy(2),
    7,
    signer,
  ).proof(1),
} as const;
