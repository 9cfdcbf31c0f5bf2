import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentSession, endSession } from '#lib/session.ts';

/**
 * Runs an action that ends all sessions, including this one, then shows the login page with the reason. The server
 * may report the end before the answer arrives. A customer who has logged in again by then stays logged in.
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
