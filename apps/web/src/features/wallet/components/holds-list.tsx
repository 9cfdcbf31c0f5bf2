import {
  ArrowUpFromLine,
  ChartCandlestick,
  ClipboardList,
  Lock,
  Timer,
  Rocket,
  PiggyBank,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { CallOutput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import styles from './holds-list.module.css';
import { exact } from './exact.ts';

type Hold = CallOutput<'POST wallet/detail'>['holds'][number];

const ICONS: Readonly<Record<Hold['kind'], LucideIcon>> = {
  order: ClipboardList,
  withdrawal: ArrowUpFromLine,
  position: ChartCandlestick,
  position_order: ClipboardList,
  trust: PiggyBank,
  launch: Rocket,
  option: Timer,
  locked: Lock,
  rebate: UserPlus,
};

/** All holds of a balance with their amounts. Their sum is the frozen amount plus escrow. */
export function HoldsList({
  holds,
  code,
  masked,
}: {
  readonly holds: readonly Hold[];
  readonly code: string;
  readonly masked: boolean;
}) {
  const { t } = useTranslation('wallet');
  return (
    <ul className={styles['holds']}>
      {holds.map(({ kind, reference, label, amount, at_ms }) => {
        const Icon = ICONS[kind];
        return (
          <li key={reference} className={styles['hold']}>
            <Icon size={17} strokeWidth={1.7} className="warn" aria-hidden="true" />
            <span className={styles['main']}>
              <span>{t(`holds.${kind}`, { label })}</span>
              <span className="note">
                #{reference.replace(/^\w+:/, '')} ·{' '}
                {t('holds.since', { time: formatDate(at_ms, 'dayMinute') })}
              </span>
            </span>
            <span className="text-end text-13 weight-600">
              {exact(amount, masked)} {code}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
