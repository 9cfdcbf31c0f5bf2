import { CalendarDays, ChevronDown } from 'lucide-react';
import type { WireTrustPaymentDay } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { useTrustCalendar } from '../api/trust.ts';
import { paymentMonths } from '../model/calendar.ts';
import styles from './payment-calendar.module.css';

/** Months open at first, as a year of daily payments is long. */
const OPEN_MONTHS = 2;

/** Expected payments by day and month. */
export function PaymentCalendar() {
  const { t } = useTranslation('trust');
  const { data, error, refetch } = useTrustCalendar();
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />;
  if (data.items.length === 0) {
    return <EmptyState icon={<CalendarDays size={26} strokeWidth={1.6} />} title={t('calendar.none')} />;
  }
  return (
    <div className="stack-3 cols-1">
      {paymentMonths(data.items, atMs => formatDate(atMs, 'month')).map(({ name, days, sums }, index) => (
        <details key={name} open={index < OPEN_MONTHS}>
          <summary className={styles['month']}>
            <h2>{name}</h2>
            <span className={styles['sum']}>
              {sums
                .map(({ code, interest }) => `${formatDecimal(interest, { sign: 'always' })} ${code}`)
                .join(' · ')}
            </span>
            <ChevronDown size={18} className={styles['chevron']} aria-hidden="true" />
          </summary>
          <List label={`${t('calendar.title')}, ${name}`}>
            {days.map(day => (
              <PaymentRow key={`${day.at_ms}:${day.currency.id}`} day={day} />
            ))}
          </List>
        </details>
      ))}
    </div>
  );
}

function PaymentRow({
  day: { at_ms: atMs, currency, interest, principal },
}: {
  readonly day: WireTrustPaymentDay;
}) {
  const { t } = useTranslation('trust');
  const { code } = currency;
  const returned = t('calendar.principal', { amount: formatDecimal(principal), currency: code });
  return (
    <Row
      icon={<CoinIcon symbol={code} size={24} />}
      title={formatDate(atMs, 'weekday')}
      detail={`${formatDate(atMs, 'minute')} · ${t('calendar.interest')}${principal === '0' ? '' : ` ${returned}`}`}
      value={
        <span className="up">
          {formatDecimal(interest, { sign: 'always' })} {code}
        </span>
      }
    />
  );
}
