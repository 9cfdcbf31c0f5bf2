import { ChevronRight, Snowflake } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { paths } from '../../lib/paths.ts';
import styles from './offline-banner.module.css';

/** Shown on every page except its target, which says who froze the account, until when, and how to end it. */
export function FrozenStrip() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const isFrozen = useSession()?.user.frozen === true;
  if (!isFrozen || pathname === paths.security.path) return null;
  return (
    <Link to={paths.security.getHref()} className={`${styles['banner']} ${styles['way']}`}>
      <Snowflake size={16} aria-hidden="true" />
      <span>{t('states.frozen')}</span>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  );
}
