import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from './paths.ts';
import { useIsHere } from './use-go-on.ts';

/** The router numbers its history entries; the first page of a visit has number 0. */
function hasHistory(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && state.idx !== 0;
}

/** Goes back, or home if there is no earlier page. Does nothing if the page was left meanwhile. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return useCallback(() => {
    if (!isHere()) return;
    if (hasHistory()) void navigate(-1);
    else void navigate(paths.home.getHref(), { replace: true });
  }, [isHere, navigate]);
}
