import { useQuery } from '@tanstack/react-query';
import type { CallInput, WireTrustOrder } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { queryClient, renew } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';

export type OrderState = WireTrustOrder['state'];

const KEY = 'lh/deposit';
const PAGE = 20;
/** Refetched at this interval: others buy meanwhile, and interest is paid at midnight. */
const LOOK_AGAIN_MS = 20_000;
const YEAR_DAYS = 366;

/** Refetches everything about deposits and the wallet data that they change. */
export async function refreshTrust(): Promise<void> {
  await renew([KEY, 'wallet/list', 'wallet/detail', 'wallet/legal_log']);
}

/** Products and reserves. Visitors see them too, without a limit of their own. */
export function useTrustConfig() {
  const customerId = useSession()?.user.id;
  return useQuery({
    ...callQuery('GET lh/deposit/config', {}, [KEY, 'config', customerId]),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Not fetched for visitors. */
export function useTrustReport() {
  return useQuery({
    ...callQuery('GET lh/deposit/report', {}, [KEY, 'report']),
    enabled: useSession() !== undefined,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Payments of the coming year. */
export function useTrustCalendar() {
  return useQuery({
    ...callQuery('GET lh/deposit/calendar', { days: YEAR_DAYS }, [KEY, 'calendar']),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** The available balance for a deposit. */
export function useTrustAvailable(currencyId: number | undefined) {
  return useQuery({
    queryKey: [KEY, 'available', currencyId],
    queryFn: async ({ signal }) => {
      const { balance } = await callApi(
        'POST wallet/detail',
        { account: 'trust', currency_id: currencyId ?? 0 },
        { signal },
      );
      return balance.available;
    },
    enabled: currencyId !== undefined,
    refetchOnMount: 'always',
  });
}

export const ordersQuery = (state: OrderState) => ({
  ...pagesQuery('GET lh/deposit/order', { state, limit: PAGE }, [KEY, 'orders', state]),
  refetchInterval: LOOK_AGAIN_MS,
});

/** The cost of redeeming now; refetched each time it is shown. */
export function useRedeemQuote(orderId: number) {
  return useQuery({
    ...callQuery('GET lh/deposit/order/quote', { order_id: orderId }, [KEY, 'quote', orderId]),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

export async function buyTrust(
  input: CallInput<'POST lh/deposit'>,
  idempotencyKey: string,
): Promise<WireTrustOrder> {
  try {
    const { order } = await callApi('POST lh/deposit', input, { idempotencyKey });
    return order;
  } finally {
    // A refusal means that the terms or the capacity changed, so the page must update.
    void refreshTrust();
  }
}

/** Prevents a second redemption while the list is refetched. */
function dropFromHosting(orderId: number): void {
  queryClient.setQueryData(ordersQuery('hosting').queryKey, data => {
    const without = data?.pages.map(page => ({
      ...page,
      items: page.items.filter(order => order.order_id !== orderId),
    }));
    return data && without && { ...data, pages: without };
  });
}

export async function redeemTrust(
  { orderId, penalty }: { readonly orderId: number; readonly penalty: string },
  idempotencyKey: string,
): Promise<WireTrustOrder> {
  try {
    const input = { order_id: orderId, penalty };
    const { order } = await callApi('POST lh/deposit/order/cancel', input, { idempotencyKey });
    dropFromHosting(orderId);
    return order;
  } finally {
    void refreshTrust();
  }
}

export async function setRenewal(orderId: number, autoRenew: boolean): Promise<void> {
  try {
    await callApi('POST lh/deposit/order/renewal', { order_id: orderId, auto_renew: autoRenew });
  } finally {
    await refreshTrust();
  }
}
