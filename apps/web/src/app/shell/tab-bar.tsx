import { ArrowDownUp, ChartCandlestick, House, ShieldCheck, Wallet, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { paths } from '../../lib/paths.ts';
import { preloadRoute } from '../routes.ts';
import styles from './tab-bar.module.css';

interface Tab {
  readonly key: 'home' | 'trade' | 'contract' | 'trust' | 'assets';
  readonly icon: LucideIcon;
}

const tabs: readonly Tab[] = [
  { key: 'home', icon: House },
  { key: 'trade', icon: ArrowDownUp },
  { key: 'contract', icon: ChartCandlestick },
  { key: 'trust', icon: ShieldCheck },
  { key: 'assets', icon: Wallet },
];

/** The five sections: at the bottom of phones, at the left of wide screens. */
export function TabBar({
  railOnly,
}: {
  /** Hidden on phones: not a tab page. */ readonly railOnly: boolean;
}) {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  return (
    <nav className={cx(styles['bar'], railOnly && styles['railOnly'])} aria-label={t('tabs.label')}>
      {tabs.map(({ key, icon: Icon }) => {
        const { path } = paths[key];
        // The bare address shows home.
        const selected = pathname === path || (pathname === '/' && key === 'home');
        return (
          <Link
            key={key}
            to={path}
            replace={selected}
            className={cx(styles['tab'], selected && styles['selected'])}
            aria-current={selected ? 'page' : undefined}
            onPointerDown={() => preloadRoute(path)}
          >
            <Icon size={22} strokeWidth={1.7} aria-hidden="true" />
            <span className={styles['label']}>{t(`tabs.${key}`)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
