import { useTranslation } from '#i18n/use-translation.ts';
import { APP_VERSION, useAppConfig } from '#lib/app-config.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { UNKNOWN } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import styles from './about-sheet.module.css';
import { TallyMark } from './tally-mark.tsx';

export function AboutSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const config = useAppConfig();
  const mode = config ? t(config.mode === 'demo' ? 'modeDemo' : 'modeLive') : UNKNOWN;
  return (
    <Sheet open={open} onClose={onClose} title={t('about')}>
      <div className={styles['brand']}>
        <TallyMark size={56} />
        <div className={styles['name']}>{t('common:brand')}</div>
        <p className={styles['text']}>{t('aboutText')}</p>
      </div>
      <KeyValues>
        <KeyValue label={t('version')}>{`${APP_VERSION} · ${config?.version ?? UNKNOWN}`}</KeyValue>
        <KeyValue label={t('mode')}>{mode}</KeyValue>
        <KeyValue label={t('prices')}>{config?.feed ?? UNKNOWN}</KeyValue>
      </KeyValues>
    </Sheet>
  );
}
