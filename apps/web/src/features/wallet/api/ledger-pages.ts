import type { WireLedgerEntry, WireTransfer } from '@tallystick/protocol/wire';
import { fetchPages, pagesQuery } from '#lib/call-query.ts';
import { dayEndMs, dayStartMs } from '#lib/days.ts';
import type { LedgerFilter } from '../model/ledger.ts';
import { LEDGER_KEY, TRANSFERS_KEY } from './use-wallet.ts';

const PAGE = 30;

const ledgerInput = ({ account, currencyId, reason, fromDay, toDay }: LedgerFilter) => ({
  account,
  currency_id: currencyId,
  reason,
  from_ms: dayStartMs(fromDay),
  to_ms: dayEndMs(toDay),
});

/** Changes of balances, newest first; the next page begins right after the last entry, even if new ones arrived. */
export const ledgerQuery = (filter: LedgerFilter, limit = PAGE) =>
  pagesQuery('POST wallet/legal_log', { ...ledgerInput(filter), limit }, [LEDGER_KEY, filter, limit]);

export const transfersQuery = () => pagesQuery('GET wallet/hzhistory', { limit: PAGE }, [TRANSFERS_KEY]);

/** All entries that match the filter, for exports. */
export function fetchLedger(filter: LedgerFilter): Promise<WireLedgerEntry[]> {
  return fetchPages('POST wallet/legal_log', ledgerInput(filter));
}

export function fetchTransfers(): Promise<WireTransfer[]> {
  return fetchPages('GET wallet/hzhistory', {});
}
