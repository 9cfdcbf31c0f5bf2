import { Copy } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import styles from './recovery-codes.module.css';

/** Shown once: the server stores them so that they cannot be read back. */
export function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) {
  const { t } = useTranslation(['security', 'common']);
  const copy = () => {
    void copyText(codes.join('\n')).then(done =>
      showToast(t(done ? 'common:states.copied' : 'common:states.copyFailed'), done ? 'good' : 'bad'),
    );
  };
  return (
    <div className="stack-3">
      <p className="soft text-13">{t('recovery.text')}</p>
      <ul className={styles['codes']} aria-label={t('recovery.title')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button block tone="quiet" icon={<Copy size={16} aria-hidden="true" />} onClick={copy}>
        {t('recovery.copy')}
      </Button>
      <Button block onClick={onKept}>
        {t('recovery.kept')}
      </Button>
    </div>
  );
}
