import {
  CUSTOMER_ACCOUNTS,
  PLATFORM_ACCOUNTS,
  type AccountKey,
  type Entry,
  type Event,
  type Exchange,
} from '@tallystick/core';

const ACCOUNT_CODES = new Map<string, number>(
  [...CUSTOMER_ACCOUNTS, ...PLATFORM_ACCOUNTS].map((account, index) => [account, index]),
);
const MAX_CURRENCY_ID = 0xffff;

/** An account as of the last posting recorded. */
export interface AccountTotal extends AccountKey {
  availableMinor: bigint;
  frozenMinor: bigint;
  /** Whether the database has a row for it, or will have by a batch before. */
  stored: boolean;
}

/**
 * Running balances, so that every ledger entry can carry the balance after it. The core is asked once per account;
 * from then on its postings are added up, and `verifyProjections` compares the result with the core.
 */
export class AccountTotals {
  readonly #exchange: Pick<Exchange, 'balance'>;
  readonly #totals = new Map<number, AccountTotal>();

  constructor(exchange: Pick<Exchange, 'balance'>) {
    this.#exchange = exchange;
  }

  /**
   * The account before `entry`, which is entry `entryIndex` of event `eventIndex` of a command the core has just
   * applied.
   */
  before(entry: Entry, events: readonly Event[], eventIndex: number, entryIndex: number): AccountTotal {
    const id = accountNumber(entry);
    const known = this.#totals.get(id);
    if (known !== undefined) return known;
    const now = this.#exchange.balance(entry);
    const total: AccountTotal = {
      ownerId: entry.ownerId,
      account: entry.account,
      currencyId: entry.currencyId,
      availableMinor: now.availableMinor,
      frozenMinor: now.frozenMinor,
      stored: false,
    };
    for (let e = eventIndex; e < events.length; e++) {
      const event = events[e]!;
      if (event.type !== 'posted') continue;
      for (let i = e === eventIndex ? entryIndex : 0; i < event.entries.length; i++) {
        const later = event.entries[i]!;
        if (accountNumber(later) === id) move(total, later, -later.amountMinor);
      }
    }
    this.#totals.set(id, total);
    return total;
  }
}

export function move(total: AccountTotal, entry: Entry, amountMinor: bigint): void {
  if (entry.bucket === 'available') total.availableMinor += amountMinor;
  else total.frozenMinor += amountMinor;
}

/** One safe integer per account: owner (31 bits), account (5), currency (16). */
function accountNumber(key: AccountKey): number {
  const code = ACCOUNT_CODES.get(key.account);
  if (code === undefined || key.currencyId > MAX_CURRENCY_ID) {
    throw new RangeError(`account ${key.account} of currency ${key.currencyId}`);
  }
  return key.ownerId * 0x200000 + code * 0x10000 + key.currencyId;
}
