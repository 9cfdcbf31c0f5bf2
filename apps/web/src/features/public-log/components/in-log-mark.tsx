import { BadgeCheck, CircleDashed, CircleX } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import type { InLog } from '../model/check-record.ts';
import styles from './public-log.module.css';

/** Whether what is shown is part of the log as this device knows it. `size`: of the head it trusts. */
export function InLogMark({ state, size }: { readonly state: InLog; readonly size: number }) {
  const { t } = useTranslation('records');
  if (state === 'wrong') {
    return (
      <p className={styles['mark']} data-good="false" role="alert">
        <CircleX size={18} aria-hidden="true" /> {t('verdict.wrong')}
      </p>
    );
  }
  if (state === 'right') {
    return (
      <output className={styles['mark']} data-good="true">
        <BadgeCheck size={18} aria-hidden="true" />{' '}
        {t('verdict.right', { size: formatDecimal(String(size)) })}
      </output>
    );
  }
  return (
    <output className={styles['mark']} data-good="unknown">
      <CircleDashed size={18} aria-hidden="true" />{' '}
      {t(state === 'checking' ? 'state.checking' : 'verdict.waiting')}
    </output>
  );
}
