import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput, WireDeposit } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';

export type DepositInfo = CallOutput<'POST wallet/get_in_address'>;
export type DepositNetwork = DepositInfo['networks'][number];
export type Network = DepositNetwork['network'];
export type BankDetails = NonNullable<DepositInfo['bank']>;

const RECORDS_KEY = 'charge_mention/log2';
const PAGE = 20;
/** Transfers gain confirmations and operators decide while the customer looks on. */
const LOOK_AGAIN_MS = 15_000;

/** Where to pay in. While another network's address is on its way, the one before stays. */
export function useDepositInfo(currencyId: number, network: Network | undefined) {
  return useQuery({
    ...callQuery('POST wallet/get_in_address', { currency_id: currencyId, ...(network ? { network } : {}) }, [
      'wallet/get_in_address',
      currencyId,
      network,
    ]),
    placeholderData: (before, query) => (query?.queryKey[1] === currencyId ? before : undefined),
  });
}

export async function announceDeposit(
  input: CallInput<'POST wallet/charge_req'>,
  idempotencyKey: string,
): Promise<WireDeposit> {
  try {
    const { deposit } = await callApi('POST wallet/charge_req', input, { idempotencyKey });
    void queryClient.invalidateQueries({ queryKey: [RECORDS_KEY] });
    return deposit;
  } finally {
    void refreshDepositInfo();
  }
}

/** Nothing is taken then until two other people have looked at it again. */
export async function objectToReversal(depositId: number, text: string): Promise<void> {
  try {
    await callApi('POST wallet/deposit_objection', { deposit_id: depositId, text });
  } finally {
    await queryClient.invalidateQueries({ queryKey: [RECORDS_KEY] });
  }
}

/** Terms that changed while the customer typed: what is shown is asked for anew. */
function refreshDepositInfo(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['wallet/get_in_address'] });
}

/** Deposits, newest first, with the transfers that are arriving on the first page. */
export const depositsQuery = () => ({
  ...pagesQuery('GET charge_mention/log2', { limit: PAGE }, [RECORDS_KEY]),
  refetchInterval: LOOK_AGAIN_MS,
});
