import { useCallback, useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#lib/session.ts';
import { loginHref } from '../../lib/paths.ts';
import { createRedirectGate } from './redirect-gate.ts';

const gate = createRedirectGate();

export interface LoginRedirect {
  /** Shown on the login page: why the customer is there. */
  readonly reason?: string | undefined;
  /** Replaces the current page in the history, for pages that cannot be shown without a session. */
  readonly replace?: boolean | undefined;
}

/**
 * Sends the visitor to the login page, which returns here. Returns the milliseconds to wait if a redirect has just happened,
 * otherwise zero.
 */
export function useLoginRedirect(): (options?: LoginRedirect) => number {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    ({ reason, replace = false } = {}) => {
      const waitMs = gate.enter(performance.now());
      if (waitMs > 0) return waitMs;
      void navigate(loginHref(location.pathname, location.search), {
        replace,
        state: reason ? { reason } : null,
      });
      return 0;
    },
    [navigate, location.pathname, location.search],
  );
}

/** Wraps pages that need a session. */
export function LoginGuard({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const redirect = useLoginRedirect();
  const known = session !== undefined;
  useEffect(() => {
    if (known) return;
    const waitMs = redirect({ replace: true });
    if (waitMs === 0) return;
    // The customer came back within the second: without a retry the page would stay empty.
    const timer = setTimeout(() => redirect({ replace: true }), waitMs + 1);
    return () => clearTimeout(timer);
  }, [known, redirect]);
  return known ? children : null;
}
