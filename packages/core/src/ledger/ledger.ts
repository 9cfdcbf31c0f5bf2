import type { Entry, PostingReason } from '../event.ts';
import type { EventLog } from '../event-log.ts';
import { invariant, InvariantBroken } from '../invariant.ts';
import { toBigInt } from '../money/integer.ts';
import { ReusedList } from '../reused-list.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import { SnapshotUnreadable } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import {
  CHANNELS,
  CUSTOMER_ACCOUNTS,
  PLATFORM_ACCOUNTS,
  PLATFORM_OWNER,
  type AccountKey,
  type Bucket,
  type PlatformAccount,
} from './account.ts';
import { Balances } from './balances.ts';

/** The position of an account name is its code in keys and snapshots: both lists may only grow at the end. */
const ACCOUNT_NAMES = [...CUSTOMER_ACCOUNTS, ...PLATFORM_ACCOUNTS] as const;
const ACCOUNT_CODES = new Map<string, number>(ACCOUNT_NAMES.map((name, code) => [name, code]));
const MAX_CODES = 32;

/** Largest customer and currency ids, so that an account's key is a safe integer. */
export const MAX_CUSTOMER_ID = 2 ** 31 - 1;
export const MAX_CURRENCY_ID = 2 ** 16 - 1;

/** These mirror money outside and debts: customers hold what these owe. Only they may be negative. */
const MAY_BE_NEGATIVE: ReadonlySet<string> = new Set<PlatformAccount>([
  'faucet',
  ...CHANNELS,
  'receivable',
  'perpetualClearing',
  'issuance',
]);

/**
 * An account that may be negative goes no lower than minus this much of a currency, and `issuance` no lower than an
 * eighth of it. All thirteen together stay above −2^63, so no sum of balances can overflow, whatever is traded,
 * transferred or paid out.
 */
export const MAX_ISSUED_MINOR = 2n ** 59n;

/** Whoever must know when the balance of an account changes. */
export interface Watcher {
  changed(): void;
}

/** A dense account number. Its available part is cell 2 × account, its frozen part the cell after. */
export type AccountIndex = number;

/**
 * The double-entry ledger, and the only code that changes balances. A posting is opened, gets its entries and is
 * closed; closing proves that it sums to zero in every currency it touched. Only the few accounts listed above may be
 * negative: any other throws InvariantBroken, because commands are checked before anything changes.
 */
export class Ledger {
  readonly #log: EventLog;
  readonly #balances = new Balances(4096);
  readonly #keys: AccountKey[] = [];
  readonly #sumCells: number[] = [];
  readonly #mayBeNegative: boolean[] = [];
  readonly #watchers: (Watcher | null)[] = [];
  readonly #indexes = new Map<number, AccountIndex>();
  /** Per currency id: the cell holding the sum of all its accounts, zero between postings. */
  readonly #sums = new Map<number, number>();
  #postings = 0;

  #reason: PostingReason = 'transfer';
  #reference = '';
  #entries: Entry[] = [];
  readonly #touchedSums = new ReusedList<number>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** The account's index; an account never used before is created empty. The currency must be one of the exchange. */
  account(key: AccountKey): AccountIndex {
    const id = keyOf(key);
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    let sum = this.#sums.get(key.currencyId);
    if (sum === undefined) {
      // The two cells of an account are neighbours, so their places follow from its index.
      this.#sums.set(key.currencyId, (sum = this.#balances.extend(2)));
      this.#keys.push(key);
      this.#sumCells.push(-1);
      this.#mayBeNegative.push(true);
      this.#watchers.push(null);
    }
    const index = this.#balances.extend(2) / 2;
    this.#keys.push({ ownerId: key.ownerId, account: key.account, currencyId: key.currencyId });
    this.#sumCells.push(sum);
    this.#mayBeNegative.push(key.ownerId === PLATFORM_OWNER && MAY_BE_NEGATIVE.has(key.account));
    this.#watchers.push(null);
    this.#indexes.set(id, index);
    return index;
  }

  /** As `account`, for a platform account. */
  platform(account: PlatformAccount, currencyId: number): AccountIndex {
    return this.account({ ownerId: PLATFORM_OWNER, account, currencyId });
  }

  /** As `account`, for a customer's spot account. */
  spot(customerId: number, currencyId: number): AccountIndex {
    return this.account({ ownerId: customerId, account: 'spot', currencyId });
  }

