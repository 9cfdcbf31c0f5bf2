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
/** Refetched at this interval, as transfers gain confirmations and operators decide. */
const LOOK_AGAIN_MS = 15_000;

/** The deposit address. The previous one stays while another network's address loads. Asked once a currency is known. */
export function useDepositInfo(currencyId: number | undefined, network: Network | undefined) {
  const input = { currency_id: currencyId ?? 0, ...(network ? { network } : {}) };
  return useQuery({
    ...callQuery('POST wallet/get_in_address', input, ['wallet/get_in_address', currencyId, network]),
    enabled: currencyId !== undefined,
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

/** After an objection nothing is taken until two other operators have reviewed it. */
export async function objectToReversal(depositId: number, text: string): Promise<void> {
  try {
    await callApi('POST wallet/deposit_objection', { deposit_id: depositId, text });
  } finally {
    await queryClient.invalidateQueries({ queryKey: [RECORDS_KEY] });
  }
}

/** Refetches the terms, which may have changed while the customer typed. */
function refreshDepositInfo(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['wallet/get_in_address'] });
}

/** Deposits, newest first, with the transfers that are arriving on the first page. */
export const depositsQuery = () => ({
  ...pagesQuery('GET charge_mention/log2', { limit: PAGE }, [RECORDS_KEY]),
  refetchInterval: LOOK_AGAIN_MS,
});
