import { Bell, Mail } from 'lucide-react';
import type { WireNotice } from '@tallystick/protocol';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { formatDate } from '#ui/format.ts';
import styles from './notice-list.module.css';

/** Notices as cards that lead to their text. */
export function NoticeList({ notices }: { readonly notices: readonly WireNotice[] }) {
  return (
    <ul className={styles['list']}>
      {notices.map(({ id, kind, title, summary, published_at_ms }) => (
        <li key={id}>
          <Link to={paths.notice.getHref({ id })} className={`${styles['card']} raised`}>
            <span className={styles['icon']} aria-hidden="true">
              {kind === 'announcement' ? <Bell size={18} /> : <Mail size={18} />}
            </span>
            <span className={styles['main']}>
              <span className={styles['title']}>{title}</span>
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
