import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { formatAge } from '#ui/format.ts';
import { cx } from '#ui/class-names.ts';
import styles from './log-verified.module.css';
import { useLogWatch } from './use-log-watch.ts';

const EVERY_MS = 60_000;

/** When this device last found that the log only grew; nothing until it has. */
export function LogVerified({ href }: { readonly href: string }) {
  const { t } = useTranslation('proof');
  const { state, trust } = useLogWatch(EVERY_MS);
  const nowMs = useServerNow(1000);
  const comparedAtMs = trust?.comparedAtMs ?? null;
  const isAlarm = state === 'alarm';
  if (!isAlarm && comparedAtMs === null) return null;
  const Icon = isAlarm ? ShieldAlert : ShieldCheck;
  return (
    <Link to={href} className={cx(styles['strip'], 'raised')} data-state={state}>
      <Icon size={20} className={styles['icon']} aria-hidden="true" />
      <span className={styles['words']}>
        <span className={styles['title']}>
          {isAlarm ? t('strip.alarm') : t('strip.verified', { age: formatAge(comparedAtMs ?? 0, nowMs) })}
        </span>
        <span className={styles['text']}>{t('strip.text')}</span>
      </span>
      <ChevronRight size={18} className={styles['chevron']} aria-hidden="true" />
    </Link>
  );
}
