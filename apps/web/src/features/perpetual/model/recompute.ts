import { formatMinor } from '@tallystick/core/money/decimal';
import {
  bankruptcyPriceE8,
  fundingMinor,
  fundingRateE8,
  liquidationPriceE8,
  maintenanceMargin,
  realised,
  unrealised,
} from '@tallystick/core/perpetual/formulas';
import type {
  WireContract,
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
  WireStopTrigger,
} from '@tallystick/protocol/wire';
import { toUnits } from '#lib/decimal.ts';
import { safeWhole } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import { exposureFrom, PRICE_DECIMALS, priceE8, ppmOf, unitOf } from './figures.ts';
import { minorOf } from './positions.ts';

/** Works results out again on this device, from what was recorded and with the core's own formulas. */

/** One line of a check: what was booked, and what this device gets. Decimal strings, amounts in USDT. */
export interface Check {
  readonly name:
    'amount' | 'rate' | 'equity' | 'maintenance' | 'liquidation' | 'bankruptcy' | 'reached' | 'returned';
  readonly booked: string;
  readonly again: string;
  readonly kind: 'money' | 'price' | 'percent';
  readonly holds: boolean;
}

function checkOf(name: Check['name'], kind: Check['kind'], booked: string, again: string): Check {
  const isSame = toUnits(booked, PRICE_DECIMALS) === toUnits(again, PRICE_DECIMALS);
  return { name, kind, booked, again, holds: isSame };
}

/** Rates are in 1e-8 of the value; as percent they have six digits. */
const RATE_DECIMALS = 6;
const rateE8 = (percent: string) => safeWhole(toUnits(percent, RATE_DECIMALS));
const textOfRate = (e8: number) => formatMinor(BigInt(e8), RATE_DECIMALS);
const textOfPrice = (e8: number | null) => (e8 === null ? '0' : formatMinor(BigInt(e8), PRICE_DECIMALS));

/**
 * A funding payment: payers pay value at mark × |rate|, at most their margin; receivers share what was collected by
 * lots. The rate itself is premium + clamp(interest − premium), capped.
 */
export function checkFunding(
  payment: WireFundingPayment,
  funding: WireFundingRate,
  contract: WireContract,
): readonly Check[] {
  const unit = unitOf(contractUnits(contract));
  const { decimals } = contract.quote;
  const rate = rateE8(payment.rate_percent);
  const pays = rate > 0 === (payment.direction === 'long') && rate !== 0;
  const share =
    funding.open_interest_lots === 0
      ? 0n
      : (minorOf(funding.collected, decimals) * BigInt(payment.lots)) / BigInt(funding.open_interest_lots);
  const due = fundingMinor(unit, priceE8(payment.mark_price) ?? 0, payment.lots, rate);
  // Nobody pays more than the position's margin, which is then used up.
  const before = minorOf(payment.margin_after, decimals) - minorOf(payment.amount, decimals);
  const paid = due < before ? due : before;
  const amount = formatMinor(pays ? -paid : share, decimals);
  const again = fundingRateE8(
    rateE8(funding.premium_percent),
    funding.samples === 0 ? 0 : 1,
    ppmOfSigned(funding.interest_percent),
    ppmOf(funding.cap_percent),
  );
  return [
    checkOf('rate', 'percent', payment.rate_percent, textOfRate(again)),
    checkOf('amount', 'money', payment.amount, amount),
  ];
}

function ppmOfSigned(percent: string): number {
  return percent.startsWith('-') ? -ppmOf(percent.slice(1)) : ppmOf(percent);
}

/** A liquidation: equity against maintenance at the mark price then, both prices, and what was left of the margin. */
export function checkLiquidation(record: WireLiquidation, contract: WireContract): readonly Check[] {
  const unit = unitOf(contractUnits(contract));
  const { decimals } = contract.quote;
  const money = (text: string) => minorOf(text, decimals);
  const written = (minor: bigint) => formatMinor(minor, decimals);
  const markE8 = priceE8(record.mark_price) ?? 0;
  const ppm = ppmOf(record.maintenance_percent);
  const exposure = exposureFrom({
    direction: record.direction,
    lots: BigInt(record.lots),
    openValueMinor: money(record.open_value),
    marginMinor: money(record.margin),
  });
  const liquidationE8 = liquidationPriceE8(unit, exposure, ppm);
  const equity = exposure.marginMinor + unrealised(unit, exposure, markE8);
  const maintenance = maintenanceMargin(unit, markE8, record.lots, ppm);
  const checks = [
    checkOf('equity', 'money', record.equity, written(equity)),
    checkOf('maintenance', 'money', record.maintenance_margin, written(maintenance)),
    checkOf('liquidation', 'price', record.liquidation_price, textOfPrice(liquidationE8)),
    checkOf('bankruptcy', 'price', record.bankruptcy_price, textOfPrice(bankruptcyPriceE8(unit, exposure))),
  ];
  const isReached =
    liquidationE8 !== null &&
    (record.direction === 'long' ? markE8 <= liquidationE8 : markE8 >= liquidationE8);
  const reached: Check = {
    name: 'reached',
    kind: 'price',
    booked: record.mark_price,
    again: textOfPrice(liquidationE8),
    holds: isReached,
  };
  if (record.remaining_lots > 0) return [...checks, reached];
  const closedFor = money(record.book_value) + money(record.insured_value) + money(record.deleveraged_value);
  const left =
    exposure.marginMinor +
    realised(record.direction, exposure.entryValueMinor, closedFor) +
    money(record.insurance_paid) -
    money(record.liquidation_fee) -
    money(record.fee);
  return [...checks, reached, checkOf('returned', 'money', record.returned, written(left))];
}

/** A stop: the mark price then was at or beyond the price it waited for. */
export function checkTrigger(record: WireStopTrigger): readonly Check[] {
  const mark = priceE8(record.mark_price) ?? 0;
  const trigger = priceE8(record.trigger_price) ?? 0;
  const waitsAbove = (record.kind === 'take_profit') === (record.direction === 'long');
  return [
    {
      name: 'reached',
      kind: 'price',
      booked: record.mark_price,
      again: record.trigger_price,
      holds: waitsAbove ? mark >= trigger : mark <= trigger,
    },
  ];
}
