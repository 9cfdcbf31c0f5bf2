import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { safeBackPage, type BackType } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { currentSession } from '#lib/session.ts';

export interface AfterLogin {
  /** The query string to pass on between login pages. */
  readonly query: { readonly backpage?: string; readonly backtype?: BackType };
  /** Goes to the page the customer wanted before logging in, else home. */
  readonly proceed: () => void;
}

/** Navigation after the account pages. A logged-in customer goes on at once. */
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
