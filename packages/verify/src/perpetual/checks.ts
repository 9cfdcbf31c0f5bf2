import { formatMinor } from '@tallystick/core/money/decimal';
import { meanE8, premiumE8 } from '@tallystick/core/perpetual/formulas';
import {
  e8Of,
  minorOf,
  ppmOf,
  rateE8Of,
  unitOf,
  writtenE8,
  writtenRate,
  type ContractTerms,
} from '../amounts.ts';
import type { TrustedKeys } from '../log-checks.ts';
import type { Findings } from '../report.ts';
import { recomputeAccount } from './account.ts';
import { checkMark, E8_UNIT } from './mark-check.ts';
import {
  recomputeDeleveraging,
  recomputeFunding,
  recomputeLiquidation,
  recomputeOffset,
  recomputeTopUp,
  recomputeTrigger,
} from './recompute.ts';
import type { PerpetualKind, PerpetualParts, PremiumSample } from './records.ts';

/** Each recomputes a record and names the fields that no check covers. */
type CheckOf<Kind extends PerpetualKind> = (
  findings: Findings,
  parts: PerpetualParts<Kind>,
  keys: TrustedKeys,
) => readonly string[];

const NO_PRICE = '0';

/** A position as a file writes it. */
interface Held {
  readonly lots: number;
  readonly open_value: string;
  readonly margin: string;
}

/** A file's decimals as the core's figures, and back. */
function figuresOf(contract: ContractTerms) {
  const { code, decimals } = contract.quote;
  return {
    unit: unitOf(contract),
    code,
    money: (written: string) => minorOf(written, decimals),
    written: (minor: bigint) => formatMinor(minor, decimals),
    held: ({ lots, open_value: value, margin }: Held) => ({
      lots,
      entryValueMinor: minorOf(value, decimals),
      marginMinor: minorOf(margin, decimals),
    }),
  };
}

const markOf = (record: { readonly mark_price: string }) => ({ markE8: e8Of(record.mark_price) });
const priceOrNone = (e8: number | null) => (e8 === null ? NO_PRICE : writtenE8(e8));

/** The currency's name and decimals; decimals show only in figures that are truncated. */
const QUOTE = ['contract.quote.code', 'contract.quote.decimals'];

/** Equity and maintenance of the account were as booked, and the equity no more than the maintenance. */
function checkAccount(
  findings: Findings,
  booked: NonNullable<PerpetualParts<'liquidation'>['record']['account']>,
  { equityMinor, maintenanceMinor }: ReturnType<typeof recomputeAccount>,
  { code, written }: { readonly code: string; readonly written: (minor: bigint) => string },
): void {
  const [equity, maintenance] = [written(equityMinor), written(maintenanceMinor)];
  const figures = { booked: equity, again: maintenance, unit: code, sign: '≤' };
  const isBooked = booked.equity === equity && booked.maintenance_margin === maintenance;
  findings.judge('reached', isBooked && equityMinor <= maintenanceMinor, 'not_reached', figures);
}

