import { DAY_MS, dayOf } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import {
  completesAtMs,
  interestOfDay,
  interestUntil,
  paymentAtMs,
  penaltyOf,
  promisedInterest,
} from '@tallystick/core/trust/figures';
import { minorOf, ppmOf } from './amounts.ts';
import {
  decimal,
  list,
  oneOf,
  orNull,
  positive,
  record,
  text,
  upTo,
  whole,
  type Field,
  type Of,
} from './fields.ts';
import type { Findings } from './report.ts';

/** Longer than any deposit. */
const MOST_DAYS = 36_600;
const days = upTo(MOST_DAYS);

const order = record({
  order_id: whole,
  currency: record({ code: text, decimals: upTo(18) }),
  amount: decimal,
  daily_yield_percent: decimal,
  penalty_percent: decimal,
  cycle_days: ((value): value is number => days(value) && positive(value)) satisfies Field<number>,
  paid_days: days,
  remaining_days: days,
  bought_at_ms: whole,
  starts_at_ms: whole,
  next_payment_at_ms: orNull(whole),
  next_payment: orNull(decimal),
  completes_at_ms: whole,
  promised: decimal,
  earned: decimal,
  renewal_of: orNull(whole),
  state: oneOf('hosting', 'completed', 'redeemed'),
  ended_at_ms: orNull(whole),
  penalty: orNull(decimal),
});

/** Reasons of entries; files of earlier releases have the second spelling. */
const INTEREST = ['trust_interest', 'trustInterest'] as const;
const REDEMPTION = ['trust_redemption', 'trustRedemption'] as const;

/** An entry of the customer's own ledger. */
const entry = record({
  entry_id: text,
  account: oneOf('trust'),
  currency: text,
  amount: decimal,
  reason: oneOf(...INTEREST, ...REDEMPTION),
  reference: text,
  at_ms: whole,
});

/** A deposit and its ledger entries, in any order. */
export const TRUST_PARTS = { order, entries: list(entry, MOST_DAYS + 1) };
export type TrustParts = Of<typeof TRUST_PARTS>;
type Order = TrustParts['order'];
type Entry = TrustParts['entries'][number];

/** Checks a whole deposit: its promise, and that each day's interest was booked by the rule. */
export function checkTrust(findings: Findings, { order: of, entries }: TrustParts): readonly string[] {
  const { code, decimals } = of.currency;
  const money = (written: string): bigint => minorOf(written, decimals);
  const written = (minor: bigint): string => formatMinor(minor, decimals);
  const field = contradiction(of, entries);
  if (field !== null) findings.fail('format', 'parts_contradict', { field });
  const principal = money(of.amount);
  const yieldPpm = ppmOf(of.daily_yield_percent);
  const rates = { cycleDays: of.cycle_days, dailyYieldPpm: yieldPpm, penaltyPpm: ppmOf(of.penalty_percent) };
  const depositDay = dayOf(of.starts_at_ms) - 1;
  checkDates(findings, of, depositDay);
  findings.compare('promised', code, of.promised, written(promisedInterest(principal, rates)));
  findings.compare('earned', code, of.earned, written(interestUntil(principal, yieldPpm, of.paid_days)));
  const payments = entriesOf(entries, INTEREST).toSorted(inOrder);
  checkDays(findings, payments, of, day => ({
    dueAtMs: paymentAtMs(depositDay, day),
    interest: written(interestOfDay(principal, yieldPpm, day)),
  }));
  if (of.next_payment !== null) {
    const next = written(interestOfDay(principal, yieldPpm, of.paid_days + 1));
    findings.compare('next', code, of.next_payment, next);
  }
  if (of.penalty !== null) {
    const taken = entriesOf(entries, REDEMPTION);
    const penalty = penaltyOf(principal, rates.penaltyPpm, of.remaining_days);
    const isBooked = taken.reduce((sum, one) => sum - money(one.amount), 0n) === penalty;
    findings.compare('penalty', code, of.penalty, written(penalty));
    if (!isBooked) findings.fail('penalty', 'other_days', { booked: taken.length, again: 1, unit: '' });
  }
  return unnoticed(of, entries);
}

function entriesOf(entries: readonly Entry[], reasons: readonly Entry['reason'][]): Entry[] {
  return entries.filter(one => reasons.includes(one.reason));
}

/** Days paid at one moment are in the order of their postings. */
function inOrder(a: Entry, b: Entry): number {
  return a.at_ms - b.at_ms || postingOf(a) - postingOf(b);
}

function postingOf({ entry_id: id }: Entry): number {
  return Number.parseInt(id, 10) || 0;
}

/** The first part that belongs to something else. */
function contradiction(of: Order, entries: readonly Entry[]): string | null {
  const ids = new Set<string>();
  const wrong = entries.findIndex(one => {
    const isOwn = one.reference === `trust:${of.order_id}` && one.currency === of.currency.code;
    const isNew = !ids.has(one.entry_id);
    ids.add(one.entry_id);
    return !isOwn || !isNew;
  });
  return wrong < 0 ? null : `entries.${wrong}`;
}

/** Interest begins on the day after the deposit; a renewal continues without a gap. */
function checkDates(findings: Findings, of: Order, depositDay: number): void {
  const isHosting = of.state === 'hosting';
  const bought = dayOf(of.bought_at_ms);
  const holds =
    of.starts_at_ms === (depositDay + 1) * DAY_MS &&
    (of.renewal_of === null ? bought === depositDay : bought > depositDay) &&
    of.completes_at_ms === completesAtMs(depositDay, of.cycle_days) &&
    of.remaining_days === of.cycle_days - of.paid_days &&
    of.next_payment_at_ms === (isHosting ? paymentAtMs(depositDay, of.paid_days + 1) : null) &&
    (of.next_payment === null) === !isHosting &&
    (of.ended_at_ms === null) === isHosting &&
    (of.ended_at_ms ?? of.bought_at_ms) >= of.bought_at_ms &&
    (of.penalty !== null) === (of.state === 'redeemed') &&
    (of.state === 'completed') === (of.paid_days === of.cycle_days);
  findings.judge('dates', holds, 'other_dates', {
    starts_at_ms: of.starts_at_ms,
    completes_at_ms: of.completes_at_ms,
    days: of.cycle_days,
  });
}

type DayRule = (day: number) => { readonly dueAtMs: number; readonly interest: string };

function checkDays(findings: Findings, payments: readonly Entry[], of: Order, rule: DayRule): void {
  const { code: unit } = of.currency;
  if (payments.length !== of.paid_days) {
    findings.fail('days', 'other_days', { booked: payments.length, again: of.paid_days, unit: '' });
    return;
  }
  for (const [i, { amount, at_ms: atMs }] of payments.entries()) {
    const { dueAtMs, interest } = rule(i + 1);
    if (minorOf(amount, of.currency.decimals) !== minorOf(interest, of.currency.decimals)) {
      findings.fail('days', 'other_interest', { day: i + 1, booked: amount, again: interest, unit });
      return;
    }
    if (atMs < dueAtMs) {
      findings.fail('days', 'paid_early', { day: i + 1, at_ms: atMs });
      return;
    }
  }
  if (payments.length > 0) findings.pass('days', { days: payments.length, of: of.cycle_days });
}

function unnoticed(of: Order, entries: readonly Entry[]): string[] {
  return [
    // The difference is so small that no day's interest changes.
    'order.amount',
    'order.bought_at_ms',
    'order.ended_at_ms',
    ...(of.penalty === null ? ['order.penalty_percent'] : []),
    ...entries.flatMap((_, i) => [`entries.${i}.entry_id`, `entries.${i}.at_ms`]),
  ];
}
