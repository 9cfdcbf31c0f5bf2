import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentSession, endSession } from '#lib/session.ts';

/**
 * Does what ends every session of the customer, this one among them, then asks to log in and says why. The server may
 * have told of the end before the answer came; and whoever has logged in again by then stays logged in.
 */
export function useEndSessions(done: string): (action: () => Promise<void>) => Promise<void> {
  const navigate = useNavigate();
  return async action => {
    const before = currentSession();
    await action();
    const now = currentSession();
    if (now !== undefined && now.token !== before?.token) return;
    endSession();
    queryClient.clear();
    void navigate(paths.login.getHref(), { replace: true, state: { reason: done } });
  };
}
