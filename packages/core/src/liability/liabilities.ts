import type { LaunchReader } from '../launch/reader.ts';
import type { AccountKey } from '../ledger/account.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import { invariant } from '../invariant.ts';
import type { OptionReader } from '../option/reader.ts';
import type { ReferralReader } from '../referral/reader.ts';
import { interestUntil, paidDaysAt } from '../trust/figures.ts';
import type { TrustReader } from '../trust/reader.ts';
import type { Withdrawal } from '../withdrawal/event.ts';

/**
 * What the exchange owes a customer in a currency, by what holds it. Published in statements, so words never change:
 * `spot`, `contract`, `option`, `trust` are what is available in each account; `orders` and `margins` are frozen for
 * orders and positions; `withdrawals` are open; `commitments` are to offers not launched yet, `coins` new ones not released
 * yet; `stakes` are of options not settled; `principal` is in trust, `interest` earned there and not booked; `rebates`
 * are on their way.
 */
export const LIABILITY_PARTS = [
  'spot',
  'orders',
  'withdrawals',
  'commitments',
  'coins',
  'contract',
  'margins',
  'option',
  'stakes',
  'trust',
  'principal',
  'interest',
  'rebates',
] as const;
export type LiabilityPart = (typeof LIABILITY_PARTS)[number];

/** Of an exchange. */
export interface LiabilityBooks {
  /** Calls `visit` with every account that was ever used. */
  eachBalance(visit: (key: AccountKey, availableMinor: bigint, frozenMinor: bigint) => void): void;
  openWithdrawals(): readonly Withdrawal[];
  readonly option: Pick<OptionReader, 'open'>;
  readonly trust: Pick<TrustReader, 'openOrders'>;
  readonly launch: Pick<LaunchReader, 'eachHeld'>;
  readonly referral: Pick<ReferralReader, 'eachPending'>;
}

/** What the exchange owes one customer in one currency. */
export interface Liability {
  readonly customerId: number;
  readonly currencyId: number;
  /** Only those above 0, in the order of LIABILITY_PARTS. */
  readonly parts: ReadonlyMap<LiabilityPart, bigint>;
  readonly totalMinor: bigint;
}

type Visit = (customerId: number, currencyId: number, part: LiabilityPart, minor: bigint) => void;

/** What is available in an account, and what is frozen there. */
const OF_ACCOUNT: Readonly<Record<string, readonly [available: LiabilityPart, frozen: LiabilityPart]>> = {
  spot: ['spot', 'orders'],
  contract: ['contract', 'margins'],
  option: ['option', 'stakes'],
  trust: ['trust', 'principal'],
};

/**
 * Calls `visit` with amounts that add up to what is owed. What holds a part of an account's frozen money more exactly is
 * taken off there, so an amount may be negative, but no sum is.
 *
 * @param atMs for interest of days that are over and not booked yet; null leaves it out
 */
export function eachOwed(books: LiabilityBooks, atMs: number | null, visit: Visit): void {
  books.eachBalance(({ ownerId, account, currencyId }, availableMinor, frozenMinor) => {
    if (ownerId === PLATFORM_OWNER) return;
    const [available, frozen] = OF_ACCOUNT[account]!;
    if (availableMinor !== 0n) visit(ownerId, currencyId, available, availableMinor);
    if (frozenMinor !== 0n) visit(ownerId, currencyId, frozen, frozenMinor);
  });
  for (const { customerId, currencyId, amountMinor } of books.openWithdrawals()) {
    visit(customerId, currencyId, 'orders', -amountMinor);
    visit(customerId, currencyId, 'withdrawals', amountMinor);
  }
  books.launch.eachHeld((customerId, currencyId, held, amountMinor) => {
    if (held === 'frozen') visit(customerId, currencyId, 'orders', -amountMinor);
    visit(customerId, currencyId, held === 'coins' ? 'coins' : 'commitments', amountMinor);
  });
  for (const { customerId, currencyId, stakeMinor, practice } of books.option.open()) {
    if (!practice) visit(customerId, currencyId, 'stakes', stakeMinor);
  }
  books.referral.eachPending(({ promoterId, currencyId, amountMinor }) => {
    visit(promoterId, currencyId, 'rebates', amountMinor);
  });
  if (atMs === null) return;
  for (const order of books.trust.openOrders()) {
    const days = paidDaysAt(order.depositDay, order.cycleDays, atMs);
    const earned = interestUntil(order.principalMinor, order.dailyYieldPpm, days) - order.paidMinor;
    if (earned > 0n) visit(order.customerId, order.currencyId, 'interest', earned);
  }
}

/**
 * What the exchange owes each customer in each currency, by customer, then currency; who has nothing is left out.
 *
 * @throws InvariantBroken if a part is below 0
 */
export function liabilitiesOf(books: LiabilityBooks, atMs: number): Liability[] {
  const found = new Map<number, Map<LiabilityPart, bigint>>();
  eachOwed(books, atMs, (customerId, currencyId, part, minor) => {
    const key = customerId * CURRENCIES + currencyId;
    let parts = found.get(key);
    if (parts === undefined) found.set(key, (parts = new Map()));
    parts.set(part, (parts.get(part) ?? 0n) + minor);
  });
  const owed: Liability[] = [];
  for (const key of Float64Array.from(found.keys()).toSorted()) {
    const customerId = Math.floor(key / CURRENCIES);
    const currencyId = key % CURRENCIES;
    const parts = found.get(key)!;
    const kept = new Map<LiabilityPart, bigint>();
    let totalMinor = 0n;
    for (const part of LIABILITY_PARTS) {
      const minor = parts.get(part) ?? 0n;
      invariant(minor >= 0n, `customer ${customerId} holds ${minor} of currency ${currencyId} as ${part}`);
      if (minor === 0n) continue;
      kept.set(part, minor);
      totalMinor += minor;
    }
    if (totalMinor > 0n) owed.push({ customerId, currencyId, parts: kept, totalMinor });
  }
  return owed;
}

/** More than the largest currency id, which has 16 bits. */
const CURRENCIES = 65_536;
