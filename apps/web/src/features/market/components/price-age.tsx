import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { serverClock } from '#lib/server-clock.ts';
import { formatDuration } from '#ui/format-time.ts';
import styles from './price-age.module.css';

/** The age of a price that no source confirms any more, by the server's clock. */
export function PriceAge({ atMs }: { readonly atMs: number }) {
  const { t } = useTranslation('market');
  const [nowMs, setNowMs] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverClock.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles['age']} title={t('stale.explain')}>
      <Clock size={12} aria-hidden="true" />
      {t('stale.age', { age: formatDuration(nowMs - atMs) })}
    </span>
  );
}
