import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callQuery } from '#lib/call-query.ts';

export type StatusNow = CallOutput<'GET status/now'>;
export type StatusHistory = CallOutput<'GET status/history'>;

const NOW_EVERY_MS = 10_000;
const HISTORY_EVERY_MS = 60_000;

export function useStatusNow() {
  return useQuery({ ...callQuery('GET status/now', {}), refetchInterval: NOW_EVERY_MS });
}

export function useStatusHistory() {
  return useQuery({
    ...callQuery('GET status/history', {}, ['status/history', currentLanguage()]),
    refetchInterval: HISTORY_EVERY_MS,
  });
}