/** Equity against maintenance margin at the mark of that time, both prices, and how the rest was split. */
export const checkLiquidation: CheckOf<'liquidation'> = (findings, parts, keys) => {
  const { record, contract } = parts;
  const unseen = checkMark(findings, record, 'record', parts, keys);
  const { unit, code, money, written } = figuresOf(contract);
  const again = recomputeLiquidation(unit, {
    side: record.direction,
    lots: record.lots,
    entryValueMinor: money(record.open_value),
    marginMinor: money(record.margin),
    maintenancePpm: ppmOf(record.maintenance_percent),
    bookValueMinor: money(record.book_value),
    insuredValueMinor: money(record.insured_value),
    insurancePaidMinor: money(record.insurance_paid),
    deleveragedValueMinor: money(record.deleveraged_value),
    liquidationFeePpm: ppmOf(record.liquidation_fee_percent ?? NO_PRICE),
    takerFeePpm: ppmOf(record.taker_fee_percent ?? NO_PRICE),
    mark: markOf(record),
  });
  findings.compare('equity', code, record.equity, written(again.equityMinor));
  findings.compare('maintenance', code, record.maintenance_margin, written(again.maintenanceMarginMinor));
  const liquidation = priceOrNone(again.liquidationE8);
  // A cross position has no price of its own: its account was liquidated at the mark.
  const { account } = record;
  const ofAccount = account ? recomputeAccount(account, contract.quote.decimals) : null;
  findings.compare('liquidation', code, record.liquidation_price, account ? record.mark_price : liquidation);
  findings.compare('bankruptcy', code, record.bankruptcy_price, priceOrNone(again.bankruptcyE8));
  const reached = {
    booked: record.mark_price,
    again: liquidation,
    unit: code,
    sign: record.direction === 'long' ? '≤' : '≥',
  };
  if (account && ofAccount !== null) checkAccount(findings, account, ofAccount, { code, written });
  else findings.judge('reached', again.isReached, 'not_reached', reached);
  const lots = record.book_lots + record.insured_lots + record.deleveraged_lots + record.remaining_lots;
  findings.compare('lots', '', String(record.lots), String(lots));
  const unnoticed = [...unseen, ...QUOTE, 'record.liquidation_id', 'record.position_id'];
  // While lots remain they keep the margin; without the terms of that time the split is unknown.
  const problem =
    record.remaining_lots > 0
      ? 'lots_remain'
      : record.liquidation_fee_percent === null || record.taker_fee_percent === null
        ? 'not_recorded'
        : null;
  if (problem !== null) {
    for (const name of ['liquidation_fee', 'fee', 'returned'] as const) findings.leave(name, problem);
    return [...unnoticed, ...SPLIT];
  }
  findings.compare('liquidation_fee', code, record.liquidation_fee, written(again.liquidationFeeMinor));
  findings.compare('fee', code, record.fee, written(again.feeMinor));
  findings.compare('returned', code, record.returned, written(again.returnedMinor));
  return unnoticed;
};

/** The mark had reached the liquidation price; how much was added, of what there was; the price after it. */
export const checkTopUp: CheckOf<'topup'> = (findings, parts, keys) => {
  const { record, contract } = parts;
  const unseen = checkMark(findings, record, 'record', parts, keys);
  const { unit, code, money, written } = figuresOf(contract);
  const again = recomputeTopUp(unit, {
    side: record.direction,
    lots: record.lots,
    multiple: record.multiple,
    entryValueMinor: money(record.open_value),
    marginMinor: money(record.margin),
    maintenancePpm: ppmOf(record.maintenance_percent),
    limitMinor: money(record.limit),
    usedMinor: money(record.used),
    availableMinor: money(record.available),
    mark: markOf(record),
  });
  const liquidation = priceOrNone(again.liquidationE8);
  findings.compare('liquidation', code, record.liquidation_price, liquidation);
  const reached = {
    booked: record.mark_price,
    again: liquidation,
    unit: code,
    sign: record.direction === 'long' ? '≤' : '≥',
  };
  findings.judge('reached', again.isReached, 'not_reached', reached);
  findings.compare('amount', code, record.amount, written(again.amountMinor));
  const after = record.new_liquidation_price ?? NO_PRICE;
  findings.compare('kept', code, after, priceOrNone(again.newLiquidationE8));
  return [...unseen, ...QUOTE, ...unbound(parts, again.mostMinor)];
};

/** Of limit and funds only the one that ran short decides; if none did, the leverage does instead. */
function unbound({ record, contract }: PerpetualParts<'topup'>, mostMinor: bigint): string[] {
  const { money } = figuresOf(contract);
  const isAll = money(record.amount) === mostMinor;
  const isLimit = isAll && money(record.limit) - money(record.used) === mostMinor;
  const isFunds = isAll && money(record.available) === mostMinor;
  return [
    'top_up_id',
    'position_id',
    'step',
    ...(isLimit ? [] : ['limit', 'used']),
    ...(isFunds ? [] : ['available']),
    ...(isAll ? ['multiple'] : []),
  ].map(name => `record.${name}`);
}

/** For a liquidation that has not ended. */
const SPLIT = [
  'book_value',
  'insured_value',
  'insurance_paid',
  'deleveraged_value',
  'liquidation_fee',
  'fee',
  'returned',
  'liquidation_fee_percent',
  'taker_fee_percent',
].map(name => `record.${name}`);

