import {
  BadgeCheck,
  Gift,
  LifeBuoy,
  ReceiptText,
  Repeat2,
  Rocket,
  Scale,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './quick-entries.module.css';

type Key = 'option' | 'launch' | 'convert' | 'referral' | 'proof' | 'records' | 'verify' | 'help';

interface Entry {
  readonly key: Key;
  readonly icon: LucideIcon;
  readonly to: string;
}

const ENTRIES: readonly Entry[] = [
  { key: 'option', icon: Timer, to: paths.option.getHref() },
  { key: 'launch', icon: Rocket, to: paths.launches.getHref() },
  { key: 'convert', icon: Repeat2, to: paths.convert.getHref() },
  { key: 'referral', icon: Gift, to: paths.promotion.getHref() },
  { key: 'proof', icon: Scale, to: paths.proof.getHref() },
  { key: 'records', icon: ReceiptText, to: paths.records.getHref() },
  { key: 'verify', icon: BadgeCheck, to: paths.verification.getHref() },
  { key: 'help', icon: LifeBuoy, to: paths.helpCenter.getHref() },
];

/** Short ways to what the tabs do not show. */
export function QuickEntries() {
  const { t } = useTranslation('home');
  return (
    <nav aria-label={t('quick.label')}>
      <ul className={styles['entries']}>
        {ENTRIES.map(({ key, icon: Icon, to }) => (
          <li key={key}>
            <Link to={to} className={styles['entry']}>
              <span className={styles['disc']}>
                <Icon size={20} strokeWidth={1.8} aria-hidden="true" />
              </span>
              <span className="caption">{t(`quick.${key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
