import { Bell, Mail } from 'lucide-react';
import type { WireNotice } from '@tallystick/protocol';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import styles from './notice-list.module.css';

/** Notices as cards that lead to their text. */
export function NoticeList({ notices }: { readonly notices: readonly WireNotice[] }) {
  const { t } = useTranslation('notice');
  return (
    <ul className={styles['list']}>
      {notices.map(({ id, kind, title, summary, published_at_ms, unread }) => (
        <li key={id}>
          <Link to={paths.notice.getHref({ id })} className={`${styles['card']} raised`}>
            <span className={styles['icon']} aria-hidden="true">
              {kind === 'announcement' ? <Bell size={18} /> : <Mail size={18} />}
            </span>
            <span className={styles['main']}>
              <span className={styles['title']}>
                {title}
                {unread ? (
                  <span className={styles['unread']}>
                    <span className="visually-hidden">{t('unread')}</span>
                  </span>
                ) : null}
              </span>
              <span className={styles['summary']}>{summary}</span>
              <time className={styles['time']} dateTime={new Date(published_at_ms).toISOString()}>
                {formatDate(published_at_ms, 'dayMinute')}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
