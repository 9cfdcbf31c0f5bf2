import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { reachability } from '#lib/api-client.ts';
import { queryClient } from '#lib/query-client.ts';
import { sessionLost } from '#lib/session.ts';
import { showToast } from '#ui/toast.ts';
import { paths } from '../../lib/paths.ts';
import { useLoginRedirect } from './login-guard.tsx';
import { staysOpen } from './stays-open.ts';

/** When the session has ended (type 999): shows the reason and the login page, which returns to the present page. */
export function SessionWatch() {
  const { t } = useTranslation('common');
  const redirect = useLoginRedirect();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(
    () =>
      sessionLost.listen(message => {
        const reason = message || t('guard.sessionEnded');
        queryClient.clear();
        if (pathname === paths.login.path) showToast(reason, 'bad');
        else redirect({ reason, replace: true });
      }),
    [pathname, redirect, t],
  );

  useEffect(
    () =>
      reachability.listen(state => {
        if (state === 'maintenance' && !staysOpen(pathname)) {
          void navigate(paths.maintenance.getHref(), { replace: true, state: { from: pathname } });
        }
      }),
    [pathname, navigate],
  );
  return null;
}
