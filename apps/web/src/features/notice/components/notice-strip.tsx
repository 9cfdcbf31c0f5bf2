import { ChevronRight, Megaphone } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Skeleton } from '#ui/states.tsx';
import { useLatestNotice } from '../api/calls.ts';
import styles from './notice-strip.module.css';

/** The newest notice on one line. Without one, or if loading fails, a link to the list stays. */
export function NoticeStrip() {
  const { t } = useTranslation('notice');
  const { data, isPending } = useLatestNotice();
  const latest = data?.latest;
  return (
    <Link
      to={latest ? paths.notice.getHref({ id: latest.id }) : paths.notices.getHref()}
      className={`${styles['strip']} raised`}
    >
      <Megaphone size={17} strokeWidth={1.8} className="flex-none accent" aria-hidden="true" />
      <span className="grow break-anywhere soft">
        {isPending ? <Skeleton width="70%" height={12} /> : (latest?.title ?? t('title'))}
      </span>
      <ChevronRight size={16} className="flex-none quiet" aria-hidden="true" />
    </Link>
  );
}
