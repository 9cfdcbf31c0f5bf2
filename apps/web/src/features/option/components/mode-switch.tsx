import { FlaskConical } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import type { Mode } from '../model/ticket.ts';
import styles from './mode-switch.module.css';

/** Real money or practice; lists, balances and results are separate. */
export function ModeSwitch({
  mode,
  onChange,
}: {
  readonly mode: Mode;
  readonly onChange: (mode: Mode) => void;
}) {
  const { t } = useTranslation('option');
  return (
    <Segmented
      label={t('mode.label')}
      value={mode}
      onChange={onChange}
      className={styles['switch']}
      choices={[
        { value: 'real', label: t('mode.real') },
        { value: 'practice', label: t('mode.practice') },
      ]}
    />
  );
}

/** Badge for everything without real money. */
export function PracticeMark() {
  const { t } = useTranslation('option');
  return (
    <span className={styles['mark']}>
      <FlaskConical size={12} aria-hidden="true" />
      {t('practice.mark')}
    </span>
  );
}
