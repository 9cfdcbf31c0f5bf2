import type { TAX_PRODUCTS } from '@tallystick/protocol/calls/statement';
import type { LedgerReason } from '../../../engine/products/product.ts';
import { dayOf } from '../period.ts';
import { coinCost, type CoinCost, type CostMethod, type Taken } from './cost.ts';
import type { Posting } from './posting.ts';

export type TaxProduct = (typeof TAX_PRODUCTS)[number];

/** An amount's worth in the reporting currency, truncated; null if unknown. */
export type ValueOf = (currencyId: number, amountMinor: bigint, atMs: number) => bigint | null;

/** Sums per product and day. Proceeds, income, cost and expense are all positive. */
export interface ProductSum {
  proceedsMinor: bigint;
  costMinor: bigint;
  events: number;
  unknown: number;
}

/** Sums per coin and day. */
export interface CoinSum {
  realisedMinor: bigint;
  boughtMinor: bigint;
  soldMinor: bigint;
}

/** A coin's state at the end of a day on which it changed. */
export interface Holding {
  readonly quantityMinor: bigint;
  readonly unknownMinor: bigint;
  readonly costMinor: bigint;
}

export interface BookDay {
  readonly day: number;
  readonly products: Map<TaxProduct, ProductSum>;
  readonly coins: Map<number, CoinSum>;
  /** Only coins that changed on this day. For the reporting currency, cost equals amount. */
  readonly holdings: Map<number, Holding>;
  /** Balance of the reporting currency at the end of the day. */
  reportingMinor: bigint;
  /** The customer's money in escrow at the end of the day, at cost. */
  escrowMinor: bigint;
  /** Inflows at their worth minus outflows at their cost. */
  netDepositsMinor: bigint;
  /** True if something came in or went out without a known worth. */
  unknownTransfers: number;
}

/** Money paid out that will return: an option's stake, the payment for new coins. */
interface Escrow {
  /** By currency. */
  readonly paid: Map<number, { quantityMinor: bigint; costMinor: bigint; unknownMinor: bigint }>;
  /** For new coins: how many are still to come. */
  dueMinor: bigint | null;
}

/** How each reason of the ledger counts: as a move of that kind, or as a result of that product. */
const COUNTED: Readonly<
  Record<LedgerReason, 'trade' | 'dust' | 'transfer' | 'stake' | 'payout' | 'refund' | 'release' | TaxProduct>
> = {
  trade: 'trade',
  dustConversion: 'dust',
  faucet: 'transfer',
  deposit: 'transfer',
  withdrawal: 'transfer',
  depositReversal: 'transfer',
  optionPurchase: 'stake',
  optionPayout: 'payout',
  optionRefund: 'payout',
  launchPayment: 'stake',
  launchRefund: 'refund',
  launchRelease: 'release',
  perpetualTrade: 'contracts',
  perpetualFunding: 'contracts',
  perpetualLiquidation: 'contracts',
  perpetualDeleveraging: 'contracts',
  perpetualOffset: 'contracts',
  trustInterest: 'trust',
  trustRedemption: 'trust',
  rebate: 'rebates',
  goodwill: 'other',
  // Between the customer's own accounts: nothing changes.
  transfer: 'other',
};

/**
 * Profit and loss by one method, posting by posting, in one reporting currency. The rules (docs/decisions/0058):
 * what comes in costs what it was worth then; what goes out leaves at its cost; a trade is worth what was paid or received
 * in the reporting currency, else the market's price of what was given; products' results count when they are booked.
 * So at any time: realised + unrealised = value − net deposits, to the unit, while nothing is unknown.
 */
export class ProfitBook {
  readonly #reportingId: number;
  readonly #method: CostMethod;
  readonly #coins = new Map<number, CoinCost>();
  readonly #escrows = new Map<string, Escrow>();
  readonly days: BookDay[] = [];
  #escrowMinor = 0n;
  #reportingMinor = 0n;
  #day: BookDay | null = null;

  constructor(method: CostMethod, reportingId: number) {
    this.#method = method;
    this.#reportingId = reportingId;
  }

  /** Options whose stake is still out. */
  get openReferences(): Iterable<string> {
    return this.#escrows.keys();
  }

