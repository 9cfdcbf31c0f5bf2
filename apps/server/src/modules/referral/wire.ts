import type { ReferralTerms } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { CallFailure } from '../../http/call-failure.ts';
import { readCursor } from '../../http/page.ts';
import { toWire } from '../account/wire-user.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { amountIn } from '../wallet/wire.ts';
import type { Invitation, Leader, ReferralService } from './service.ts';
import type { RebatePlace } from './store.ts';
import type { Valued } from './worths.ts';
import { percentOfPpm } from '../../http/percent.ts';

type Units = Pick<MarketUnitsTable, 'currency'>;
type List = 'invited' | 'rebates' | 'days' | 'people' | 'settlements';
type ItemOf<Of extends List> = Awaited<ReturnType<ReferralService[Of]>>[number];
type Overview = Awaited<ReturnType<ReferralService['overview']>>;

export function wireInvitation({ code, link, hashLink }: Invitation) {
  return { code, link, hash_link: hashLink };
}

/** In percent of the fee. */
export function wireRatios(terms: ReferralTerms) {
  return { first_percent: percentOfPpm(terms.firstPpm), second_percent: percentOfPpm(terms.secondPpm) };
}

export function wireOverview(shown: Overview, units: Units): CallOutput<'GET user/invite'> {
  const { announced, earned, pending } = shown;
  const usdt = amountIn(units.currency(USDT));
  return {
    ...wireInvitation(shown.invitation),
    account: toWire(shown.customer).account,
    earning: shown.earning,
    frozen: shown.frozen,
    ratios: wireRatios(shown.terms),
    announced:
      announced === null
        ? null
        : { ...wireRatios(announced.terms), effective_at_ms: announced.effectiveAtMs },
    promoted: shown.promoted.first,
    promoted_second: shown.promoted.second,
    earned: wireAmounts(earned, units),
    earned_usdt: usdt(earned.usdtMinor),
    earned_btc: amountIn(units.currency(BTC))(shown.earnedBtcMinor),
    pending: wireAmounts(pending, units),
    pending_usdt: usdt(pending.usdtMinor),
    settled_usdt: usdt(shown.settledUsdtMinor),
    settles_at_ms: shown.settlesAtMs,
    rank: shown.rank,
  };
}

export function wireLeader({ rank, name, valueMinor, promoterId }: Leader, customerId: number, units: Units) {
  const value = formatMinor(valueMinor, units.currency(USDT).decimals);
  return { rank, name, value_usdt: value, own: promoterId === customerId };
}

export function wireInvitee(row: ItemOf<'invited'>, units: Units) {
  const { person, level, registeredAtMs, verified, traded, earned } = row;
  return { person, level, registered_at_ms: registeredAtMs, verified, traded, ...wireValued(earned, units) };
}

export function wireRebate(row: ItemOf<'rebates'>, units: Units) {
  const { code, decimals } = units.currency(row.currencyId);
  return {
    kind: 'fill' as const,
    rebate_id: `${row.postingId}.${row.role}.${row.level}`,
    posting_id: row.postingId,
    line: row.line,
    trade_id: row.tradeId,
    role: row.role,
    level: row.level,
    person: row.person,
    currency: code,
    fee: formatMinor(row.feeMinor, decimals),
    ratio_percent: percentOfPpm(row.ratioPpm),
    amount: formatMinor(row.amountMinor, decimals),
    at_ms: row.atMs,
    settled: row.settled,
  };
}

export function wireDay({ utcDay, fills, people, earned }: ItemOf<'days'>, units: Units) {
  return { kind: 'day' as const, day_ms: utcDay * DAY_MS, fills, people, ...wireValued(earned, units) };
}

export function wirePerson({ person, level, fills, lastDay, earned }: ItemOf<'people'>, units: Units) {
  const valued = wireValued(earned, units);
  return { kind: 'person' as const, person, level, fills, ...valued, last_day_ms: lastDay * DAY_MS };
}

export function wireSettlement(row: ItemOf<'settlements'>, units: Units) {
  const { code, decimals } = units.currency(row.currencyId);
  return {
    kind: 'settlement' as const,
    posting_id: row.postingId,
    currency: code,
    amount: formatMinor(row.amountMinor, decimals),
    until_ms: row.untilMs,
    at_ms: row.atMs,
  };
}

export function rebateCursor({ postingId, role, level }: RebatePlace): string {
  return `${postingId}.${role === 'maker' ? 0 : 1}.${level}`;
}

/** Throws invalid_input for what is no cursor. */
export function readRebateCursor(cursor: string | undefined): RebatePlace | null {
  const numbers = readCursor(cursor, 3);
  if (numbers === null) return null;
  const [postingId = 0, role = 0, level = 0] = numbers;
  if (role > 1 || level > 2) throw new CallFailure('invalid_input', { field: 'cursor' });
  return { postingId, role: role === 0 ? 'maker' : 'taker', level };
}

function wireValued(earned: Valued, units: Units) {
  const value = amountIn(units.currency(USDT))(earned.usdtMinor);
  return { amounts: wireAmounts(earned, units), value_usdt: value };
}

function wireAmounts({ amounts }: Valued, units: Units) {
  return amounts.map(({ currencyId, amountMinor, usdtMinor }) => {
    const { code, decimals } = units.currency(currencyId);
    const value = amountIn(units.currency(USDT))(usdtMinor);
    return { currency: code, amount: formatMinor(amountMinor, decimals), value_usdt: value };
  });
}
