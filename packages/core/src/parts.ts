import type { OwnedCommands, Owner } from './command.ts';
import { Conversions } from './convert/convert.ts';
import { Dust } from './dust/dust.ts';
import { EventLog } from './event-log.ts';
import type { InvariantLevel } from './invariant.ts';
import { Launch } from './launch/launch.ts';
import { Ledger, type AccountIndex } from './ledger/ledger.ts';
import { checkLiabilities } from './liability/check.ts';
import { Limits } from './limit/limit.ts';
import { Markets } from './market/market.ts';
import { Options } from './option/option.ts';
import { contractOrdersPart } from './perpetual/asked-snapshot.ts';
import { Perpetual } from './perpetual/perpetual.ts';
import type { CommandOwner, LaterPart, Product } from './product.ts';
import { Referral } from './referral/referral.ts';
import type { Shared } from './shared.ts';
import { SnapshotUnreadable, type SnapshotReader } from './snapshot/reader.ts';
import type { SnapshotWriter } from './snapshot/writer.ts';
import { Spot } from './spot/spot.ts';
import { Terms } from './terms/terms.ts';
import { Trust } from './trust/trust.ts';
import { Corrections } from './correction/correction.ts';
import { Customers } from './customer/customer.ts';
import { Wallet } from './wallet/wallet.ts';
import { Withdrawals } from './withdrawal/withdrawal.ts';

/** The parts of an exchange: shared ones, spot, and the other products. All of its state is here. */
export class Parts implements Shared {
  readonly log = new EventLog();
  readonly ledger = new Ledger(this.log);
  readonly markets = new Markets(this.log);
  readonly customers = new Customers(this.log);
  readonly limits = new Limits(this.log, this.ledger, this.markets, this.customers);
  readonly wallet = new Wallet(this, currencyId => this.perpetual.openInterestMinor(currencyId));
  readonly corrections = new Corrections(this, this.wallet.debts);
  readonly withdrawals = new Withdrawals(this);
  readonly referral = new Referral(this);
  readonly spot = new Spot(this, this.referral, {
    isListed: marketId => this.perpetual.contract(marketId) !== null,
    apply: (command, atMs) => this.perpetual.apply(command, atMs),
    cancelByTimer: (timer, atMs) => this.perpetual.cancelByTimer(timer, atMs),
  });
  readonly conversions = new Conversions(this, this.spot);
  readonly dust = new Dust(this);
  readonly perpetual = new Perpetual(this, this.referral);
  readonly trust = new Trust(this);
  readonly launch = new Launch(this);
  readonly options = new Options(this);
  /** In the order of snapshots, of index ticks and of passing time: may only grow at the end. */
  readonly products: readonly Product<never>[] = [this.perpetual, this.options, this.trust, this.launch];
  readonly terms = new Terms(this.log, this.markets, this.spot, this.perpetual);
  readonly owners: { readonly [O in Owner]: CommandOwner<OwnedCommands[O]> } = {
    spot: this.spot,
    perpetual: this.perpetual,
    option: this.options,
    trust: this.trust,
    launch: this.launch,
    convert: this.conversions,
    dust: this.dust,
    referral: this.referral,
    terms: this.terms,
    limit: this.limits,
    market: this.markets,
    customer: this.customers,
    wallet: this.wallet,
    correction: this.corrections,
    withdrawal: this.withdrawals,
  };
  /**
   * Parts added later: each is written behind the products under its name, and only if it has state, so that snapshots
   * of states without it keep their bytes.
   */
  readonly #later: Readonly<Record<string, LaterPart>> = {
    corrections: this.corrections,
    terms: this.terms,
    referral: this.referral,
    dust: this.dust,
    spotOrders: this.spot.extras,
    positionModes: this.perpetual.modes,
    margins: this.perpetual.margins,
    contractOrders: contractOrdersPart(this.perpetual, this.spot.timers),
  };

  /** As `Exchange.checkInvariants`. */
  checkInvariants(level: InvariantLevel): void {
    this.spot.checkCheap();
    for (const product of this.products) product.checkCheap();
    this.terms.checkCheap();
    this.referral.checkCheap();
    this.ledger.checkSums();
    if (level === 'cheap') return;
    const frozen = new Map<AccountIndex, bigint>();
    this.spot.checkAll(frozen);
    this.withdrawals.addFrozen(frozen);
    for (const product of this.products) product.checkAll(frozen);
    this.ledger.checkAll(frozen);
    this.referral.checkAll();
    checkLiabilities({
      eachBalance: visit => this.ledger.each(visit),
      openWithdrawals: () => this.withdrawals.open(),
      option: this.options,
      trust: this.trust,
      launch: this.launch,
      referral: this.referral,
    });
    this.wallet.checkAll();
    this.markets.checkAll();
  }

  write(writer: SnapshotWriter): void {
    this.markets.write(writer);
    this.customers.write(writer);
    this.wallet.write(writer);
    this.withdrawals.write(writer);
    this.ledger.write(writer);
    this.spot.write(writer);
    this.limits.write(writer);
    for (const product of this.products) product.write(writer);
    for (const [name, part] of Object.entries(this.#later)) {
      if (part.isEmpty) continue;
      writer.text(name);
      part.write(writer);
    }
  }

  /** Reads into new parts. Parts that the snapshot's version did not have start empty. */
  read(reader: SnapshotReader, version: number): void {
    this.markets.read(reader);
    this.customers.read(reader);
    this.wallet.read(reader);
    this.withdrawals.read(reader);
    this.ledger.read(reader);
    this.spot.read(reader);
    if (version < 3) return;
    this.limits.read(reader);
    for (const product of this.products) product.read(reader);
    while (!reader.isAtEnd) {
      const name = reader.text();
      const part = Object.hasOwn(this.#later, name) ? this.#later[name] : undefined;
      if (part === undefined || !part.isEmpty) throw new SnapshotUnreadable(`unknown part ${name}`);
      part.read(reader);
      if (part.isEmpty) throw new SnapshotUnreadable(`nothing in part ${name}`);
    }
  }
}
