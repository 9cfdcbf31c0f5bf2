import {
  BellRing,
  CandlestickChart,
  Mail,
  Megaphone,
  MessageCircle,
  ShieldCheck,
  TriangleAlert,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { WireNotice } from '@tallystick/protocol';
import type { PushTopic } from '@tallystick/protocol/push-message';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import { ListingLine } from './listing.tsx';
import styles from './notice-list.module.css';

const ICONS: Readonly<Record<PushTopic, LucideIcon>> = {
  trades: CandlestickChart,
  liquidation: TriangleAlert,
  money: Wallet,
  alerts: BellRing,
  security: ShieldCheck,
  chat: MessageCircle,
  news: Megaphone,
};

function Icon({ topic }: Pick<WireNotice, 'topic'>) {
  const Shown = topic === null ? Mail : ICONS[topic];
  return <Shown size={18} />;
}

/** Notices as cards that lead to their text. */
export function NoticeList({ notices }: { readonly notices: readonly WireNotice[] }) {
  const { t } = useTranslation('notice');
  return (
    <ul className="stack-3">
      {notices.map(({ id, topic, listing, title, summary, published_at_ms, unread }) => (
        <li key={id}>
          <Link to={paths.notice.getHref({ id })} className={`${styles['card']} raised`}>
            <span className={styles['icon']} aria-hidden="true">
              <Icon topic={topic} />
            </span>
            <span className={styles['main']}>
              <span className="weight-600">
                {title}
                {unread ? (
                  <span className={styles['unread']}>
                    <span className="visually-hidden">{t('unread')}</span>
                  </span>
                ) : null}
              </span>
              <span className={styles['summary']}>{summary}</span>
              {listing ? <ListingLine listing={listing} /> : null}
              <time className="quiet text-12" dateTime={new Date(published_at_ms).toISOString()}>
                {formatDate(published_at_ms, 'dayMinute')}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
