import { parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettingName, PlatformSettingValue } from '@tallystick/protocol/desk/settings';

type Limits = PlatformSettingValue<'withdrawal_limits'>;
type Bank = PlatformSettingValue<'bank'>;

/** Maximum hours a withdrawal may be held back. */
const MAX_HOLD_HOURS = 72;
/** In USDT, about the highest withdrawal fee and minimum of large exchanges. */
const MAX_WITHDRAWAL_FEE = '50';
const MAX_WITHDRAWAL_MINIMUM = '200';
/** A limit of zero withdrawals a day is refused: nobody could withdraw. */
const MIN_PER_DAY = 1;

const LIKE_EXACT = 18;

/** `later` is null when all of `value` may act at once. */
export function splitSetting(
  name: PlatformSettingName,
  from: unknown,
  value: unknown,
): { readonly now: unknown; readonly later: unknown } {
  if (name === 'withdrawal_limits') return split(splitLimits(from as Limits, value as Limits), value);
  if (name === 'bank') return split(splitBank(from as Bank, value as Bank), value);
  return { now: value, later: null };
}

function split(now: unknown, value: unknown) {
  return { now, later: JSON.stringify(now) === JSON.stringify(value) ? null : value };
}

/** New networks and switches act at once: a withdrawal that cannot be sent must not be accepted. */
function splitLimits(from: Limits, to: Limits): Limits {
  return {
    ...to,
    items: to.items.map(item => {
      const before = from.items.find(
        ({ currency_id, network }) => currency_id === item.currency_id && network === item.network,
      );
      if (before === undefined) return item;
      return {
        ...item,
        fee: least(before.fee, item.fee),
        minimum: least(before.minimum, item.minimum),
      };
    }),
    per_day: Math.max(from.per_day, to.per_day),
    address_cooling_hours: Math.min(from.address_cooling_hours, to.address_cooling_hours),
    security_hold_hours: Math.min(from.security_hold_hours, to.security_hold_hours),
  };
}

function splitBank(from: Bank, to: Bank): Bank {
  return {
    ...to,
    withdrawal_fee: least(from.withdrawal_fee, to.withdrawal_fee),
    withdrawal_minimum: least(from.withdrawal_minimum, to.withdrawal_minimum),
  };
}

/** The first field above its ceiling. `worth` is an amount of a currency in USDT, null without a price. */
export function aboveCeiling(
  name: PlatformSettingName,
  value: unknown,
  worth: (currencyId: number, amount: string) => string | null,
): { readonly field: string; readonly maximum: string } | null {
  if (name === 'bank') return bankAbove(value as Bank);
  if (name !== 'withdrawal_limits') return null;
  const limits = value as Limits;
  if (limits.per_day < MIN_PER_DAY) return { field: 'per_day', maximum: String(MIN_PER_DAY) };
  for (const field of ['address_cooling_hours', 'security_hold_hours'] as const) {
    if (limits[field] > MAX_HOLD_HOURS) return { field, maximum: String(MAX_HOLD_HOURS) };
  }
  for (const { currency_id, fee, minimum } of limits.items) {
    const feeWorth = worth(currency_id, fee);
    if (feeWorth !== null && isMore(feeWorth, MAX_WITHDRAWAL_FEE)) {
      return { field: 'fee', maximum: MAX_WITHDRAWAL_FEE };
    }
    const minimumWorth = worth(currency_id, minimum);
    if (minimumWorth !== null && isMore(minimumWorth, MAX_WITHDRAWAL_MINIMUM)) {
      return { field: 'minimum', maximum: MAX_WITHDRAWAL_MINIMUM };
    }
  }
  return null;
}

function bankAbove({ withdrawal_fee, withdrawal_minimum }: Bank) {
  if (isMore(withdrawal_fee, MAX_WITHDRAWAL_FEE)) {
    return { field: 'withdrawal_fee', maximum: MAX_WITHDRAWAL_FEE };
  }
  if (isMore(withdrawal_minimum, MAX_WITHDRAWAL_MINIMUM)) {
    return { field: 'withdrawal_minimum', maximum: MAX_WITHDRAWAL_MINIMUM };
  }
  return null;
}

function least(a: string, b: string): string {
  return isMore(a, b) ? b : a;
}

function isMore(a: string, b: string): boolean {
  return (parseDecimal(a, LIKE_EXACT) ?? 0n) > (parseDecimal(b, LIKE_EXACT) ?? 0n);
}
