import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDecimal } from '#ui/format.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { leadersQuery, type Leader } from '../api/referral.ts';
import styles from './lists.module.css';

/** The ten top earners, masked, and the customer's own rank. */
export function LeadersList() {
  const { t } = useTranslation('referral');
  const { data, error, refetch } = useQuery(leadersQuery);
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows />} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<Trophy size={26} strokeWidth={1.6} />} title={t('top.none')}>
        {t('top.noneText')}
      </EmptyState>
    );
  }
  const { own } = data;
  return (
    <div className="stack-3 cols-1">
      <p className="note">{t('top.text')}</p>
      <List label={t('tab.top')}>
        {data.items.map(leader => (
          <LeaderRow key={leader.rank} leader={leader} />
        ))}
      </List>
      {own === null || own.rank <= data.items.length ? null : (
        <List label={t('summary.rank')}>
          <LeaderRow leader={own} />
        </List>
      )}
    </div>
  );
}

function LeaderRow({ leader: { rank, name, value_usdt, own } }: { readonly leader: Leader }) {
  const { t } = useTranslation('referral');
  return (
    <Row
      icon={
        <>
          <span className={cx(styles['rank'], rank <= 3 && styles['first'])} aria-hidden="true">
            {rank}
          </span>
          <span className="visually-hidden">{t('top.rank', { rank })}</span>
        </>
      }
      title={own ? `${name} (${t('top.own')})` : name}
      value={
        <span className="break-anywhere bright weight-600">
          {formatDecimal(value_usdt, { decimals: 2, minDecimals: 2 })} USDT
        </span>
      }
    />
  );
}
