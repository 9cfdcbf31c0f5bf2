import { Wrench } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { safeBackPage } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';

const CHECK_EVERY_MS = 15_000;

/** Shown while the exchange is closed; returns to the earlier page once it is open. */
export function Page() {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : undefined;
  const [checking, setChecking] = useState(false);

  const check = useCallback(() => {
    setChecking(true);
    // A call that is refused during maintenance; the app's configuration is not.
    callApi('POST get/lang', {})
      .then(
        () => navigate(safeBackPage(from), { replace: true }),
        // Still closed: the timer checks again.
        () => undefined,
      )
      .finally(() => setChecking(false));
  }, [from, navigate]);

  useEffect(() => {
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [check]);

  return (
    <Frame title={t('brand')} left={null} width="narrow">
      <EmptyState
        icon={<Wrench size={26} strokeWidth={1.6} />}
        title={t('maintenance.title')}
        action={
          <Button tone="quiet" busy={checking} onClick={check}>
            {t('maintenance.check')}
          </Button>
        }
      >
        {t('maintenance.text')}
      </EmptyState>
    </Frame>
  );
}
