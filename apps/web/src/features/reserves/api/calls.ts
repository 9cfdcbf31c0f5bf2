import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import { callQuery } from '#lib/call-query.ts';

export type NewestReserves = CallOutput<'GET reserves/newest'>;
export type ReservesHistory = CallOutput<'GET reserves/history'>;
export type Span = 'week' | 'year';

const EVERY_MS = 60_000;

export function useReserves() {
  return useQuery({ ...callQuery('GET reserves/newest', {}), refetchInterval: EVERY_MS });
}

export function useReservesHistory(currency: string, span: Span) {
  return useQuery({
    ...callQuery('GET reserves/history', { currency, span }),
    refetchInterval: EVERY_MS,
  });
}
