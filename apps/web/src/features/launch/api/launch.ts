import { useQuery } from '@tanstack/react-query';
import type { CallInput, WireLaunchOrder } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { queryClient, renew } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';

const OFFERS_KEY = 'lh/send/product_info';
const ORDERS_KEY = 'lh/send/order_list';
const RECOMMENDED_KEY = 'lh/send/get_recommend';
const PAGE = 20;
/** Refetched at this interval: others commit meanwhile, and prices move. */
const LOOK_AGAIN_MS = 10_000;

/** All offers, with the customer's own orders if logged in. */
export function useOffers() {
  const session = useSession();
  return useQuery({
    ...callQuery('GET lh/send/product_info', {}, [OFFERS_KEY, session?.user.id]),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** One offer; `data` is undefined without an error while loading. */
export function useOffer(offerId: number | undefined) {
  const session = useSession();
  return useQuery({
    ...callQuery('GET lh/send/product_info', { offer_id: offerId ?? 0 }, [
      OFFERS_KEY,
      session?.user.id,
      offerId,
    ]),
    enabled: offerId !== undefined,
    refetchInterval: LOOK_AGAIN_MS,
    select: ({ items }) => items[0],
  });
}

export const recommendedQuery = callQuery('GET lh/send/get_recommend', {}, [RECOMMENDED_KEY]);

/** The customer's orders, newest first. */
export const ordersQuery = {
  ...pagesQuery('GET lh/send/order_list', { limit: PAGE }, [ORDERS_KEY]),
  refetchInterval: LOOK_AGAIN_MS,
};

/** Refetches everything shown about offers, after a scheduled time or a commitment. */
export async function refreshLaunches(): Promise<void> {
  const keys = [OFFERS_KEY, ORDERS_KEY, RECOMMENDED_KEY];
  await Promise.all(keys.map(key => queryClient.invalidateQueries({ queryKey: [key] })));
}

export async function commitToLaunch(
  input: CallInput<'POST lh/send/order'>,
  idempotencyKey: string,
): Promise<WireLaunchOrder> {
  try {
    const { order } = await callApi('POST lh/send/order', input, { idempotencyKey });
    // Resets, because the offer's page comes next and must not show data without this order.
    void queryClient.resetQueries({ queryKey: [OFFERS_KEY] });
    void renew([ORDERS_KEY, RECOMMENDED_KEY]);
    return order;
  } catch (error) {
    // A refusal means that the offer has changed, so the page must update.
    void refreshLaunches();
    throw error;
  }
}