  /** The account's index, if it was ever used. */
  find(key: AccountKey): AccountIndex | null {
    return this.#indexes.get(keyOf(key)) ?? null;
  }

  /** Calls `visit` with every account ever used. */
  each(visit: (key: AccountKey, availableMinor: bigint, frozenMinor: bigint) => void): void {
    for (const index of this.#indexes.values()) {
      visit(this.#keys[index]!, this.availableMinor(index), this.frozenMinor(index));
    }
  }

  availableMinor(account: AccountIndex): bigint {
    return this.#balances.get(account * 2);
  }

  frozenMinor(account: AccountIndex): bigint {
    return this.#balances.get(account * 2 + 1);
  }

  /** Whether the available part is at least `amount`, a safe integer. */
  covers(account: AccountIndex, amount: number): boolean {
    return this.#balances.covers(account * 2, amount);
  }

  /** Tells the watcher of every later movement of the account; null: nobody. */
  watch(account: AccountIndex, watcher: Watcher | null): void {
    this.#watchers[account] = watcher;
  }

  /** Number of the next posting. */
  get nextPostingId(): number {
    return this.#postings + 1;
  }

  open(reason: PostingReason, reference: string): void {
    this.#reason = reason;
    this.#reference = reference;
    this.#entries = [];
  }

  /** Adds a signed safe integer to the account's available part. Zero leaves no entry. */
  available(account: AccountIndex, amountMinor: number): void {
    if (amountMinor === 0) return;
    this.#move(account, account * 2, 'available', amountMinor);
  }

  /** Adds a signed safe integer to the account's frozen part. Zero leaves no entry. */
  frozen(account: AccountIndex, amountMinor: number): void {
    if (amountMinor === 0) return;
    this.#move(account, account * 2 + 1, 'frozen', amountMinor);
  }

  /** As `available`, for any amount. */
  availableBig(account: AccountIndex, amountMinor: bigint): void {
    if (amountMinor !== 0n) this.#moveBig(account, account * 2, 'available', amountMinor);
  }

  /** As `frozen`, for any amount. */
  frozenBig(account: AccountIndex, amountMinor: bigint): void {
    if (amountMinor !== 0n) this.#moveBig(account, account * 2 + 1, 'frozen', amountMinor);
  }

  /**
   * A complete posting that moves a safe integer between the two parts of one account: > 0 into available, < 0 out of
   * it.
   */
  moveWithin(account: AccountIndex, amountMinor: number, reason: PostingReason, reference: string): void {
    const balances = this.#balances;
    if (balances.add(account * 2, amountMinor)) this.#checkNegative(account);
    if (balances.add(account * 2 + 1, -amountMinor)) this.#checkNegative(account);
    this.#watchers[account]?.changed();
    this.#postings++;
    const { ownerId, account: name, currencyId } = this.#keys[account]!;
    if (!this.#log.wants(ownerId + amountMinor)) return;
    const amount = toBigInt(amountMinor);
    this.#log.add({
      type: 'posted',
      postingId: this.#postings,
      reason,
      reference,
      entries: [
        { ownerId, account: name, currencyId, bucket: 'available', amountMinor: amount },
        { ownerId, account: name, currencyId, bucket: 'frozen', amountMinor: -amount },
      ],
    });
  }

