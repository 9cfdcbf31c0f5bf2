import { Conversions } from './convert/convert.ts';
import { Dust } from './convert/dust.ts';
import { EventLog } from './event-log.ts';
import type { InvariantLevel } from './invariant.ts';
import { Launch } from './launch/launch.ts';
import { Ledger, type AccountIndex } from './ledger/ledger.ts';
import { Limits } from './limits/limits.ts';
import { Markets } from './market/markets.ts';
import { Options } from './option/options.ts';
import { Perpetual } from './perpetual/perpetual.ts';
import type { Product } from './product.ts';
import { Referral } from './referral/referral.ts';
import { SnapshotUnreadable, type SnapshotReader } from './snapshot/reader.ts';
import type { SnapshotWriter } from './snapshot/writer.ts';
import { Spot } from './spot/spot.ts';
import { Terms } from './terms/terms.ts';
import { Trust } from './trust/trust.ts';
import { Corrections } from './wallet/corrections.ts';
import { Customers } from './customer/customers.ts';
import { Wallet } from './wallet/wallet.ts';
import { Withdrawals } from './wallet/withdrawals.ts';

interface LaterPart {
  readonly isEmpty: boolean;
  write(writer: SnapshotWriter): void;
  read(reader: SnapshotReader): void;
}

/** What an exchange consists of: what all share, spot, and the products beside it. All of its state is here. */
export class Parts {
  readonly log = new EventLog();
  readonly ledger = new Ledger(this.log);
  readonly markets = new Markets(this.log);
  readonly customers = new Customers(this.log);
  readonly limits = new Limits(this.log, this.ledger, this.markets, this.customers);
  readonly wallet = new Wallet(this.log, this.ledger, this.markets, this.customers, this.limits);
  readonly corrections = new Corrections(
    this.ledger,
    this.markets,
    this.customers,
    this.limits,
    this.wallet.debts,
  );
  readonly withdrawals = new Withdrawals(this.log, this.ledger, this.markets, this.customers, this.limits);
  readonly referral = new Referral(this.log, this.ledger, this.markets, this.customers);
  readonly spot = new Spot(this.log, this.ledger, this.markets, this.customers, this.limits, this.referral);
  readonly conversions = new Conversions(
    this.log,
    this.ledger,
    this.markets,
    this.customers,
    this.limits,
    this.spot,
  );
  readonly dust = new Dust(this.log, this.ledger, this.markets, this.customers, this.limits);
  readonly perpetual = new Perpetual(
    this.log,
    this.ledger,
    this.markets,
    this.customers,
    this.limits,
    this.referral,
  );
  readonly trust = new Trust(this.log, this.ledger, this.markets, this.customers, this.limits);
  readonly launch = new Launch(this.log, this.ledger, this.markets, this.customers, this.limits);
  readonly options = new Options(this.log, this.ledger, this.markets, this.customers, this.limits);
  /** In the order of snapshots, of index ticks and of passing time: may only grow at the end. */
  readonly products: readonly Product[] = [this.perpetual, this.options, this.trust, this.launch];
  readonly terms = new Terms(this.log, this.markets, this.spot, this.perpetual);
  /**
   * What came after the products: written behind them under its name, and only if there is anything, so that states
   * without it stay what they were.
   */
  readonly #later: Readonly<Record<string, LaterPart>> = {
    corrections: this.corrections,
    terms: this.terms,
    referral: this.referral,
    dust: this.dust,
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

  /** Into parts that are new. What a version did not know yet starts empty. */
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
