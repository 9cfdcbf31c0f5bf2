import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { listTransfers, type ListedTransfer } from '../../chains/watcher/transfer-list.ts';

export interface ArrivalsOptions {
  readonly pool: pg.Pool;
  readonly confirmations: (network: Network) => number;
  readonly now: () => number;
}

export interface Arrival extends ListedTransfer {
  readonly confirmationsNeeded: number;
}

/** How long the record shows transfers that were too small to be credited. */
const DUST_SHOWN_MS = 30 * 24 * 3_600_000;
const LOOKED_AT = 100;

/** Transfers to the customer that the watcher sees but that are not deposits, or not yet; newest first. */
export async function arrivalsOf(
  options: ArrivalsOptions,
  customerId: number,
  currencyId: number | undefined,
): Promise<Arrival[]> {
  const { pool, confirmations, now } = options;
  const isShown = ({ state, reason, seenAtMs }: ListedTransfer): boolean =>
    state === 'seen' || (reason === 'below_minimum' && seenAtMs > now() - DUST_SHOWN_MS);
  const transfers = await listTransfers(pool, customerId, LOOKED_AT);
  return transfers
    .filter(one => isShown(one) && (currencyId === undefined || one.currencyId === currencyId))
    .map(one => ({ ...one, confirmationsNeeded: confirmations(one.network) }));
}