  /** Proves the posting balanced and records it. */
  close(): void {
    const sums = this.#touchedSums;
    for (let i = 0; i < sums.length; i++) {
      if (!this.#balances.isZero(sums.at(i))) {
        throw new InvariantBroken(`posting ${this.#postings + 1} (${this.#reference}) does not balance`);
      }
    }
    sums.clear();
    this.#postings++;
    if (!this.#log.wants(this.#postings)) return;
    this.#log.add({
      type: 'posted',
      postingId: this.#postings,
      reason: this.#reason,
      reference: this.#reference,
      entries: this.#entries,
    });
  }

  /** Checks by the running sums that every currency sums to zero. */
  checkSums(): void {
    for (const [currencyId, cell] of this.#sums) {
      invariant(this.#balances.isZero(cell), `currency ${currencyId} does not sum to zero`);
    }
  }

  /** Adds everything up again; `expectedFrozen` is what products say they hold frozen, per account. */
  checkAll(expectedFrozen: ReadonlyMap<AccountIndex, bigint>): void {
    this.checkSums();
    const sums = new Map<number, bigint>();
    for (const index of this.#indexes.values()) {
      const key = this.#keys[index]!;
      const name = `${key.ownerId}/${key.account}/${key.currencyId}`;
      const available = this.availableMinor(index);
      const frozen = this.frozenMinor(index);
      invariant(available >= 0n || this.#mayBeNegative[index]!, `account ${name} is negative: ${available}`);
      const expected = expectedFrozen.get(index) ?? 0n;
      invariant(
        frozen === expected,
        `account ${name} has ${frozen} frozen, orders and withdrawals hold ${expected}`,
      );
      sums.set(key.currencyId, (sums.get(key.currencyId) ?? 0n) + available + frozen);
    }
    for (const [currencyId, sum] of sums) {
      invariant(sum === 0n, `currency ${currencyId} sums to ${sum}`);
    }
  }

  /** Accounts that hold nothing are left out: whether one was ever used is not part of the state. */
  write(writer: SnapshotWriter): void {
    writer.int(this.#postings);
    const ids = Float64Array.from(this.#indexes.keys()).toSorted();
    const used: AccountIndex[] = [];
    for (const id of ids) {
      const index = this.#indexes.get(id)!;
      if (!this.#balances.isZero(index * 2) || !this.#balances.isZero(index * 2 + 1)) used.push(index);
    }
    writer.int(used.length);
    for (const index of used) {
      const key = this.#keys[index]!;
      writer.int(key.ownerId);
      writer.word(ACCOUNT_NAMES, key.account);
      writer.int(key.currencyId);
      writer.int64(this.availableMinor(index));
      writer.int64(this.frozenMinor(index));
    }
  }

  read(reader: SnapshotReader): void {
    this.#postings = reader.int();
    for (let left = reader.int(); left > 0; left--) {
      const ownerId = reader.int();
      const account = reader.word(ACCOUNT_NAMES);
      const currencyId = reader.int();
      if (ownerId > MAX_CUSTOMER_ID || currencyId > MAX_CURRENCY_ID) {
        throw new SnapshotUnreadable(`account ${ownerId}/${account}/${currencyId}`);
      }
      const index = this.account({ ownerId, account, currencyId });
      for (const cell of [index * 2, index * 2 + 1]) {
        const amount = reader.int64();
        this.#balances.addBig(cell, amount);
        this.#balances.addBig(this.#sumCells[index]!, amount);
      }
    }
  }

  #move(account: AccountIndex, cell: number, bucket: Bucket, amountMinor: number): void {
    const sum = this.#sumCells[account]!;
    this.#watchers[account]?.changed();
    if (this.#balances.add(cell, amountMinor)) this.#checkNegative(account);
    this.#balances.add(sum, amountMinor);
    this.#touchedSums.push(sum);
    const { ownerId, account: name, currencyId } = this.#keys[account]!;
    if (!this.#log.wants(ownerId + amountMinor)) return;
    this.#entries.push({ ownerId, account: name, currencyId, bucket, amountMinor: toBigInt(amountMinor) });
  }

  #moveBig(account: AccountIndex, cell: number, bucket: Bucket, amountMinor: bigint): void {
    const sum = this.#sumCells[account]!;
    this.#watchers[account]?.changed();
    if (this.#balances.addBig(cell, amountMinor)) this.#checkNegative(account);
    this.#balances.addBig(sum, amountMinor);
    this.#touchedSums.push(sum);
    const { ownerId, account: name, currencyId } = this.#keys[account]!;
    if (!this.#log.wants(ownerId + Number(BigInt.asIntN(32, amountMinor)))) return;
    this.#entries.push({ ownerId, account: name, currencyId, bucket, amountMinor });
  }

  #checkNegative(account: AccountIndex): void {
    const { ownerId, account: name, currencyId } = this.#keys[account]!;
    invariant(this.frozenMinor(account) >= 0n, `account ${ownerId}/${name}/${currencyId} froze below zero`);
    invariant(this.#mayBeNegative[account]!, `account ${ownerId}/${name}/${currencyId} fell below zero`);
  }
}

function keyOf(key: AccountKey): number {
  const code = ACCOUNT_CODES.get(key.account);
  if (code === undefined) throw new InvariantBroken(`unknown account ${key.account}`);
  return (key.ownerId * MAX_CODES + code) * (MAX_CURRENCY_ID + 1) + key.currencyId;
}
