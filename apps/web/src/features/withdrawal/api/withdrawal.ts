import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput, WireWithdrawal } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import type { ProofInput } from '#lib/proof.ts';
import { queryClient } from '#lib/query-client.ts';

export type WithdrawInfo = CallOutput<'POST wallet/get_info'>;
export type AddressBook = CallOutput<'POST wallet/get_address'>;
export type Network = WithdrawInfo['networks'][number]['network'];

const INFO_KEY = 'wallet/get_info';
const BOOK_KEY = 'wallet/get_address';
const RECORDS_KEY = 'charge_mention/log3';
const PAGE = 20;
/** Refetched at this interval, as operators may decide at any time. */
const LOOK_AGAIN_MS = 15_000;

/** What can be withdrawn, how, and what must be done first. Never cached, as other pages change it. */
export function useWithdrawInfo(currencyId: number) {
  return useQuery({
    ...callQuery('POST wallet/get_info', { currency_id: currencyId }, [INFO_KEY, currencyId]),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

export function useAddressBook() {
  return useQuery(callQuery('POST wallet/get_address', {}, [BOOK_KEY]));
}

async function refresh(...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map(key => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Refetches the terms, which may have changed while the customer typed. */
function refreshWithdrawInfo(): Promise<void> {
  return refresh(INFO_KEY, BOOK_KEY);
}

export async function saveAddress(input: CallInput<'POST wallet/addaddress'>): Promise<void> {
  await callApi('POST wallet/addaddress', input);
  await refresh(BOOK_KEY, INFO_KEY);
}

export async function removeAddress(addressId: number): Promise<void> {
  await callApi('POST wallet/deladdress', { address_id: addressId });
  await refresh(BOOK_KEY, INFO_KEY);
}

export type Wish = Omit<CallInput<'POST wallet/out'>, keyof ProofInput>;

export async function requestWithdrawal(
  wish: Wish,
  idempotencyKey: string,
  proof: ProofInput,
): Promise<WireWithdrawal> {
  try {
    const { withdrawal } = await callApi('POST wallet/out', { ...wish, ...proof }, { idempotencyKey });
    void refresh(RECORDS_KEY);
    return withdrawal;
  } finally {
    void refreshWithdrawInfo();
  }
}

export async function cancelWithdrawal(withdrawalId: number): Promise<void> {
  try {
    await callApi('POST wallet/out/cancel', { withdrawal_id: withdrawalId });
  } finally {
    // A refusal means that an operator was faster, so the page must update.
    await refresh(RECORDS_KEY, INFO_KEY);
  }
}

/** One withdrawal; `data` is undefined if there is none with this id. */
export function useWithdrawal(withdrawalId: number) {
  return useQuery({
    queryKey: [RECORDS_KEY, withdrawalId],
    queryFn: async ({ signal }) => {
      const { items } = await callApi(
        'GET charge_mention/log3',
        { withdrawal_id: withdrawalId, limit: 1 },
        { signal },
      );
      return { withdrawal: items[0] };
    },
    enabled: withdrawalId > 0,
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnMount: 'always',
  });
}

export const withdrawalsQuery = () => ({
  ...pagesQuery('GET charge_mention/log3', { limit: PAGE }, [RECORDS_KEY, 'all']),
  refetchInterval: LOOK_AGAIN_MS,
});
