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
  /** The newest head and keys this device trusts; null before the first signed head. */
  readonly trust: LogTrust | null;
  /** `checking` until the current head has been compared. */
  readonly state: 'checking' | 'first' | 'same' | 'alarm';
  readonly problem: string | null;
  /** Trusts the current log from now on, forgetting the old one. */
  readonly forget: () => void;
}

const COMPARED = ['price-log', 'compared'] as const;

function shownHead(head: LogHead | undefined): ShownHead | null {
  if (head === undefined || head.checkpoint === null) return null;
  const { log, checkpoint } = head;
  return { note: checkpoint.note, origin: log.origin, keys: log.keys.map(key => key.public_key) };
}

/** Compares each new signed head with what this device has seen. */
export function useLogWatch(everyMs = 5_000): LogWatch {
  const client = useQueryClient();
  const { data: head, error, refetch } = useQuery({ ...logHeadQuery, refetchInterval: everyMs });
  const trust = useStored(logTrust);
  const shown = shownHead(head);
  const compared = useQuery({
    queryKey: [...COMPARED, shown?.note],
    enabled: shown !== null,
    staleTime: Infinity,
    // Keeps the previous result until the new head is compared.
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
