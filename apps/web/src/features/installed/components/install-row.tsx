import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Row } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { install, isApplePhone, isStandalone, useCanInstall } from '../model/install-offer.ts';
import styles from './install-row.module.css';

const STEPS = ['share', 'add', 'open'] as const;

/** Installs the app, or explains how. Renders nothing if that is impossible or already done. */
export function InstallRow() {
  const { t } = useTranslation('installed');
  const canInstall = useCanInstall();
  const [explaining, setExplaining] = useState(false);
  const byHand = !canInstall && isApplePhone();
  if (isStandalone() || (!canInstall && !byHand)) return null;
  return (
    <>
      <Row
        icon={<MonitorSmartphone size={19} strokeWidth={1.7} aria-hidden />}
        title={t('install.title')}
        onClick={() => {
          if (byHand) setExplaining(true);
          else void install();
        }}
      />
      <Sheet open={explaining} onClose={() => setExplaining(false)} title={t('install.title')}>
        <ol className={styles['steps']}>
          {STEPS.map((step, index) => (
            <li key={step} className={styles['step']}>
              <span className={styles['number']} aria-hidden="true">
                {index + 1}
              </span>
              {t(`apple.${step}`)}
            </li>
          ))}
        </ol>
      </Sheet>
    </>
  );
}
