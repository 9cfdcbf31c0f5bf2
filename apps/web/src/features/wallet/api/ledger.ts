import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallInput } from '@tallystick/protocol';
import type { WireLedgerEntry, WireTransfer } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { dayEndMs, dayStartMs } from '#lib/days.ts';
import type { LedgerFilter } from '../model/ledger.ts';
import { LEDGER_KEY, TRANSFERS_KEY } from './wallet.ts';

const PAGE = 30;
/** The largest page the server gives, for exports. */
const EXPORT_PAGE = 100;

function ledgerInput(filter: LedgerFilter): CallInput<'POST wallet/legal_log'> {
  const { account, currencyId, reason } = filter;
  const fromMs = dayStartMs(filter.fromDay);
  const toMs = dayEndMs(filter.toDay);
  return {
    ...(account ? { account } : {}),
    ...(currencyId === undefined ? {} : { currency_id: currencyId }),
    ...(reason ? { reason } : {}),
    ...(fromMs === undefined ? {} : { from_ms: fromMs }),
    ...(toMs === undefined ? {} : { to_ms: toMs }),
  };
}

/** Changes of balances, newest first; the next page begins exactly after the last entry, whatever came in since. */
export const ledgerQuery = (filter: LedgerFilter, limit = PAGE) =>
  infiniteQueryOptions({
    queryKey: [LEDGER_KEY, filter, limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'POST wallet/legal_log',
        { ...ledgerInput(filter), limit, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
  });

export const transfersQuery = () =>
  infiniteQueryOptions({
    queryKey: [TRANSFERS_KEY],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'GET wallet/hzhistory',
        { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
  });

async function fetchAll<Item>(
  page: (cursor: string | null) => Promise<{ items: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: { items: Item[]; next_cursor: string | null } = await page(cursor);
    items.push(...next.items);
    cursor = next.next_cursor;
  } while (cursor !== null);
  return items;
}

/** Every entry the filter lets through, for exports. */
export function fetchLedger(filter: LedgerFilter): Promise<WireLedgerEntry[]> {
  return fetchAll(cursor =>
    callApi('POST wallet/legal_log', {
      ...ledgerInput(filter),
      limit: EXPORT_PAGE,
      ...(cursor ? { cursor } : {}),
    }),
  );
}

export function fetchTransfers(): Promise<WireTransfer[]> {
  return fetchAll(cursor =>
    callApi('GET wallet/hzhistory', { limit: EXPORT_PAGE, ...(cursor ? { cursor } : {}) }),
  );
}
