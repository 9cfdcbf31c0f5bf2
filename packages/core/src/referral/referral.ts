import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/market.ts';
import { refuseNotice } from '../notice.ts';
import type { Timed, CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import type { Shared } from '../shared.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import type { ReferralCommand, ReferralStanding } from './command.ts';
import type { RebateLine } from './event.ts';
import { HOUR_MS } from '../durations.ts';
import { Pending, type PendingRebate } from './pending.ts';
import { Promoters } from './promoters.ts';
import type { ReferralReader } from './reader.ts';
import {
  NO_REBATES,
  readReferralTerms,
  refuseTerms,
  splitTerms,
  writeReferralTerms,
  type AnnouncedReferralTerms,
  type ReferralTerms,
} from './terms.ts';

/** Rebates paid by one command, so that an hour with many promoters blocks nobody for long. */
const PAID_AT_ONCE = 100;
const MILLION = 1_000_000n;

/** A fee that a fill has just posted to `feesAccount`. */
export interface PaidFee {
  readonly line: RebateLine;
  readonly tradeId: number;
  readonly role: 'maker' | 'taker';
  readonly customerId: number;
  readonly currencyId: number;
  readonly feesAccount: AccountIndex;
  readonly feeMinor: bigint;
}

/**
 * Promoters' parts of the trading fees of customers they invited. The posting that takes the fee also takes the part,
 * which waits in the platform's `referral` account and is paid to spot when the hour is over. So every rebate is
 * covered, and paid only from its own fee.
 */
export class Referral implements CommandOwner<ReferralCommand>, Timed, ReferralReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #promoters: Promoters;
  readonly #pending = new Pending();
  #terms = NO_REBATES;
  #later: AnnouncedReferralTerms | null = null;
  #nowMs = 0;

  constructor({ log, ledger, markets, customers }: Shared) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#promoters = new Promoters(customers);
  }

  get terms(): ReferralTerms {
    return this.#terms;
  }

  get announcedTerms(): AnnouncedReferralTerms | null {
    return this.#later;
  }

  promoterOf(customerId: number): number | null {
    return this.#promoters.promoterOf(customerId);
  }

  standing(customerId: number): ReferralStanding {
    return this.#promoters.standing(customerId);
  }

  eachPending(visit: (rebate: PendingRebate) => void): void {
    this.#pending.each(visit);
  }

  pendingOf(promoterId: number): readonly PendingRebate[] {
    return this.#markets.currencies().flatMap(({ id: currencyId }) => {
      const amountMinor = this.#pending.ofMinor(promoterId, currencyId);
      return amountMinor === 0n ? [] : [{ promoterId, currencyId, amountMinor }];
    });
  }

  /** Called before each command. */
  begin(atMs: number): void {
    this.#nowMs = atMs;
  }

  apply(command: ReferralCommand): Refusal | null {
    switch (command.type) {
      case 'linkPromoter': {
        const { customerId, promoterId } = command;
        const refusal = this.#promoters.link(customerId, promoterId);
        if (refusal === null) this.#log.push({ type: 'promoterLinked', customerId, promoterId });
        return refusal;
      }
      case 'changeReferralTerms':
        return this.#change(command);
      case 'setReferralStanding': {
        const { customerId, standing } = command;
        const before = this.#promoters.standing(customerId);
        const refusal = this.#promoters.setStanding(customerId, standing);
        if (refusal !== null || standing === before) return refusal;
        this.#log.push({ type: 'referralStandingSet', customerId, standing });
        return null;
      }
    }
  }

  /** Whether a fee of the customer may be shared. Called for every fill: one look-up for most. */
  shares(customerId: number): boolean {
    return this.#promoters.isInvited(customerId);
  }

  /** Adds to the open posting, which has put the fee into `feesAccount`. */
  share(fee: PaidFee): void {
    const promoterId = this.#promoters.promoterOf(fee.customerId);
    if (promoterId === null || this.#promoters.standing(fee.customerId) === 'house') return;
    this.#accrue(fee, promoterId, 1, this.#terms.firstPpm);
    const second = this.#promoters.promoterOf(promoterId);
    if (second !== null) this.#accrue(fee, second, 2, this.#terms.secondPpm);
  }

  /** A promoter who is no longer frozen gets what was held back at the end of the next hour. */
  unfrozen(customerId: number): void {
    for (const { id } of this.#markets.currencies()) this.#pending.release(customerId, id, this.#nowMs);
  }

  dueAtMs(): number {
    return Math.min(this.#pending.endsAtMs, this.#later?.effectiveAtMs ?? Infinity);
  }

  /** Rebates of finished hours: no other command depends on when each promoter is paid. */
  hasBacklog(): boolean {
    return this.#pending.hasDue;
  }

  passTime(atMs: number): void {
    this.#pending.roll(atMs);
    this.#pending.take(PAID_AT_ONCE, (rebate, untilMs) => this.#pay(rebate, untilMs));
    if (this.#later === null || this.#later.effectiveAtMs > atMs) return;
    this.#set(this.#later.terms, null);
  }

  checkCheap(): void {
    for (const [currencyId, minor] of this.#pending.sums) this.#checkSum(currencyId, minor);
  }

  checkAll(): void {
    const sums = this.#pending.addUp();
    for (const { id } of this.#markets.currencies()) this.#checkSum(id, sums.get(id) ?? 0n);
  }

  get isEmpty(): boolean {
    return (
      this.#promoters.isEmpty &&
      this.#pending.isEmpty &&
      this.#later === null &&
      this.#terms.firstPpm + this.#terms.secondPpm === 0
    );
  }

  write(writer: SnapshotWriter): void {
    writeReferralTerms(writer, this.#terms);
    writer.bool(this.#later !== null);
    if (this.#later !== null) {
      writeReferralTerms(writer, this.#later.terms);
      writer.int(this.#later.announcedAtMs);
      writer.int(this.#later.effectiveAtMs);
    }
    this.#promoters.write(writer);
    this.#pending.write(writer);
  }

  read(reader: SnapshotReader): void {
    this.#terms = readReferralTerms(reader);
    this.#later = reader.bool()
      ? { terms: readReferralTerms(reader), announcedAtMs: reader.int(), effectiveAtMs: reader.int() }
      : null;
    this.#promoters.read(reader);
    this.#pending.read(
      reader,
      (promoterId, currencyId) =>
        this.#customers.has(promoterId) && this.#markets.currency(currencyId) !== undefined,
    );
  }

  #change({ terms, noticeMs }: CommandOf<'changeReferralTerms'>): Refusal | null {
    const refusal = refuseNotice(noticeMs) ?? refuseTerms(terms);
    if (refusal !== null) return refusal;
    const { now, later } = splitTerms(this.#terms, terms);
    const announced = { announcedAtMs: this.#nowMs, effectiveAtMs: this.#nowMs + noticeMs };
    this.#set(now, later === null ? null : { terms: later, ...announced });
    return null;
  }

  #set(terms: ReferralTerms, later: AnnouncedReferralTerms | null): void {
    // Keeps only the two ratios of the command's object.
    this.#terms = { firstPpm: terms.firstPpm, secondPpm: terms.secondPpm };
    this.#later =
      later === null
        ? null
        : { ...later, terms: { firstPpm: later.terms.firstPpm, secondPpm: later.terms.secondPpm } };
    this.#log.push({ type: 'referralTermsChanged', terms: this.#terms, later: this.#later });
  }

  #accrue(fee: PaidFee, promoterId: number, level: 1 | 2, ratioPpm: number): void {
    if (this.#promoters.standing(promoterId) !== 'open') return;
    const { currencyId, feeMinor } = fee;
    const amountMinor = (feeMinor * BigInt(ratioPpm)) / MILLION;
    if (amountMinor === 0n) return;
    this.#ledger.availableBig(fee.feesAccount, -amountMinor);
    this.#ledger.availableBig(this.#ledger.platform('referral', currencyId), amountMinor);
    this.#pending.add({ promoterId, currencyId, amountMinor }, this.#nowMs);
    this.#log.push({
      type: 'rebateAccrued',
      promoterId,
      customerId: fee.customerId,
      level,
      line: fee.line,
      tradeId: fee.tradeId,
      role: fee.role,
      currencyId,
      feeMinor,
      ratioPpm,
      amountMinor,
      postingId: this.#ledger.nextPostingId,
    });
  }

  #pay(rebate: PendingRebate, untilMs: number): boolean {
    const { promoterId, currencyId, amountMinor } = rebate;
    if (this.#customers.isFrozen(promoterId)) return false;
    const postingId = this.#ledger.nextPostingId;
    this.#ledger.open('rebate', `rebate:${promoterId}:${untilMs / HOUR_MS - 1}`);
    this.#ledger.availableBig(this.#ledger.platform('referral', currencyId), -amountMinor);
    const spot = this.#ledger.spot(promoterId, currencyId);
    this.#ledger.availableBig(spot, amountMinor);
    this.#ledger.close();
    this.#log.push({ type: 'rebateSettled', ...rebate, untilMs, postingId });
    return true;
  }

  #checkSum(currencyId: number, minor: bigint): void {
    const account = this.#ledger.find({ ownerId: PLATFORM_OWNER, account: 'referral', currencyId });
    invariant(
      (account === null ? 0n : this.#ledger.availableMinor(account)) === minor,
      `rebates of currency ${currencyId} do not add up: ${minor} are pending`,
    );
  }
}
