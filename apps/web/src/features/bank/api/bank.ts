import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';

const KEY = ['user/cash_info'] as const;

export type BankCards = CallOutput<'POST user/cash_info'>;

/** The saved cards, masked. */
export function useBankCards() {
  return useQuery(callQuery('POST user/cash_info', {}, KEY));
}

/** Makes a card the default or removes it. */
export async function changeBankCard({
  call,
  cardId,
}: {
  readonly call: 'POST user/cash_default' | 'POST user/cash_remove';
  readonly cardId: number;
}): Promise<void> {
  queryClient.setQueryData<BankCards>(KEY, await callApi(call, { card_id: cardId }));
  await queryClient.invalidateQueries({ queryKey: ['wallet/get_info'] });
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
  await callApi('POST user/cash_save', input);
  // Bank withdrawals depend on the cards.
  await Promise.all([KEY, ['wallet/get_info']].map(queryKey => queryClient.invalidateQueries({ queryKey })));
}
