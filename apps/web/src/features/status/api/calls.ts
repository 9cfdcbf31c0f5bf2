import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';

export type StatusNow = CallOutput<'GET status/now'>;
export type StatusHistory = CallOutput<'GET status/history'>;

const NOW_EVERY_MS = 10_000;
const HISTORY_EVERY_MS = 60_000;

export function useStatusNow() {
  return useQuery({
    queryKey: ['status/now'],
    queryFn: ({ signal }) => callApi('GET status/now', {}, { signal }),
    refetchInterval: NOW_EVERY_MS,
  });
}

export function useStatusHistory() {
  return useQuery({
    queryKey: ['status/history', currentLanguage()],
    queryFn: ({ signal }) => callApi('GET status/history', {}, { signal }),
    refetchInterval: HISTORY_EVERY_MS,
  });
}
