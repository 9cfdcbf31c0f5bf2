import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { cancelOwnRecovery, useOwnRecovery } from '../api/calls.ts';
import { RecoveryProgress } from './recovery-progress.tsx';
import styles from './recovery.module.css';

/** Warns a logged-in customer of a request to remove the second factor. Renders nothing without one. */
export function RecoveryNotice() {
  const { t } = useTranslation('recovery');
  const { data: recovery } = useOwnRecovery();
  const [asking, setAsking] = useState(false);
  const { busy, submit } = useSubmit(cancelOwnRecovery, {
    onDone: () => showToast(t('stop.done'), 'good'),
    onFailed: showRefusal,
  });
  if (!recovery || (recovery.state !== 'under_review' && recovery.state !== 'waiting')) return null;
  return (
    <Card className="stack-4 cols-1">
      <p className={styles['warn']}>{t('notice')}</p>
      <RecoveryProgress recovery={recovery} />
      <Button block tone="danger" busy={busy} onClick={() => setAsking(true)}>
        {t('stop.submit')}
      </Button>
      <Confirm
        open={asking}
        title={t('stop.submit')}
        confirmLabel={t('stop.submit')}
        tone="danger"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void submit();
        }}
      >
        {t('stop.text')}
      </Confirm>
    </Card>
  );
}
