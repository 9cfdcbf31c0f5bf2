import {
  CUSTOMER_ACCOUNTS,
  PLATFORM_ACCOUNTS,
  type AccountKey,
  type Entry,
  type Event,
  type Exchange,
} from '@tallystick/core';
import { HouseQuotes } from './house-quotes.ts';

const ACCOUNT_CODES = new Map<string, number>(
  [...CUSTOMER_ACCOUNTS, ...PLATFORM_ACCOUNTS].map((account, index) => [account, index]),
);
const MAX_CURRENCY_ID = 0xffff;

/** An account as of the last posting recorded. */
export interface AccountTotal extends AccountKey {
  availableMinor: bigint;
  frozenMinor: bigint;
  /** Whether the database has a row for it, or will have by an earlier batch. */
  stored: boolean;
}

type Followed = Pick<Exchange, 'balance'> & ConstructorParameters<typeof HouseQuotes>[0];

/**
 * Running balances, so that every ledger entry can carry the balance after it. The core is asked once per account; then
 * its postings are added up. `verifyProjections` compares the result with the core.
 */
export class AccountTotals {
  readonly #exchange: Pick<Exchange, 'balance'>;
  readonly #totals = new Map<number, AccountTotal>();
  /** Whose orders need no rows, as of the last command recorded. */
  readonly house: HouseQuotes;

  /** `exchange`: in the state before the first command that will be recorded. */
  constructor(exchange: Followed) {
    this.#exchange = exchange;
    this.house = new HouseQuotes(exchange);
  }

  /**
   * The account before `entry`, which is entry `entryIndex` of event `eventIndex` of the command the core just applied.
   * The same pass finds all accounts that the later events change: a funding or a cascade changes thousands, and a pass
   * for each of them would take minutes.
   */
  before(entry: Entry, events: readonly Event[], eventIndex: number, entryIndex: number): AccountTotal {
    const id = accountNumber(entry);
    const known = this.#totals.get(id);
    if (known !== undefined) return known;
    const fresh = new Map<number, AccountTotal>();
    for (let e = eventIndex; e < events.length; e++) {
      const event = events[e]!;
      if (event.type !== 'posted') continue;
      for (let i = e === eventIndex ? entryIndex : 0; i < event.entries.length; i++) {
        const later = event.entries[i]!;
        const laterId = accountNumber(later);
        if (this.#totals.has(laterId)) continue;
        let total = fresh.get(laterId);
        if (total === undefined) fresh.set(laterId, (total = this.#now(later)));
        move(total, later, -later.amountMinor);
      }
    }
    for (const [freshId, total] of fresh) this.#totals.set(freshId, total);
    return fresh.get(id)!;
  }

  #now({ ownerId, account, currencyId }: AccountKey): AccountTotal {
    const { availableMinor, frozenMinor } = this.#exchange.balance({ ownerId, account, currencyId });
    return { ownerId, account, currencyId, availableMinor, frozenMinor, stored: false };
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
