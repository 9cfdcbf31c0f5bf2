import { BookOpen, CalendarDays, Rocket, PiggyBank, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './trust-actions.module.css';

/** Ways on from the overview. */
export function TrustActions() {
  const { t } = useTranslation('trust');
  const ways: readonly (readonly [to: string, label: string, icon: LucideIcon])[] = [
    [paths.trustOrders.getHref(), t('go.orders'), PiggyBank],
    [paths.trustOrders.getHref({ state: 'calendar' }), t('orders.calendar'), CalendarDays],
    [paths.trustRules.getHref(), t('go.rules'), BookOpen],
    [paths.launches.getHref(), t('go.launches'), Rocket],
  ];
  return (
    <ul className={styles['ways']}>
      {ways.map(([to, label, Icon]) => (
        <li key={to}>
          <Link className={styles['way']} to={to}>
            <span className={styles['disc']} aria-hidden="true">
              <Icon size={21} strokeWidth={1.7} />
            </span>
            <span className="caption">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
