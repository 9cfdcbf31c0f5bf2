import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { safeBackPage, type BackType } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { currentSession } from '#lib/session.ts';

export interface AfterLogin {
  /** The login pages' own query, to hand on from one to the next. */
  readonly query: { readonly backpage?: string; readonly backtype?: BackType };
  /** Goes where the customer wanted to go before logging in; home if nowhere. */
  readonly proceed: () => void;
}

/** The way on from the account pages. Whoever is logged in already goes on at once. */
export function useAfterLogin(): AfterLogin {
  const [search] = useSearchParams();
  const goOn = useGoOn();
  const backpage = search.get('backpage') ?? undefined;
  const backtype: BackType = search.get('backtype') === '2' ? '2' : '1';
  const proceed = useCallback(() => {
    goOn(safeBackPage(backpage), { replace: true });
  }, [goOn, backpage]);

  const wasLoggedIn = useRef(currentSession() !== undefined);
  useEffect(() => {
    if (wasLoggedIn.current) proceed();
  }, [proceed]);

  return { query: backpage ? { backpage, backtype } : {}, proceed };
}
