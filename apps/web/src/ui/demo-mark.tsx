import { useSyncExternalStore } from 'react';
import { HOUR_MS } from '@tallystick/core/durations';
import { useTranslation } from '#i18n/use-translation.ts';
import { useAppConfig } from '#lib/app-config.ts';
import { DemoLabel } from '#ui/demo-label.tsx';
import { clockAdvanced, clockAheadMs } from '#lib/server-clock.ts';
import styles from './demo-mark.module.css';

/** Shows on every page that this is a demo, and how far its clock is ahead of the real time. */
export function DemoMark() {
  const { t } = useTranslation('common');
  const config = useAppConfig();
  const hours = Math.floor(useSyncExternalStore(clockAdvanced.listen, clockAheadMs) / HOUR_MS);
  if (config?.mode !== 'demo') return null;
  if (hours === 0) return <DemoLabel title={t('demo.explain')} />;
  const ahead =
    hours < 24 ? t('demo.hours', { count: hours }) : t('demo.days', { count: Math.floor(hours / 24) });
  return (
    <DemoLabel className={styles['mark']} title={`${t('demo.explain')} ${t('demo.ahead')}`}>
      {' '}
      <span className={styles['ahead']}>{ahead}</span>
    </DemoLabel>
  );
}
