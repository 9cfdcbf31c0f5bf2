import { useQuery } from '@tanstack/react-query';
import type { CallInput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';

const KEY = ['user/cash_info'];

/** The saved card, masked; null if there is none. */
export function useBankCard() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('POST user/cash_info', {}, { signal })).card,
  });
}

/** Whether the customer has a fund password. Never cached, as it is set on another page. */
export function useHasFundPassword() {
  return useQuery({ ...callQuery('POST user/has_password', {}), refetchOnMount: 'always' });
}

/** Throws if it is not the fund password. */
export async function checkFundPassword(password: string): Promise<void> {
  await callApi('POST user/valid_paypass', { password });
}

export async function saveBankCard(input: CallInput<'POST user/cash_save'>): Promise<void> {
  const { card } = await callApi('POST user/cash_save', input);
  queryClient.setQueryData(KEY, card);
  // Bank withdrawals depend on the card.
  await queryClient.invalidateQueries({ queryKey: ['wallet/get_info'] });
}
