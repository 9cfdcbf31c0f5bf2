import { CloudOff } from 'lucide-react';
import { useEffect, useSyncExternalStore, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { reachability } from '#lib/api-client.ts';
import { connectionChanged } from '#realtime/connection.ts';
import styles from './offline-banner.module.css';

/** A new session opens a new connection, and phones lose theirs for moments: only a longer silence is news. */
const SILENCE_MS = 2_000;

function watchOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that what is on screen may be out of date: no network, or a server that does not answer. */
export function OfflineBanner() {
  const { t } = useTranslation('common');
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine);
  const [answered, setAnswered] = useState(true);

  useEffect(() => {
    const stopCalls = reachability.listen(state => setAnswered(state !== 'unreachable'));
    let silence: number | undefined;
    const stopSocket = connectionChanged.listen(connected => {
      window.clearTimeout(silence);
      if (connected) setAnswered(true);
      else silence = window.setTimeout(() => setAnswered(false), SILENCE_MS);
    });
    return () => {
      window.clearTimeout(silence);
      stopCalls();
      stopSocket();
    };
  }, []);

  if (online && answered) return null;
  return (
    <output className={styles['banner']}>
      <CloudOff size={16} aria-hidden="true" />
      <span>{online ? t('states.unreachable') : t('states.offline')}</span>
    </output>
  );
}
