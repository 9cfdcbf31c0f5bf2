import { useQuery, useQueryClient } from '@tanstack/react-query';
import { publicLogTrust, type PublicLogTrust } from '#lib/public-log-trust.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useStored } from '#lib/stored-store.ts';
import { fetchPublicGrowth, publicHeadQuery, type PublicHead } from '../api/public-log.ts';
import { comparePublic, type ComparedPublic, type ShownPublicHead } from '../model/compare-public.ts';

export interface PublicWatch {
  readonly shown: PublicHead | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** The newest head this device trusts; null before the first. */
  readonly trust: PublicLogTrust | null;
  /** `checking` until the current head has been compared. */
  readonly state: 'checking' | ComparedPublic['kind'];
  readonly problem: string | null;
  /** How many of this device's witnesses have signed the newest head. */
  readonly cosigned: number;
  /** The newest head as its signature covers it; null until it is compared. */
  readonly newest: ComparedPublic['newest'];
  /** Trusts the current log and its witnesses from now on, forgetting the old ones. */
  readonly forget: () => void;
}

const COMPARED = ['public-log', 'compared'] as const;

function headOf(shown: PublicHead | undefined): ShownPublicHead | null {
  if (shown === undefined || shown.head.newest === null) return null;
  const { origin, newest, trusted, witnesses, need } = shown.head;
  return {
    origin,
    keys: shown.keys,
    newest: newest.note,
    trusted: trusted?.note ?? null,
    witnesses: witnesses.map(({ key }) => key),
    need,
  };
}

/** Compares each new head of the public log with what this device has seen, and counts its witnesses. */
export function usePublicWatch(everyMs = 10_000): PublicWatch {
  const client = useQueryClient();
  const { data: shown, error, refetch } = useQuery({ ...publicHeadQuery, refetchInterval: everyMs });
  const trust = useStored(publicLogTrust);
  const head = headOf(shown);
  const compared = useQuery({
    queryKey: [...COMPARED, head?.newest, head?.trusted],
    enabled: head !== null,
    staleTime: Infinity,
    // Keeps the previous result until the new head is compared.
    placeholderData: before => before,
    queryFn: async () => {
      if (head === null) throw new Error('there is no head to compare');
      const found = await comparePublic(publicLogTrust.read(), head, fetchPublicGrowth, serverClock.now());
      if (found.trust !== null) publicLogTrust.change(() => found.trust);
      return found;
    },
  });
  const found = compared.data;
  return {
    shown,
    error: error ?? compared.error,
    retry: () => void Promise.all([refetch(), compared.refetch()]),
    trust,
    state: found?.kind ?? 'checking',
    problem: found?.problem ?? null,
    cosigned: found?.cosigned ?? 0,
    newest: found?.newest ?? null,
    forget: () => {
      publicLogTrust.change(() => null);
      client.removeQueries({ queryKey: COMPARED });
      void refetch();
    },
  };
}
