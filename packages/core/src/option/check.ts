import { invariant } from '../invariant.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Markets } from '../market/market.ts';
import type { OpenOption } from './open-option.ts';
import type { OptionMarket } from './option-market.ts';

interface Books {
  readonly ledger: Ledger;
  readonly markets: Markets;
  readonly limits: Limits;
}

/** Adds up all open options again: escrow, exposure by direction, options without an entry, customers' risk. */
export function checkOptions(
  open: ReadonlyMap<number, OpenOption>,
  lastOptionId: number,
  offered: ReadonlyMap<number, OptionMarket>,
  { ledger, markets, limits }: Books,
): void {
  const escrowed = new Map<number, bigint>();
  const exposures = new Map<string, bigint>();
  const risks = new Map<number, bigint>();
  const pending = new Set<OpenOption>();
  for (const option of open.values()) {
    const { optionId, customerId, marketId, currencyId, direction, practice, countedMinor } = option.bought;
    if (option.entry === null) pending.add(option);
    invariant(optionId <= lastOptionId, `option ${optionId} has a number of the future`);
    if (practice) continue;
    addTo(escrowed, currencyId, option.escrowMinor);
    addTo(exposures, `${marketId}/${currencyId}/${direction}`, option.profitMinor);
    addTo(risks, customerId, countedMinor);
  }
  for (const { id } of markets.currencies()) {
    const account = ledger.find({ ownerId: PLATFORM_OWNER, account: 'optionEscrow', currencyId: id });
    const held = account === null ? 0n : ledger.availableMinor(account);
    invariant(held === (escrowed.get(id) ?? 0n), `option escrow of currency ${id} holds ${held}`);
  }
  for (const [marketId, market] of offered) {
    for (const option of market.pending) {
      invariant(
        pending.delete(option),
        `option ${option.bought.optionId} waits for an entry it does not need`,
      );
    }
    for (const [currencyId, exposure] of market.exposures) {
      for (const direction of ['rise', 'fall'] as const) {
        const key = `${marketId}/${currencyId}/${direction}`;
        invariant(
          exposure[direction] === (exposures.get(key) ?? 0n),
          `exposure ${key} is ${exposure[direction]}`,
        );
        exposures.delete(key);
      }
    }
  }
  invariant(exposures.size === 0, 'exposure that no market knows of');
  invariant(pending.size === 0, 'an option without an entry does not wait for one');
  limits.checkAll(risks);
}

/** Adds to a sum; sums of zero are removed. */
function addTo<Key>(sums: Map<Key, bigint>, key: Key, amountMinor: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amountMinor;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}
