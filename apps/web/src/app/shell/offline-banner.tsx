import { CloudOff } from 'lucide-react';
import { DAY_MS } from '@tallystick/core/durations';
import { useTranslation } from '#i18n/use-translation.ts';
import { serverLostAtMs, useConnectivity } from '#realtime/connectivity.ts';
import { useShownSince } from '#lib/shown-since.ts';
import { formatDate } from '#ui/format.ts';
import styles from './offline-banner.module.css';

/** Shows that the data on screen may be old, and how old: no network, or a server that does not answer. */
export function OfflineBanner() {
  const { t } = useTranslation('common');
  const reach = useConnectivity();
  const shownSinceMs = useShownSince();
  if (reach === 'online' && shownSinceMs === undefined) return null;
  const atMs = shownSinceMs ?? serverLostAtMs();
  return (
    <output className={styles['banner']}>
      <CloudOff size={16} aria-hidden="true" />
      <span>
        {reach === 'offline' ? t('states.offline') : t('states.unreachable')}
        {atMs === undefined ? null : ` ${t('states.asOf', { time: momentOf(atMs) })}`}
      </span>
    </output>
  );
}

/** Only the time if it is today. */
function momentOf(atMs: number): string {
  return formatDate(atMs, Date.now() - atMs < DAY_MS / 2 ? 'minute' : 'dayMinute');
}
