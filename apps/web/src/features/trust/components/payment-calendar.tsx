import { CalendarDays } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';
import { useTrustCalendar } from '../api/trust.ts';

/** What comes when, day by day. */
export function PaymentCalendar() {
  const { t } = useTranslation('trust');
  const { data, error, refetch } = useTrustCalendar();
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={6} />;
  }
  if (data.items.length === 0) {
    return <EmptyState icon={<CalendarDays size={26} strokeWidth={1.6} />} title={t('calendar.none')} />;
  }
  return (
    <List label={t('calendar.title')}>
      {data.items.map(({ at_ms: atMs, currency, interest, principal }) => (
        <Row
          key={`${atMs}:${currency.id}`}
          icon={<CoinIcon symbol={currency.code} size={24} />}
          title={formatDate(atMs, 'dayMinute')}
          detail={
            principal === '0'
              ? t('calendar.interest')
              : `${t('calendar.interest')} ${t('calendar.principal', {
                  amount: formatDecimal(principal),
                  currency: currency.code,
                })}`
          }
          value={
            <span className="up">
              {formatDecimal(interest, { sign: 'always' })} {currency.code}
            </span>
          }
        />
      ))}
    </List>
  );
}
