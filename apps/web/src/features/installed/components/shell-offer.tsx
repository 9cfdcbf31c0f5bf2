import { Download, RefreshCw, X } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useAnythingUnderWay } from '#lib/under-way.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { takeNewVersion } from '../api/worker.ts';
import { answerInstall, install } from '../model/install-offer.ts';
import styles from './shell-offer.module.css';

/** A card above the tabs that never blocks the page: offers a new version or the installation. */
export function ShellOffer({
  kind,
  onClose,
}: {
  readonly kind: 'version' | 'install';
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['installed', 'common']);
  const isBusy = useAnythingUnderWay();
  const isVersion = kind === 'version';
  const Icon = isVersion ? RefreshCw : Download;
  const close = () => {
    if (!isVersion) answerInstall();
    onClose();
  };
  return (
    <aside className={`${styles['card']} raised`} aria-label={t(`${kind}.title`)}>
      <Icon size={22} strokeWidth={1.7} className={styles['icon']} aria-hidden="true" />
      <div className="grow">
        <output className="weight-650">{t(`${kind}.title`)}</output>
        <p className={styles['text']}>{isVersion && isBusy ? t('version.busy') : t(`${kind}.text`)}</p>
        <div className="flex-2 wrap mt-3">
          <Button
            size="small"
            disabled={isVersion && isBusy}
            onClick={() => {
              if (isVersion) takeNewVersion();
              else void install();
            }}
          >
            {t(`${kind}.act`)}
          </Button>
          <Button size="small" tone="plain" onClick={close}>
            {t('later')}
          </Button>
        </div>
      </div>
      <IconButton label={t('common:actions.close')} onClick={close}>
        <X size={18} />
      </IconButton>
    </aside>
  );
}
