import { Bell } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconLink } from '#ui/button.tsx';
import { useLatestNotice } from '../api/calls.ts';
import styles from './notice-bell.module.css';

/** A link to the notices, with the number of unread ones. */
export function NoticeBell() {
  const { t } = useTranslation('notice');
  const unread = useLatestNotice().data?.unread ?? 0;
  return (
    <IconLink
      to={paths.notices.getHref()}
      label={unread > 0 ? t('withUnread', { number: unread > 99 ? '99+' : unread }) : t('title')}
      className={styles['bell']}
    >
      <Bell size={20} />
      {unread > 0 ? (
        <span className={styles['count']} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </IconLink>
  );
}
