import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { useSession } from '#lib/session.ts';

export type MarginType = 'isolated' | 'cross';

/** How often the account's rate is asked for while it is looked at. */
const RATE_MS = 5_000;
/** Accounts of all contracts: those of one currency share one. */
const ACCOUNTS_KEY = ['lever/cross_account'] as const;

function typeQuery(marketId: number) {
  return callQuery('GET lever/margin_type', { market_id: marketId }, ['lever/margin_type', marketId]);
}

function accountQuery(marketId: number) {
  return callQuery('GET lever/cross_account', { market_id: marketId }, [...ACCOUNTS_KEY, marketId]);
}

/** What carries the customer's positions of the contract; undefined for visitors and while it is not known. */
export function useMarginType(marketId: number): MarginType | undefined {
  const session = useSession();
  const { data } = useQuery({ ...typeQuery(marketId), enabled: session !== undefined, staleTime: 0 });
  return data?.margin_type;
}

/** Returns a call that chooses it. Every place that shows it follows. */
export function useSetMarginType(marketId: number) {
  const client = useQueryClient();
  return useCallback(
    async (marginType: MarginType) => {
      const answer = await callApi('POST lever/margin_type', {
        market_id: marketId,
        margin_type: marginType,
      });
      client.setQueryData(typeQuery(marketId).queryKey, answer);
      void client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
      return answer;
    },
    [client, marketId],
  );
}

/** The account that carries cross positions of the contract's currency; undefined: there is none, or it is not known. */
export function useCrossAccount(marketId: number) {
  const session = useSession();
  const { data } = useQuery({
    ...accountQuery(marketId),
    enabled: session !== undefined,
    // Nobody without cross margin asks again.
    refetchInterval: query => (query.state.data?.account ? RATE_MS : false),
  });
  return data?.account ?? undefined;
}

/** Asks for the account again as soon as one of these has changed: after a fill, a transfer or a liquidation. */
export function useFreshCrossAccount(marketId: number, ...changes: readonly unknown[]) {
  const client = useQueryClient();
  const account = useCrossAccount(marketId);
  const carries = account !== undefined;
  const changed = changes.map(String).join(' ');
  const seen = useRef(changed);
  useEffect(() => {
    if (seen.current === changed) return;
    seen.current = changed;
    // Nobody without cross margin asks again.
    if (carries) void client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  }, [client, changed, carries]);
  return account;
}
