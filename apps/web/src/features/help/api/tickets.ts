import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallInput, WireTicketDetail } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { noticesTopic } from '#realtime/topics.ts';

export const ticketsQuery = () => pagesQuery('POST ticket/list', { limit: 20 }, ['ticket/list']);

const ticketsAreOld = () =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('ticket/'),
  });

/** Refetches tickets when a notice arrives, as each reply comes with one. */
export function useAnswers(): void {
  useEffect(() => noticesTopic().watch(ticketsAreOld), []);
}

export function useTicket(ticketId: number | undefined) {
  return useQuery({
    ...callQuery('POST ticket/detail', { ticket_id: ticketId ?? 0 }, ['ticket/detail', ticketId]),
    enabled: ticketId !== undefined,
  });
}

function keep(ticket: WireTicketDetail): WireTicketDetail {
  queryClient.setQueryData(['ticket/detail', ticket.ticket_id], ticket);
  void queryClient.invalidateQueries({ queryKey: ['ticket/list'] });
  return ticket;
}

export async function fileTicket(
  written: Omit<CallInput<'POST ticket/file'>, 'request_key'>,
  key: string,
): Promise<WireTicketDetail> {
  return keep(await callApi('POST ticket/file', { ...written, request_key: key }));
}

export async function replyTo(
  written: Omit<CallInput<'POST ticket/reply'>, 'request_key'>,
  key: string,
): Promise<WireTicketDetail> {
  return keep(await callApi('POST ticket/reply', { ...written, request_key: key }));
}

export async function closeTicket(ticketId: number): Promise<WireTicketDetail> {
  return keep(await callApi('POST ticket/close', { ticket_id: ticketId }));
}

export async function sendFeedback(
  written: Omit<CallInput<'POST feedback/send'>, 'request_key'>,
  key: string,
): Promise<void> {
  await callApi('POST feedback/send', { ...written, request_key: key });
  void queryClient.invalidateQueries({ queryKey: ['ticket/list'] });
}

/** The customer's newest records that a ticket can be about. */
export function useOwnThings() {
  const orders = useQuery({
    ...callQuery('GET coin/list', { view: 'history', limit: 20 }, ['ticket/about', 'orders']),
    select: ({ items }) =>
      items.map(({ order_id: id, symbol, placed_at_ms: atMs }) => ({ id, words: symbol, atMs })),
  });
  const deposits = useQuery({
    ...callQuery('GET charge_mention/log2', { limit: 20 }, ['ticket/about', 'deposits']),
    select: ({ items }) =>
      items.map(one => ({
        id: one.deposit_id,
        words: `${one.amount} ${one.currency}`,
        atMs: one.created_at_ms,
      })),
  });
  const withdrawals = useQuery({
    ...callQuery('GET charge_mention/log3', { limit: 20 }, ['ticket/about', 'withdrawals']),
    select: ({ items }) =>
      items.map(one => ({
        id: one.withdrawal_id,
        words: `${one.amount} ${one.currency}`,
        atMs: one.created_at_ms,
      })),
  });
  return {
    order: orders.data ?? [],
    deposit: deposits.data ?? [],
    withdrawal: withdrawals.data ?? [],
  };
}
