import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { profitQuery } from '../api/price-log.ts';
import styles from './log-view.module.css';

/** Public: what the house takes out as its profit, announced a day before it leaves. */
export function ProfitWithdrawals() {
  const { t } = useTranslation('prices');
  const { data } = useQuery(profitQuery);
  if (data === undefined) return null;
  return (
    <section className={styles['part']}>
      <h2 className={styles['heading']}>{t('profit.title')}</h2>
      <p className={styles['text']}>{t('profit.text')}</p>
      {data.items.length === 0 ? (
        <p className={styles['text']}>{t('profit.none')}</p>
      ) : (
        <List label={t('profit.title')}>
          {data.items.map(one => (
            <Row
              key={one.id}
              title={t('profit.account', { account: one.account })}
              detail={t(`profit.${one.state}`, {
                when: formatDate(one.ended_at_ms ?? one.payable_at_ms, 'dateTime'),
              })}
              value={`${formatDecimal(one.amount)} ${one.currency}`}
            />
          ))}
        </List>
      )}
    </section>
  );
}