/**
 * Payers pay value at mark × |rate|, at most their margin; receivers share it by lots. The rate is premium +
 * clamp(interest − premium), capped; the premium is the mean of the minutes' samples.
 */
export const checkFunding: CheckOf<'funding'> = (findings, parts, keys) => {
  const { record, rate, contract, samples } = parts;
  const unseen = checkMark(findings, rate, 'rate', parts, keys);
  const twice = (['market_id', 'symbol', 'funding_id', 'at_ms', 'mark_price'] as const).find(
    name => record[name] !== rate[name],
  );
  if (twice !== undefined) findings.fail('format', 'parts_contradict', { field: `record.${twice}` });
  if (samples === null) findings.leave('premium', 'not_in_file');
  else checkPremium(findings, samples, rate);
  const { unit, code, money, written } = figuresOf(contract);
  const inputs = {
    premiumE8: rateE8Of(rate.premium_percent),
    interestPpm: ppmOf(rate.interest_percent),
    capPpm: ppmOf(rate.cap_percent),
    openInterestLots: rate.open_interest_lots,
    collectedMinor: money(rate.collected),
    mark: markOf(record),
  };
  const again = recomputeFunding(unit, inputs, {
    side: record.direction,
    lots: record.lots,
    marginMinor: money(record.margin_after) - money(record.amount),
  });
  const isTwice = rateE8Of(record.rate_percent) === rateE8Of(rate.rate_percent);
  findings.compare('rate', '%', (isTwice ? record : rate).rate_percent, writtenRate(again.rateE8));
  if (!isTwice) findings.fail('format', 'parts_contradict', { field: 'record.rate_percent' });
  findings.compare('amount', code, record.amount, written(again.amountMinor));
  const pays = again.amountMinor < 0n;
  return [
    ...unseen,
    ...(pays ? ['rate.collected', 'rate.open_interest_lots'] : ['contract.lot_size']),
    // Payers who could pay in full have margin left; receivers' margins do not count.
    'record.margin_after',
    ...['record.position_id', ...QUOTE, 'rate.interest_percent', 'rate.cap_percent'],
    ...(samples === null
      ? ['rate.samples', 'rate.premium_percent']
      : samples.flatMap((_, i) => [
          `samples.${i}.bid_price`,
          `samples.${i}.ask_price`,
          `samples.${i}.at_ms`,
        ])),
  ];
};

function checkPremium(
  findings: Findings,
  samples: readonly PremiumSample[],
  rate: PerpetualParts<'funding'>['rate'],
): void {
  const intervalMs = rate.mark_inputs?.funding_interval_ms ?? Number.POSITIVE_INFINITY;
  let sumE8 = 0;
  let lastAtMs = rate.at_ms - intervalMs;
  let areRight = samples.length === rate.samples;
  for (const sample of samples.toSorted((a, b) => a.at_ms - b.at_ms)) {
    const indexE8 = e8Of(sample.index_price);
    const bookE8 = Math.floor((e8Of(sample.bid_price) + e8Of(sample.ask_price)) / 2);
    const sampleE8 = rateE8Of(sample.premium_percent);
    const isRight = indexE8 > 0 && premiumE8(bookE8 - indexE8, indexE8) === sampleE8;
    areRight &&= isRight && sample.at_ms > lastAtMs && sample.at_ms <= rate.at_ms;
    lastAtMs = sample.at_ms;
    sumE8 += sampleE8;
  }
  const again = writtenRate(meanE8(sumE8, samples.length));
  if (areRight) findings.compare('premium', '%', rate.premium_percent, again);
  else {
    const figures = { booked: rate.samples, again: samples.length, unit: '' };
    findings.fail('premium', 'other_samples', figures);
  }
}

