import type { AccountIndex } from '../ledger/ledger.ts';
import type { ContractUnit, Exposure } from './formulas.ts';

/** A position's figures, as far as its account's margin depends on them. */
export interface Carried extends Exposure {
  readonly maintenancePpm: number;
}

/** How a customer's contract account carries cross positions (decision 127). Amounts in minor units. */
export interface AccountMargin {
  /** Balance or a position has changed: the account is looked at when the command ends. */
  changed(): void;
  /** Whether a cross position is open. */
  readonly isCarrying: boolean;
  /** Available balance and results at the marks. Below 0: others lose more than the account has. */
  equityMinor(): bigint;
  /** What the cross positions must keep before anything may leave the account. ≥ 0. */
  requiredMinor(): bigint;
  /** The loss that a close of the customer's may have, from its entry value; below 0: the profit it must leave. */
  coverMinor(unit: ContractUnit, position: Carried, markE8: number): bigint;
  /** Whether equity was above maintenance when the taker being matched came. */
  wasHealthy(): boolean;
  /** Makes at least so much available, settling profits to the mark if needed. The equity must cover it. */
  provide(amountMinor: bigint): void;
}

/** All accounts that carry cross positions. */
export interface AccountMargins {
  /** Of a contract account; undefined: the customer has no contract set to cross. */
  of(account: AccountIndex): AccountMargin | undefined;
  /** A taker comes: whose account is healthy is found out anew. */
  takerComes(): void;
}

/** A mark at which an account must be looked at, and its index in a heap. */
export class CrossThreshold {
  readonly account: AccountMargin;
  readonly customerId: number;
  /** 1e-8 quote units. */
  priceE8 = 0;
  /** −1 = not in a heap. */
  heapAt = -1;
  /** 1: reached by a rising mark, −1: by a falling one. */
  direction: 1 | -1 = 1;

  constructor(account: AccountMargin, customerId: number) {
    this.account = account;
    this.customerId = customerId;
  }
}
