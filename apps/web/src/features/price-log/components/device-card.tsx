import { MonitorSmartphone, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatAge } from '#ui/format-time.ts';
import styles from './log-view.module.css';
import type { LogWatch } from './use-log-watch.ts';

/** Whether this device was ever shown a different log, which only the device itself can know. */
export function DeviceCard({ watch }: { readonly watch: LogWatch }) {
  const { t } = useTranslation('prices');
  const { state, trust, problem, head, forget } = watch;
  const nowMs = useServerNow(1000);
  const [asking, setAsking] = useState(false);
  if (state === 'alarm') {
    return (
      <Card className={styles['part']} role="alert" data-alarm>
        <h2 className={styles['heading']}>
          <ShieldAlert size={18} aria-hidden="true" /> {t('device.alarm')}
        </h2>
        <p className={styles['text']}>{t(`problem.${problem as 'not_consistent'}`)}</p>
        <p className={styles['text']}>{t('device.alarmText')}</p>
        <CopyBox label={t('device.before')} text={trust?.note ?? ''} />
        <CopyBox label={t('device.now')} text={head?.checkpoint?.note ?? ''} />
        <Button tone="quiet" size="small" onClick={() => setAsking(true)}>
          {t('device.forget')}
        </Button>
        <Confirm
          open={asking}
          title={t('device.forget')}
          confirmLabel={t('device.forget')}
          tone="danger"
          onConfirm={() => {
            setAsking(false);
            forget();
          }}
          onClose={() => setAsking(false)}
        >
          {t('device.forgetText')}
        </Confirm>
      </Card>
    );
  }
  const compared = trust?.comparedAtMs ?? null;
  const text =
    state === 'checking'
      ? t('device.checking')
      : compared === null
        ? t('device.first')
        : t('device.same', { age: formatAge(compared, nowMs) });
  return (
    <Card className={styles['part']} data-device={state}>
      <h2 className={styles['heading']}>
        <MonitorSmartphone size={18} aria-hidden="true" /> {t('device.title')}
      </h2>
      <p className={styles['text']}>{text}</p>
    </Card>
  );
}
