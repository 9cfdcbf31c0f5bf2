import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { dayStartMs } from '#lib/days.ts';
import { List, Row } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { goodwillQuery } from '../api/price-log.ts';
import styles from './log-view.module.css';

/** Public: goodwill payments to customers for the exchange's mistakes, in total and by day. */
export function GoodwillTotals() {
  const { t } = useTranslation('prices');
  const { data } = useQuery(goodwillQuery);
  if (data === undefined) return null;
  return (
    <section className={styles['part']}>
      <h2 className={styles['heading']}>{t('goodwill.title')}</h2>
      <p className={styles['text']}>{t('goodwill.text')}</p>
      {data.totals.length === 0 ? (
        <p className={styles['text']}>{t('goodwill.none')}</p>
      ) : (
        <>
          <List label={t('goodwill.total')}>
            {data.totals.map(({ currency, amount, payments }) => (
              <Row
                key={currency}
                title={t('goodwill.total')}
                detail={t('goodwill.payments', { count: payments })}
                value={`${formatDecimal(amount)} ${currency}`}
              />
            ))}
          </List>
          <List label={t('goodwill.days')}>
            {data.days.map(({ day, currency, amount, payments }) => (
              <Row
                key={`${day} ${currency}`}
                title={formatDate(dayStartMs(day), 'date')}
                detail={t('goodwill.payments', { count: payments })}
                value={`${formatDecimal(amount)} ${currency}`}
              />
            ))}
          </List>
        </>
      )}
    </section>
  );
}
