import {
  BadgeCheck,
  Bell,
  ChartCandlestick,
  Coins,
  Flame,
  Gift,
  Rocket,
  ShieldCheck,
  Sprout,
  Timer,
  Vault,
  type LucideIcon,
} from 'lucide-react';
import type { WireHelpArticle } from '@tallystick/protocol';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './help.module.css';

type Category = WireHelpArticle['category'];

const ICONS: Readonly<Record<Category, LucideIcon>> = {
  start: Sprout,
  security: ShieldCheck,
  funds: Coins,
  spot: ChartCandlestick,
  contract: Flame,
  option: Timer,
  trust: Vault,
  launch: Rocket,
  proof: BadgeCheck,
  referral: Gift,
  app: Bell,
};

/** All groups, in the help centre's order. */
export const CATEGORIES = Object.keys(ICONS) as readonly Category[];

/** The groups as tiles. */
export function Categories() {
  const { t } = useTranslation('help');
  return (
    <ul className={styles['tiles']} aria-label={t('allArticles')}>
      {CATEGORIES.map(category => {
        const Icon = ICONS[category];
        return (
          <li key={category}>
            <Link to={paths.helpList.getHref({ category })} className={`${styles['tile']} raised`}>
              <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
              <span>{t(`category.${category}`)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
