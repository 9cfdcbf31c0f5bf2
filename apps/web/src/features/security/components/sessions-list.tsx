import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDate } from '#ui/format.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { endSession, useSessions, type OpenSession } from '../api/security.ts';
import { deviceName } from '../../../lib/device-name.ts';

/** The customer's sessions, which can be ended one by one or all others at once. */
export function SessionsList() {
  const { t } = useTranslation('security');
  const { data, error, refetch } = useSessions();
  const [asked, setAsked] = useState<OpenSession | 'others' | undefined>(undefined);
  const { busy, submit } = useSubmit(endSession, {
    onDone: () => showToast(t('sessions.ended'), 'good'),
    onFailed: showRefusal,
  });
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={2} />} />;

  const end = async () => {
    await submit(asked === 'others' ? undefined : asked?.id);
    setAsked(undefined);
  };
  return (
    <>
      <List label={t('sessions.title')}>
        {data.map(session => (
          <Row
            key={session.id}
            icon={<MonitorSmartphone size={19} strokeWidth={1.7} aria-hidden="true" />}
            title={deviceName(session.device)}
            detail={`${session.address} · ${formatDate(session.last_seen_at_ms, 'dayMinute')}`}
            {...(session.current
              ? { value: t('sessions.current') }
              : {
                  action: (
                    <Button tone="quiet" size="small" onClick={() => setAsked(session)}>
                      {t('sessions.end')}
                    </Button>
                  ),
                })}
          />
        ))}
      </List>
      {data.length > 1 ? (
        <div className="mt-3">
          <Button block tone="quiet" onClick={() => setAsked('others')}>
            {t('sessions.endAll')}
          </Button>
        </div>
      ) : null}
      <Confirm
        open={asked !== undefined}
        title={t(asked === 'others' ? 'sessions.endAll' : 'sessions.end')}
        confirmLabel={t('sessions.end')}
        tone="danger"
        busy={busy}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void end()}
      >
        {asked === 'others' || asked === undefined ? t('sessions.endAllText') : deviceName(asked.device)}
      </Confirm>
    </>
  );
}
