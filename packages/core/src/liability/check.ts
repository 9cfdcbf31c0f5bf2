import { invariant } from '../invariant.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import { eachOwed, type LiabilityBooks } from './liabilities.ts';

/** These hold customers' money; `optionEscrow` holds what wins would add with it, which is the house's until then. */
const OF_CUSTOMERS: ReadonlySet<string> = new Set(['optionEscrow', 'launchEscrow', 'referral']);

/**
 * What customers are owed, part by part, is what the ledger owes: minus all that the platform's own accounts have, and
 * minus what wins would add. Linear time.
 */
export function checkLiabilities(books: LiabilityBooks): void {
  const sums = new Map<number, bigint>();
  const add = (currencyId: number, minor: bigint): void => {
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + minor);
  };
  eachOwed(books, null, (_, currencyId, _part, minor) => add(currencyId, minor));
  books.eachBalance(({ ownerId, account, currencyId }, availableMinor, frozenMinor) => {
    if (ownerId === PLATFORM_OWNER && !OF_CUSTOMERS.has(account)) {
      add(currencyId, availableMinor + frozenMinor);
    }
  });
  for (const { currencyId, profitMinor, practice } of books.option.open()) {
    if (!practice) add(currencyId, profitMinor);
  }
  for (const [currencyId, minor] of sums) {
    invariant(
      minor === 0n,
      `customers are owed ${minor} of currency ${currencyId} more than the ledger owes`,
    );
  }
}
