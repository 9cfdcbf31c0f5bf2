import type { WireIdentity } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './rejection.module.css';

export interface RejectionProps {
  readonly level: WireIdentity['basic'] | WireIdentity['advanced'];
}

/** Why a level was rejected, and what to do again. Renders nothing in other states. */
export function Rejection({ level }: RejectionProps) {
  const { t } = useTranslation('identity');
  const { state, reason, note, redo } = level;
  if (state !== 'rejected') return null;
  return (
    <div className={styles['rejection']}>
      {reason ? <p className={styles['reason']}>{t(`reasons.${reason}`)}</p> : null}
      {note ? <p className="break-anywhere">{t('rejection.note', { note })}</p> : null}
      <p className={styles['title']}>{t('rejection.title')}</p>
      <ul className={styles['redo']}>
        {redo.map(field => (
          <li key={field}>{t(`fields.${field}`)}</li>
        ))}
      </ul>
      <p>{t('rejection.kept')}</p>
    </div>
  );
}
