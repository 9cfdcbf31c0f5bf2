import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount, formatDate, formatDecimal, signOf } from '#ui/format.ts';
import { Pending, Skeleton } from '#ui/states.tsx';
import { insuranceQuery, useContracts } from '../api/perpetual.ts';
import styles from './contract-terms.module.css';

/** The insurance fund of all contracts: its balance, and what went in and out. */
export function InsuranceFund() {
  const { t } = useTranslation('perpetual');
  const { data } = useContracts();
  const history = useQuery(insuranceQuery);
  const insurance = data?.insurance;
  return (
    <Card>
      <p className={styles['balance']} data-figure="insurance">
        {insurance ? `${formatAmount(insurance.balance, 2)} ${insurance.currency}` : '—'}
      </p>
      <p className="lead mb-3">{t('details.insuranceText')}</p>
      {history.error || !history.data ? (
        <Pending
          error={history.error}
          onRetry={history.refetch}
          shape={<Skeleton height={80} radius={12} />}
        />
      ) : history.data.items.length === 0 ? (
        <p className={styles['none']}>{t('details.insuranceNone')}</p>
      ) : (
        <table className={styles['table']}>
          <tbody>
            {history.data.items.map(one => (
              <tr key={one.entry_id}>
                <td>
                  {t(`details.insuranceReason.${one.reason}`)} · {formatDate(one.at_ms, 'dayMinute')}
                </td>
                <td className={cx(signOf(one.amount) === 1 && 'up', signOf(one.amount) === -1 && 'down')}>
                  {formatDecimal(one.amount, { sign: 'always' })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
