import { useTranslation } from '#i18n/use-translation.ts';
import { useAppConfig } from '#lib/app-config.ts';
import styles from './demo-mark.module.css';

/** Says on every page that this is a demo. */
export function DemoMark() {
  const { t } = useTranslation('common');
  const config = useAppConfig();
  if (config?.mode !== 'demo') return null;
  return (
    <span className={styles['mark']} title={t('demo.explain')}>
      {t('demo.mark')}
    </span>
  );
}
