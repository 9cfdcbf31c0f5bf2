import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetReceipts } from '#lib/kept-receipts.ts';
import { logTrust, type LogTrust } from '#lib/log-trust.ts';
import { useStored } from '#lib/stored-store.ts';
import { serverClock } from '#lib/server-clock.ts';
import { fetchGrowth, logHeadQuery, type LogHead } from '../api/price-log.ts';
import { compareHeads, type ShownHead } from '../model/compare.ts';

export interface LogWatch {
  readonly head: LogHead | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** What this device has seen; null before the first signed head. */
  readonly trust: LogTrust | null;
  /** `checking` until the head that is shown has been compared. */
  readonly state: 'checking' | 'first' | 'same' | 'alarm';
  readonly problem: string | null;
  /** Takes the log that is shown for the right one from now on. */
  readonly forget: () => void;
}

const COMPARED = ['price-log', 'compared'] as const;

function shownHead(head: LogHead | undefined): ShownHead | null {
  if (head === undefined || head.checkpoint === null) return null;
  const { log, checkpoint } = head;
  return { note: checkpoint.note, origin: log.origin, keys: log.keys.map(key => key.public_key) };
}

/** Compares the signed head with what this device has seen, whenever a newer one comes. */
export function useLogWatch(everyMs = 5_000): LogWatch {
  const client = useQueryClient();
  const { data: head, error, refetch } = useQuery({ ...logHeadQuery, refetchInterval: everyMs });
  const trust = useStored(logTrust);
  const shown = shownHead(head);
  const compared = useQuery({
    queryKey: [...COMPARED, shown?.note],
    enabled: shown !== null,
    staleTime: Infinity,
    // What was found of the head before stands until the next is compared.
    placeholderData: before => before,
    queryFn: async () => {
      if (shown === null) throw new Error('there is no head to compare');
      const found = await compareHeads(logTrust.read(), shown, fetchGrowth, serverClock.now());
      if (found.kind !== 'alarm') logTrust.change(() => found.trust);
      return found;
    },
  });
  const found = compared.data;
  return {
    head,
    error: error ?? compared.error,
    retry: () => void Promise.all([refetch(), compared.refetch()]),
    trust,
    state: found?.kind ?? 'checking',
    problem: found?.kind === 'alarm' ? found.problem : null,
    forget: () => {
      logTrust.change(() => null);
      forgetReceipts();
      client.removeQueries({ queryKey: COMPARED });
      void refetch();
    },
  };
}
