import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { ErrorState, Skeleton, SkeletonRows } from '#ui/states.tsx';
import styles from './page-loading.module.css';

const SHOW_AFTER_MS = 200;
const GIVE_UP_AFTER_MS = 60_000;

/** Nothing for 200 ms (most pages have loaded by then), then a placeholder, after a minute an error. */
export function PageLoading() {
  const { t } = useTranslation('common');
  const [phase, setPhase] = useState<'waiting' | 'loading' | 'failed'>('waiting');
  useEffect(() => {
    const show = setTimeout(() => setPhase('loading'), SHOW_AFTER_MS);
    const fail = setTimeout(() => setPhase('failed'), GIVE_UP_AFTER_MS);
    return () => {
      clearTimeout(show);
      clearTimeout(fail);
    };
  }, []);

  if (phase === 'waiting') return <div className={styles['page']} />;
  if (phase === 'failed') {
    return (
      <div className={styles['page']}>
        <ErrorState title={t('states.slow')} onRetry={() => window.location.reload()} />
        <p className={styles['note']}>{t('states.slowText')}</p>
      </div>
    );
  }
  return (
    <div className={styles['page']}>
      <div className={styles['bar']}>
        <Skeleton width={120} height={18} />
      </div>
      <Skeleton height={112} radius={14} className={styles['block']!} />
      <SkeletonRows count={5} />
    </div>
  );
}
