import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { formatAge } from '#ui/format-time.ts';
import { cx } from '#ui/class-names.ts';
import styles from './log-verified.module.css';
import { useLogWatch } from './use-log-watch.ts';

const EVERY_MS = 60_000;

export interface LogVerifiedProps {
  readonly href: string;
  /** `once-compared`: nothing until there is a result; `alarm`: only alarms. */
  readonly shows?: 'always' | 'once-compared' | 'alarm';
}

/** When this device last verified that the log was only appended to. */
export function LogVerified({ href, shows = 'once-compared' }: LogVerifiedProps) {
  const { t } = useTranslation('prices');
  const { state, trust } = useLogWatch(EVERY_MS);
  const nowMs = useServerNow(1000);
  const comparedAtMs = trust?.comparedAtMs ?? null;
  const isAlarm = state === 'alarm';
  if (!isAlarm && (shows === 'alarm' || (shows === 'once-compared' && comparedAtMs === null))) return null;
  const Icon = isAlarm ? ShieldAlert : ShieldCheck;
  return (
    <Link to={href} className={cx(styles['strip'], 'raised')} data-state={state}>
      <Icon size={20} className={styles['icon']} aria-hidden="true" />
      <span className="grow stack-tight">
        <span className={styles['title']}>
          {isAlarm
            ? t('strip.alarm')
            : comparedAtMs === null
              ? t('strip.first')
              : t('strip.verified', { age: formatAge(comparedAtMs, nowMs) })}
        </span>
        <span className={styles['text']}>
          {isAlarm || comparedAtMs !== null
            ? t('strip.text')
            : t(state === 'checking' ? 'device.checking' : 'device.first')}
        </span>
      </span>
      <ChevronRight size={18} className="quiet" aria-hidden="true" />
    </Link>
  );
}