  apply(posting: Posting, valueOf: ValueOf): void {
    if (posting.changes.size === 0) return;
    this.#open(posting.atMs);
    const { reason, reference, changes, atMs } = posting;
    // The profit of trades that are not kept is not known: what they moved came in and went out at its worth.
    const counted = reason === 'carriedForward' ? 'transfer' : (COUNTED[reason as LedgerReason] ?? 'other');
    if (counted === 'trade') this.#trade(posting, valueOf);
    else if (counted === 'dust') this.#sellDust(posting, valueOf);
    else for (const [id, minor] of changes) this.#count(counted, reference, id, minor, atMs, valueOf);
    this.#reportingMinor += changes.get(this.#reportingId) ?? 0n;
    this.#close(changes.keys());
  }

  #count(
    counted: Exclude<(typeof COUNTED)[LedgerReason], 'trade' | 'dust'>,
    reference: string,
    id: number,
    minor: bigint,
    atMs: number,
    valueOf: ValueOf,
  ): void {
    switch (counted) {
      case 'transfer':
        return this.#transfer(id, minor, atMs, valueOf);
      case 'stake':
        return this.#pay(reference, id, -minor);
      case 'payout':
        return this.#payout(reference, id, minor, atMs, valueOf);
      case 'refund':
        return this.#refund(reference, id, minor);
      case 'release':
        return this.#release(reference, id, minor);
      default:
        return this.#result(counted, id, minor, atMs, valueOf);
    }
  }

  /** Books a lost option, for which there is no ledger entry. */
  optionLost(reference: string, atMs: number): void {
    const escrow = this.#escrows.get(reference);
    if (escrow === undefined) return;
    this.#open(atMs);
    const sum = this.#product('options');
    sum.events++;
    for (const { costMinor, unknownMinor } of escrow.paid.values()) {
      sum.costMinor += costMinor;
      this.#escrowMinor -= costMinor;
      if (unknownMinor > 0n) sum.unknown++;
    }
    this.#escrows.delete(reference);
    this.#close([]);
  }

  /** How many new coins an offer still owes the customer, once it is known. */
  launchDue(reference: string, dueMinor: bigint): void {
    const escrow = this.#escrows.get(reference);
    if (escrow !== undefined && escrow.dueMinor === null) escrow.dueMinor = dueMinor;
  }

  #trade({ changes, atMs }: Posting, valueOf: ValueOf): void {
    const give = [...changes].find(([, minor]) => minor < 0n);
    const receive = [...changes].find(([, minor]) => minor > 0n);
    if (give === undefined || receive === undefined || changes.size > 2) {
      // A trade with oneself leaves only fees.
      for (const [id, minor] of changes) this.#result('spot', id, minor, atMs, valueOf);
      return;
    }
    const worthMinor = this.#worthOfTrade(give, receive, atMs, valueOf);
    if (give[0] !== this.#reportingId) this.#sell(give[0], -give[1], worthMinor);
    if (receive[0] === this.#reportingId) return;
    this.#coin(receive[0]).add(receive[1], worthMinor);
    this.#coinSum(receive[0]).boughtMinor += receive[1];
    // A swap is counted as a sale.
    if (give[0] !== this.#reportingId) return;
    const sum = this.#product('spot');
    sum.events++;
  }

  /** Several coins for one amount: split by worth, the last coin takes the remainder. */
  #sellDust({ changes, atMs }: Posting, valueOf: ValueOf): void {
    const given = [...changes].filter(([, minor]) => minor < 0n);
    const worths = given.map(([id, minor]) => valueOf(id, -minor, atMs));
    const receivedMinor = changes.get(this.#reportingId) ?? 0n;
    const totalMinor = worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n);
    const isShared = given.length === 1 || !worths.includes(null);
    let leftMinor = receivedMinor;
    for (const [index, [id, minor]] of given.entries()) {
      const isLast = index === given.length - 1;
      const shareMinor = totalMinor === 0n ? 0n : (receivedMinor * (worths[index] ?? 0n)) / totalMinor;
      const proceedsMinor = isLast ? leftMinor : shareMinor;
      leftMinor -= proceedsMinor;
      this.#sell(id, -minor, isShared ? proceedsMinor : null);
    }
  }

  #worthOfTrade(
    [givenId, givenMinor]: readonly [number, bigint],
    [receivedId, receivedMinor]: readonly [number, bigint],
    atMs: number,
    valueOf: ValueOf,
  ): bigint | null {
    if (givenId === this.#reportingId) return -givenMinor;
    if (receivedId === this.#reportingId) return receivedMinor;
    return valueOf(givenId, -givenMinor, atMs) ?? valueOf(receivedId, receivedMinor, atMs);
  }

  /** For the part with unknown cost, the same part of the proceeds is left out of the result. */
  #sell(id: number, quantityMinor: bigint, proceedsMinor: bigint | null): void {
    const { knownMinor, costMinor } = this.#coin(id).take(quantityMinor);
    const coin = this.#coinSum(id);
    const sum = this.#product('spot');
    coin.soldMinor += quantityMinor;
    sum.events++;
    if (proceedsMinor === null || knownMinor < quantityMinor) sum.unknown++;
    if (proceedsMinor === null) return;
    const knownProceedsMinor = (proceedsMinor * knownMinor) / quantityMinor;
    sum.proceedsMinor += knownProceedsMinor;
    sum.costMinor += costMinor;
    coin.realisedMinor += knownProceedsMinor - costMinor;
  }

  #transfer(id: number, minor: bigint, atMs: number, valueOf: ValueOf): void {
    const day = this.#today();
    if (id === this.#reportingId) {
      day.netDepositsMinor += minor;
      return;
    }
    if (minor > 0n) {
      const worthMinor = valueOf(id, minor, atMs);
      this.#coin(id).add(minor, worthMinor);
      if (worthMinor === null) day.unknownTransfers++;
      else day.netDepositsMinor += worthMinor;
      return;
    }
    const taken = this.#coin(id).take(-minor);
    day.netDepositsMinor -= taken.costMinor;
    if (taken.knownMinor < -minor) day.unknownTransfers++;
  }

  /** Income at its worth at that time, expense at its cost. */
  #result(product: TaxProduct, id: number, minor: bigint, atMs: number, valueOf: ValueOf): void {
    const sum = this.#product(product);
    sum.events++;
    if (minor > 0n) {
      const worthMinor = id === this.#reportingId ? minor : valueOf(id, minor, atMs);
      if (id !== this.#reportingId) this.#coin(id).add(minor, worthMinor);
      if (worthMinor === null) sum.unknown++;
      else sum.proceedsMinor += worthMinor;
      return;
    }
    const taken = this.#takeAny(id, -minor);
    sum.costMinor += taken.costMinor;
    if (taken.knownMinor < -minor) sum.unknown++;
  }

  /** Moves money into escrow at cost. */
  #pay(reference: string, id: number, minor: bigint): void {
    const taken = this.#takeAny(id, minor);
    const escrow = this.#escrows.get(reference) ?? { paid: new Map(), dueMinor: null };
    this.#escrows.set(reference, escrow);
    const paid = escrow.paid.get(id) ?? { quantityMinor: 0n, costMinor: 0n, unknownMinor: 0n };
    paid.quantityMinor += minor;
    paid.costMinor += taken.costMinor;
    paid.unknownMinor += minor - taken.knownMinor;
    escrow.paid.set(id, paid);
    this.#escrowMinor += taken.costMinor;
  }

  /** Moves money out of escrow at cost: the same part of what was paid. */
  #refund(reference: string, id: number, minor: bigint): void {
    const escrow = this.#escrows.get(reference);
    const paid = escrow?.paid.get(id);
    if (escrow === undefined || paid === undefined || minor > paid.quantityMinor) {
      throw new RangeError(`${reference} gives back ${minor} of currency ${id}, which were not paid`);
    }
    const all = minor === paid.quantityMinor;
    const unknownMinor = all ? paid.unknownMinor : (paid.unknownMinor * minor) / paid.quantityMinor;
    const costMinor = all ? paid.costMinor : (paid.costMinor * minor) / paid.quantityMinor;
    paid.quantityMinor -= minor;
    paid.unknownMinor -= unknownMinor;
    paid.costMinor -= costMinor;
    if (all) escrow.paid.delete(id);
    if (escrow.paid.size === 0) this.#escrows.delete(reference);
    this.#escrowMinor -= costMinor;
    if (id === this.#reportingId) return;
    if (minor > unknownMinor) this.#coin(id).add(minor - unknownMinor, costMinor);
    if (unknownMinor > 0n) this.#coin(id).add(unknownMinor, null);
  }

  /** The stake returns at its cost; any more is income, any less a loss. */
  #payout(reference: string, id: number, minor: bigint, atMs: number, valueOf: ValueOf): void {
    const stakeMinor = this.#escrows.get(reference)?.paid.get(id)?.quantityMinor ?? 0n;
    const backMinor = minor < stakeMinor ? minor : stakeMinor;
    if (backMinor > 0n) this.#refund(reference, id, backMinor);
    if (minor > backMinor) this.#result('options', id, minor - backMinor, atMs, valueOf);
    else if (backMinor < stakeMinor) this.optionLost(reference, atMs);
    else this.#product('options').events++;
  }

  /** New coins cost what was paid for them; each release takes its share of the cost. */
  #release(reference: string, id: number, minor: bigint): void {
    const escrow = this.#escrows.get(reference);
    const coin = this.#coin(id);
    this.#coinSum(id).boughtMinor += minor;
    this.#product('launches').events++;
    if (escrow === undefined || escrow.dueMinor === null || escrow.dueMinor < minor) {
      coin.add(minor, null);
      this.#product('launches').unknown++;
      return;
    }
    let costMinor = 0n;
    let known = true;
    for (const paid of escrow.paid.values()) {
      const partMinor =
        minor === escrow.dueMinor ? paid.costMinor : (paid.costMinor * minor) / escrow.dueMinor;
      paid.costMinor -= partMinor;
      costMinor += partMinor;
      known &&= paid.unknownMinor === 0n;
    }
    this.#escrowMinor -= costMinor;
    escrow.dueMinor -= minor;
    if (escrow.dueMinor === 0n) this.#escrows.delete(reference);
    coin.add(minor, known ? costMinor : null);
    if (!known) this.#product('launches').unknown++;
  }

  #takeAny(id: number, minor: bigint): Taken {
    return id === this.#reportingId ? { knownMinor: minor, costMinor: minor } : this.#coin(id).take(minor);
  }

  #coin(id: number): CoinCost {
    let coin = this.#coins.get(id);
    if (coin === undefined) this.#coins.set(id, (coin = coinCost(this.#method)));
    return coin;
  }

  #open(atMs: number): void {
    const day = dayOf(atMs);
    if (this.#day !== null && this.#day.day >= day) return;
    this.#day = {
      day,
      products: new Map(),
      coins: new Map(),
      holdings: new Map(),
      reportingMinor: this.#reportingMinor,
      escrowMinor: this.#escrowMinor,
      netDepositsMinor: 0n,
      unknownTransfers: 0,
    };
    this.days.push(this.#day);
  }

  #close(changed: Iterable<number>): void {
    const day = this.#today();
    for (const id of changed) {
      if (id === this.#reportingId) continue;
      const { quantityMinor, unknownMinor, costMinor } = this.#coin(id);
      day.holdings.set(id, { quantityMinor, unknownMinor, costMinor });
    }
    day.reportingMinor = this.#reportingMinor;
    day.escrowMinor = this.#escrowMinor;
  }

  #today(): BookDay {
    if (this.#day === null) throw new Error('no day is open');
    return this.#day;
  }

  #product(product: TaxProduct): ProductSum {
    const { products } = this.#today();
    let sum = products.get(product);
    if (sum === undefined) {
      products.set(product, (sum = { proceedsMinor: 0n, costMinor: 0n, events: 0, unknown: 0 }));
    }
    return sum;
  }

  #coinSum(id: number): CoinSum {
    const { coins } = this.#today();
    let sum = coins.get(id);
    if (sum === undefined) coins.set(id, (sum = { realisedMinor: 0n, boughtMinor: 0n, soldMinor: 0n }));
    return sum;
  }
}
