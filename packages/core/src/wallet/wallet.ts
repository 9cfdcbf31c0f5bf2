import type { Command } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { CUSTOMER_ACCOUNTS, PLATFORM_OWNER } from '../ledger/account.ts';
import { MAX_CUSTOMER_ID, MAX_ISSUED_MINOR, type Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/markets.ts';
import { formatMinor } from '../money/decimal.ts';
import { isWhole } from '../money/whole.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;

const CREDIT_SOURCES: readonly string[] = ['faucet', 'custody', 'bank', 'treasury'];
const MAX_REFERENCE = 128;

/** Who the customers are, money coming in, and moves between a customer's four accounts. */
export class Wallet {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers = new Set<number>();

  constructor(log: EventLog, ledger: Ledger, markets: Markets) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
  }

  knows(customerId: number): boolean {
    return this.#customers.has(customerId);
  }

  openCustomer(command: CommandOf<'openCustomer'>): Refusal | null {
    const { customerId } = command;
    if (!isWhole(customerId, 1, MAX_CUSTOMER_ID)) return refuse('unknown_customer', 'customer_id');
    if (this.#customers.has(customerId)) return refuse('customer_exists', 'customer_id');
    this.#customers.add(customerId);
    this.#log.push({ type: 'customerOpened', customerId });
    return null;
  }

  /** The treasury can give only what it has; accounts facing outside record what came in as a debt. */
  credit(command: CommandOf<'credit'>): Refusal | null {
    const { customerId, account, currencyId, amountMinor, from, reference } = command;
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!CUSTOMER_ACCOUNTS.includes(account)) return refuse('invalid_order', 'account');
    if (!CREDIT_SOURCES.includes(from)) return refuse('invalid_order', 'from');
    if (typeof reference !== 'string' || reference === '' || reference.length > MAX_REFERENCE) {
      return refuse('invalid_order', 'reference');
    }
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const source = this.#ledger.account({ ownerId: PLATFORM_OWNER, account: from, currencyId });
    const held = this.#ledger.availableMinor(source);
    if (from === 'treasury' && held < amountMinor) {
      return refuse('insufficient_balance', 'amount', { available: formatMinor(held, currency.decimals) });
    }
    if (amountMinor - held > MAX_ISSUED_MINOR) return refuse('amount_too_large', 'amount');
    const target = this.#ledger.account({ ownerId: customerId, account, currencyId });
    this.#ledger.open(from === 'faucet' ? 'faucet' : 'deposit', reference);
    this.#ledger.availableBig(source, -amountMinor);
    this.#ledger.availableBig(target, amountMinor);
    this.#ledger.close();
    return null;
  }

  transfer(command: CommandOf<'transfer'>): Refusal | null {
    const { customerId, currencyId, from, to, amountMinor } = command;
    if (!this.#customers.has(customerId)) return refuse('unknown_customer', 'customer_id');
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!CUSTOMER_ACCOUNTS.includes(from)) return refuse('invalid_order', 'from');
    if (!CUSTOMER_ACCOUNTS.includes(to)) return refuse('invalid_order', 'to');
    if (from === to) return refuse('same_account', 'to');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const source = this.#ledger.account({ ownerId: customerId, account: from, currencyId });
    const held = this.#ledger.availableMinor(source);
    if (held < amountMinor) {
      return refuse('insufficient_balance', 'amount', { available: formatMinor(held, currency.decimals) });
    }
    const target = this.#ledger.account({ ownerId: customerId, account: to, currencyId });
    this.#ledger.open('transfer', `transfer:${this.#ledger.nextPostingId}`);
    this.#ledger.availableBig(source, -amountMinor);
    this.#ledger.availableBig(target, amountMinor);
    this.#ledger.close();
    return null;
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#customers.size);
    for (const customerId of Float64Array.from(this.#customers).toSorted()) writer.int(customerId);
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const customerId = reader.int();
      if (this.openCustomer({ type: 'openCustomer', customerId }) !== null) {
        throw new SnapshotUnreadable(`customer ${customerId}`);
      }
    }
  }
}
