import type { CommandOf } from '../command.ts';
import { CHANNELS } from '../ledger/account.ts';
import { MAX_ISSUED_MINOR, type Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { Customers } from '../customer/customer.ts';
import type { Debts } from '../wallet/debts.ts';
import { IdSet } from '../id-set.ts';
import type { CorrectionCommand } from './command.ts';

/**
 * Corrects mistakes: pays goodwill to a customer, or takes a credited deposit back. It can touch nothing else of a
 * customer's. What was paid or taken back is remembered for good, so neither happens twice.
 */
export class Corrections implements CommandOwner<CorrectionCommand> {
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #debts: Debts;
  readonly #paid = new IdSet();
  /** Deposit id → minor units taken back so far. */
  readonly #reversed = new Map<number, bigint>();

  constructor({ ledger, markets, customers, limits }: Shared, debts: Debts) {
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#debts = debts;
  }

  /** Whether the goodwill with this id was paid. */
  isPaid(goodwillId: number): boolean {
    return this.#paid.has(goodwillId);
  }

  /** Minor units of this deposit taken back so far; 0 for most. */
  reversedMinor(depositId: number): bigint {
    return this.#reversed.get(depositId) ?? 0n;
  }

  apply(command: CorrectionCommand): Refusal | null {
    return command.type === 'payGoodwill' ? this.#payGoodwill(command) : this.#reverseDeposit(command);
  }

  /** The treasury pays no more than it has. Goodwill pays off no debt: customers receive the amount announced. */
  #payGoodwill(command: CommandOf<'payGoodwill'>): Refusal | null {
    const { goodwillId, customerId, currencyId, amountMinor } = command;
    if (!isId(goodwillId)) return refuse('invalid_order', 'goodwill_id');
    if (this.#paid.has(goodwillId)) return refuse('goodwill_paid', 'goodwill_id');
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const treasury = this.#ledger.platform('treasury', currencyId);
    const lacking = checkAvailable(this.#ledger, treasury, amountMinor, currency);
    if (lacking !== null) return lacking;
    this.#paid.add(goodwillId);
    this.#ledger.open('goodwill', `goodwill:${goodwillId}`);
    this.#ledger.availableBig(treasury, -amountMinor);
    this.#ledger.availableBig(this.#ledger.spot(customerId, currencyId), amountMinor);
    this.#ledger.close();
    return null;
  }

  /** Never refused for lack of money: what is no longer available becomes a debt. */
  #reverseDeposit(command: CommandOf<'reverseDeposit'>): Refusal | null {
    const refusal = this.#refuseReversal(command);
    if (refusal !== null) return refusal;
    const { depositId, customerId, currencyId, amountMinor, to, reference } = command;
    const source = this.#ledger.spot(customerId, currencyId);
    const availableMinor = this.#ledger.availableMinor(source);
    const takenMinor = amountMinor < availableMinor ? amountMinor : availableMinor;
    const owedMinor = amountMinor - takenMinor;
    const receivable = this.#debts.account(currencyId);
    if (owedMinor - this.#ledger.availableMinor(receivable) > MAX_ISSUED_MINOR) {
      return refuse('amount_too_large', 'amount');
    }
    this.#reversed.set(depositId, this.reversedMinor(depositId) + amountMinor);
    this.#ledger.open('depositReversal', reference);
    this.#ledger.availableBig(source, -takenMinor);
    this.#ledger.availableBig(receivable, -owedMinor);
    this.#ledger.availableBig(this.#ledger.platform(to, currencyId), amountMinor);
    this.#ledger.close();
    this.#debts.change(customerId, currencyId, owedMinor);
    this.#limits.results.gone(customerId, currencyId, takenMinor);
    return null;
  }

  #refuseReversal(command: CommandOf<'reverseDeposit'>): Refusal | null {
    const { depositId, customerId, currencyId, creditedMinor, amountMinor, to, reference } = command;
    if (!isId(depositId)) return refuse('invalid_order', 'deposit_id');
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    if (this.#markets.currency(currencyId) === undefined) return refuse('unknown_currency', 'currency_id');
    if (!CHANNELS.includes(to)) return refuse('invalid_order', 'to');
    if (typeof reference !== 'string' || reference === '' || reference.length > 128) {
      return refuse('invalid_order', 'reference');
    }
    if (typeof creditedMinor !== 'bigint' || creditedMinor <= 0n) return refuse('invalid_amount', 'credited');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const tooMuch = this.reversedMinor(depositId) + amountMinor > creditedMinor;
    return tooMuch ? refuse('deposit_reversed', 'amount') : null;
  }

  get isEmpty(): boolean {
    return this.#paid.isEmpty && this.#reversed.size === 0;
  }

  write(writer: SnapshotWriter): void {
    this.#paid.write(writer);
    writer.int(this.#reversed.size);
    for (const [depositId, minor] of [...this.#reversed].toSorted(([a], [b]) => a - b)) {
      writer.int(depositId);
      writer.int64(minor);
    }
  }

  read(reader: SnapshotReader): void {
    this.#paid.read(reader);
    let last = 0;
    for (let left = reader.int(); left > 0; left--) {
      const depositId = reader.int();
      const minor = reader.int64();
      if (depositId <= last || minor <= 0n) throw new SnapshotUnreadable(`reversed deposit ${depositId}`);
      this.#reversed.set(depositId, minor);
      last = depositId;
    }
  }
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && isIntegerWithin(value, 1, Number.MAX_SAFE_INTEGER);
}