/** The mark price was at or beyond the price the stop waited for. */
export const checkTrigger: CheckOf<'trigger'> = (findings, parts, keys) => {
  const { record, contract } = parts;
  const unseen = checkMark(findings, record, 'record', parts, keys);
  const kind = record.kind === 'take_profit' ? 'takeProfit' : 'stopLoss';
  const isReached = recomputeTrigger(E8_UNIT, {
    side: record.direction,
    kind,
    triggerTicks: e8Of(record.trigger_price),
    mark: markOf(record),
  });
  const sign = (kind === 'takeProfit') === (record.direction === 'long') ? '≥' : '≤';
  const figures = { booked: record.mark_price, again: record.trigger_price, unit: contract.quote.code, sign };
  findings.judge('reached', isReached, 'not_reached', figures);
  return [
    ...unseen,
    ...['trigger_id', 'position_id', 'trigger_price'].map(name => `record.${name}`),
    ...['contract.lot_size', ...QUOTE],
  ];
};

/**
 * The rank; that its neighbours in the line rank accordingly; how many lots it took over at the other's bankruptcy price;
 * and what that brought.
 */
export const checkDeleveraging: CheckOf<'deleveraging'> = (findings, parts, keys) => {
  const { record, contract } = parts;
  const unseen = checkMark(findings, record, 'record', parts, keys);
  const { inputs } = record;
  if (inputs === null) return [];
  const { unit, code, money, written, held } = figuresOf(contract);
  const { rank_ahead: ahead, rank_behind: behind } = inputs;
  const again = recomputeDeleveraging(unit, {
    side: record.direction,
    lots: record.lots,
    multiple: record.multiple,
    before: held(inputs),
    againstBefore: held({
      lots: inputs.against_lots,
      open_value: inputs.against_open_value,
      margin: inputs.against_margin,
    }),
    ranked: { lots: inputs.ranked_lots, entryValueMinor: money(inputs.ranked_open_value) },
    place: inputs.place,
    candidates: inputs.candidates,
    aheadRankE8: ahead === null ? null : e8Of(ahead),
    behindRankE8: behind === null ? null : e8Of(behind),
    mark: markOf(record),
  });
  const inRow = (rank: string) => [ahead, rank, behind].filter(one => one !== null).join(' ≥ ');
  findings.compare('rank', '', record.rank, writtenE8(again.rankE8));
  const row = { booked: inRow(record.rank), again: inRow(writtenE8(again.rankE8)), unit: 'ranks' };
  findings.judge('order', again.isInOrder, 'not_in_order', row);
  findings.compare('lots', '', String(record.lots), String(again.lots));
  findings.compare('value', code, record.value, written(again.valueMinor));
  findings.compare('profit', code, record.realised_profit, written(again.realisedMinor));
  findings.compare('returned', code, record.returned, written(again.returnedMinor));
  return [
    ...unseen,
    ...['deleveraging_id', 'position_id', 'against_position_id'].map(name => `record.${name}`),
    // Others in the line are known by rank only.
    ...['candidates', 'rank_ahead', 'rank_behind', 'place'].map(name => `record.inputs.${name}`),
    ...QUOTE,
  ];
};

/** The price at which the lots of both were closed (the mark, or the nearest value both margins cover), and the proceeds. */
export const checkOffset: CheckOf<'offset'> = (findings, parts, keys) => {
  const { record, contract } = parts;
  const unseen = checkMark(findings, record, 'record', parts, keys);
  const { inputs } = record;
  if (inputs === null) return [];
  const { unit, code, written, held } = figuresOf(contract);
  const again = recomputeOffset(unit, {
    lots: record.lots,
    longBefore: held(inputs.long),
    shortBefore: held(inputs.short),
    mark: markOf(record),
  });
  findings.compare('closed_for', code, record.value, written(again?.valueMinor ?? 0n));
  const { long, short } = inputs;
  findings.compare('profit_long', code, long.realised_profit, written(again?.longRealisedMinor ?? 0n));
  findings.compare('profit_short', code, short.realised_profit, written(again?.shortRealisedMinor ?? 0n));
  return [
    ...unseen,
    ...['offset_id', 'long_position_id', 'short_position_id'].map(name => `record.${name}`),
    // A margin limits the value only if the mark is beyond it.
    ...['record.inputs.long.margin', 'record.inputs.short.margin', ...QUOTE],
  ];
};
