import { CHANNELS, type AccountKey } from '@tallystick/core';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { SUMMED_REASONS } from '../../engine/history/carry-forward.ts';
import type { EntryReason } from '../../engine/projections/ledger-entries.ts';
import { CHART, CUSTOMER_CHART, FUND_CHART, PLAIN_CHART, type ChartName, type Fund } from './chart.ts';

/** One posting of the ledger, with what it changed of totals. */
export interface BookedPosting {
  readonly postingId: number;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly atMs: number;
  readonly entries: readonly (AccountKey & { readonly amountMinor: bigint })[];
}

/** One line of the books: a debit below zero, a credit above. */
export interface BookedLine {
  readonly account: number;
  /** The customer or trading account; 0: the company. */
  readonly ownerId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

/** A posting that these books have no rule for, or whose lines do not balance. */
export class BooksBroken extends Error {
  constructor(message: string) {
    super(`the company's books: ${message}`);
  }
}

/** Where a fund's entry goes, by the posting's reason; `fund`: a move between funds. */
type FundRules = Readonly<Partial<Record<Fund, ChartName | 'fund'>>>;

/**
 * What each reason means for the house's own money. An entry of a fund that is not named here cannot be: the core posts
 * none. Options and trust are split by `special`.
 */
const FUND_RULES: Readonly<Record<EntryReason, FundRules>> = {
  orderFreeze: {},
  orderUnfreeze: {},
  trade: { fees: 'spotFees' },
  perpetualFreeze: {},
  perpetualUnfreeze: {},
  perpetualMargin: {},
  perpetualTrade: { fees: 'perpetualFees', insurance: 'insurancePayouts' },
  perpetualFunding: {},
  perpetualLiquidation: { fees: 'liquidationTradingFees', insurance: 'liquidationFees' },
  perpetualDeleveraging: {},
  perpetualOffset: {},
  optionPurchase: { optionPool: 'fund' },
  optionPayout: { optionPool: 'fund' },
  optionLoss: { optionPool: 'fund' },
  optionRefund: { optionPool: 'fund' },
  trustPurchase: { treasury: 'fund' },
  trustInterest: {},
  trustCompletion: {},
  trustRedemption: { treasury: 'trustPenalties' },
  launchFreeze: {},
  launchUnfreeze: {},
  launchPayment: {},
  launchRefund: {},
  launchIssue: {},
  launchProceeds: {},
  launchRelease: {},
  dustConversion: { treasury: 'smallBalances' },
  rebate: {},
  faucet: {},
  deposit: { treasury: 'treasuryCredits' },
  depositReversal: {},
  transfer: {},
  houseFunding: { fees: 'fund', treasury: 'fund', insurance: 'fund', optionPool: 'fund' },
  profitWithdrawal: { fees: 'profitWithdrawn', treasury: 'profitWithdrawn', optionPool: 'profitWithdrawn' },
  goodwill: { treasury: 'goodwill' },
  withdrawalFreeze: {},
  withdrawalRelease: {},
  withdrawal: { fees: 'withdrawalFees' },
  // See `isPart`.
  carriedForward: {},
};

/** Reasons by which the house's trading accounts get or give capital; all else is their result. */
const CAPITAL_REASONS: ReadonlySet<EntryReason> = new Set([
  'faucet',
  'deposit',
  'depositReversal',
  'withdrawal',
]);
const SUMMED: ReadonlySet<EntryReason> = new Set(SUMMED_REASONS);
const FROM_OUTSIDE: ReadonlySet<string> = new Set([...CHANNELS, 'faucet']);

/**
 * The posting in the company's chart of accounts: balanced per currency, one line for each account and owner. `stakeMinor`
 * is what the option of `option:17` cost; only its settlement needs it. `wholeFrom`: of earlier postings retention may have
 * added up entries, so that a part is left; what such parts meant for the result nobody can say any more.
 *
 * @throws BooksBroken
 */
export function bookingOf(
  posting: BookedPosting,
  stakeMinor: bigint | null,
  wholeFrom: number,
): BookedLine[] {
  const book = new Book();
  if (isPart(posting, wholeFrom)) {
    for (const entry of posting.entries) bookPart(book, entry);
    return book.lines(posting, true);
  }
  const isCapital = posting.reason === 'houseFunding' && posting.entries.some(isOutside);
  for (const entry of posting.entries) bookEntry(book, posting, entry, isCapital);
  split(book, posting, stakeMinor);
  return book.lines(posting, false);
}

/** Whether entries of the posting are elsewhere, or it is the sum of such entries. */
function isPart({ postingId, reason }: BookedPosting, wholeFrom: number): boolean {
  return reason === 'carriedForward' || (postingId < wholeFrom && SUMMED.has(reason));
}

/** Customers' money and what is owed stay where they are; all that is the company's own is brought forward. */
function bookPart(
  book: Book,
  { ownerId, account, currencyId, amountMinor }: BookedPosting['entries'][number],
): void {
  const name =
    ownerId > LAST_HOUSE_ID
      ? CUSTOMER_CHART[account as keyof typeof CUSTOMER_CHART]
      : ownerId > 0 || account === 'rounding'
        ? null
        : (PLAIN_CHART[account as keyof typeof PLAIN_CHART] as ChartName | undefined);
  book.add(name ?? 'openingBalances', ownerId > LAST_HOUSE_ID ? ownerId : 0, currencyId, amountMinor);
}

function bookEntry(
  book: Book,
  { reason, postingId }: BookedPosting,
  { ownerId, account, currencyId, amountMinor }: BookedPosting['entries'][number],
  isCapital: boolean,
): void {
  if (ownerId > LAST_HOUSE_ID) {
    const name = CUSTOMER_CHART[account as keyof typeof CUSTOMER_CHART];
    return book.add(name, ownerId, currencyId, amountMinor);
  }
  if (ownerId > 0) {
    const name = CAPITAL_REASONS.has(reason) ? 'liquidityCapital' : 'liquidity';
    return book.add(name, ownerId, currencyId, amountMinor);
  }
  if (account === 'optionEscrow' || account === 'trustEscrow') return;
  const plain = PLAIN_CHART[account as keyof typeof PLAIN_CHART] as ChartName | undefined;
  if (plain !== undefined) {
    // A rebate comes out of its fee within the posting: the fee is told whole, the rebate as an expense.
    if (account === 'referral' && (reason === 'trade' || reason === 'perpetualTrade')) {
      book.add(reason === 'trade' ? 'spotFees' : 'perpetualFees', 0, currencyId, amountMinor);
      book.add(reason === 'trade' ? 'spotRebates' : 'perpetualRebates', 0, currencyId, -amountMinor);
    }
    return book.add(plain, 0, currencyId, amountMinor);
  }
  const rule = FUND_RULES[reason][account as Fund];
  if (rule === undefined) throw new BooksBroken(`posting ${postingId}: ${reason} on ${account}`);
  const fund = isCapital ? 'capital' : FUND_CHART[account as Fund];
  book.add(rule === 'fund' ? fund : rule, 0, currencyId, amountMinor);
}

/** Escrows hold customers' money and the house's promises: which part is whose follows from the reason. */
function split(book: Book, posting: BookedPosting, stakeMinor: bigint | null): void {
  for (const { account, currencyId, amountMinor } of posting.entries) {
    if (account === 'optionEscrow') splitOption(book, posting, currencyId, amountMinor, stakeMinor);
    if (account === 'trustEscrow') splitTrust(book, posting, currencyId, amountMinor);
  }
}

function splitOption(
  book: Book,
  posting: BookedPosting,
  currencyId: number,
  escrowMinor: bigint,
  stakeMinor: bigint | null,
): void {
  const customer = posting.entries.find(({ ownerId }) => ownerId > 0)?.amountMinor ?? 0n;
  if (posting.reason === 'optionPurchase') {
    book.add('optionStakes', 0, currencyId, -customer);
    book.add('optionPromises', 0, currencyId, escrowMinor + customer);
    return;
  }
  if (stakeMinor === null)
    throw new BooksBroken(`posting ${posting.postingId}: no stake of ${posting.reference}`);
  const promisedMinor = -escrowMinor - stakeMinor;
  book.add('optionStakes', 0, currencyId, -stakeMinor);
  book.add('optionPromises', 0, currencyId, -promisedMinor);
  // The pool's entry is promise and result in one: the promise returns to the pool, the rest is earned or spent.
  const resultMinor = stakeMinor - customer;
  book.add(resultMinor > 0n ? 'optionStakesWon' : 'optionWinnings', 0, currencyId, resultMinor);
  book.add('optionPool', 0, currencyId, -resultMinor);
}

function splitTrust(book: Book, { reason }: BookedPosting, currencyId: number, escrowMinor: bigint): void {
  book.add('trustPromises', 0, currencyId, escrowMinor);
  if (reason === 'trustInterest') {
    book.add('treasury', 0, currencyId, -escrowMinor);
    book.add('trustInterest', 0, currencyId, escrowMinor);
  } else if (reason === 'trustRedemption') {
    // The treasury's entry has what was never earned as well, which is no result.
    book.add('treasury', 0, currencyId, -escrowMinor);
    book.add('trustPenalties', 0, currencyId, escrowMinor);
  }
}

function isOutside({ ownerId, account }: AccountKey): boolean {
  return ownerId === 0 && FROM_OUTSIDE.has(account);
}

class Book {
  readonly #lines = new Map<string, { -readonly [K in keyof BookedLine]: BookedLine[K] }>();

  add(name: ChartName, ownerId: number, currencyId: number, amountMinor: bigint): void {
    const { code: account } = CHART[name];
    const key = `${account}:${ownerId}:${currencyId}`;
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, { account, ownerId, currencyId, amountMinor });
    else line.amountMinor += amountMinor;
  }

  /** Balanced, without empty lines, by account. What a part lacks is brought forward. @throws BooksBroken */
  lines({ postingId }: BookedPosting, isOpen: boolean): BookedLine[] {
    const sums = new Map<number, bigint>();
    for (const { currencyId, amountMinor } of this.#lines.values()) {
      sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amountMinor);
    }
    for (const [currencyId, sum] of sums) {
      if (sum === 0n) continue;
      if (!isOpen) throw new BooksBroken(`posting ${postingId} is ${sum} off in currency ${currencyId}`);
      this.add('openingBalances', 0, currencyId, -sum);
    }
    return [...this.#lines.values()]
      .filter(({ amountMinor }) => amountMinor !== 0n)
      .toSorted(
        (one, other) =>
          one.account - other.account || one.currencyId - other.currencyId || one.ownerId - other.ownerId,
      );
  }
}
