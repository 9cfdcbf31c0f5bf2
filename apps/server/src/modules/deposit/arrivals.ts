import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireArrival } from '@tallystick/protocol';
import type pg from 'pg';
import { explorerUrl, type Network } from '../../chains/networks.ts';
import { listTransfers, type ListedTransfer } from '../../chains/watcher/transfer-list.ts';
import type { MarketUnitsTable } from '../market/units.ts';

export interface ArrivalsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly confirmations: (network: Network) => number;
  readonly now: () => number;
}

/** How long the record shows what was too small to be credited. */
const DUST_SHOWN_MS = 30 * 24 * 3_600_000;
const LOOKED_AT = 100;

/** Transfers to the customer that the watcher sees and that are no deposits (yet), newest first. */
export async function arrivalsOf(
  options: ArrivalsOptions,
  customerId: number,
  currencyId: number | undefined,
): Promise<WireArrival[]> {
  const { pool, units, confirmations, now } = options;
  const isShown = ({ state, reason, seenAtMs }: ListedTransfer): boolean =>
    state === 'seen' || (reason === 'below_minimum' && seenAtMs > now() - DUST_SHOWN_MS);
  const transfers = await listTransfers(pool, customerId, LOOKED_AT);
  return transfers
    .filter(one => isShown(one) && (currencyId === undefined || one.currencyId === currencyId))
    .map(one => {
      const currency = units.currency(one.currencyId);
      const needed = confirmations(one.network);
      return {
        currency: currency.code,
        network: one.network,
        amount: formatMinor(one.amountMinor, currency.decimals),
        address: one.address,
        transaction_id: one.transactionHash,
        explorer_url: explorerUrl(one.network, 'transaction', one.transactionHash),
        state: one.state === 'ignored' ? 'below_minimum' : 'confirming',
        confirmations: Math.min(one.confirmations, needed),
        confirmations_needed: needed,
        seen_at_ms: one.seenAtMs,
      };
    });
}
