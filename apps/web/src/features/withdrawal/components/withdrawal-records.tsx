import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUpFromLine } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatAmount, formatDate } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { MoreButton } from '#ui/more-button.tsx';
import { StatePill } from '#ui/state-pill.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { withdrawalsQuery } from '../api/withdrawal.ts';
import { toneOf } from '../model/progress.ts';

/** Past and pending withdrawals, newest first. */
export function WithdrawalRecords() {
  const { t } = useTranslation('withdrawal');
  const query = useInfiniteQuery(withdrawalsQuery());
  const { data, error, refetch } = query;
  const withdrawals = data?.pages.flatMap(page => page.items);
  if (!withdrawals) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />;
  if (withdrawals.length === 0) {
    return (
      <EmptyState
        icon={<ArrowUpFromLine size={26} strokeWidth={1.6} />}
        title={t('records.none')}
        to={paths.withdraw.getHref()}
        go={t('title')}
      >
        {t('records.noneText')}
      </EmptyState>
    );
  }
  return (
    <div className="stack-4 cols-1">
      <List>
        {withdrawals.map(one => (
          <Row
            key={one.withdrawal_id}
            to={paths.withdrawDetail.getHref({ id: one.withdrawal_id })}
            icon={<CoinIcon symbol={one.currency} size={28} />}
            title={one.network ?? t('bank')}
            detail={formatDate(one.created_at_ms, 'dayMinute')}
            value={
              <span className={form['recordValue']}>
                <span>
                  −{formatAmount(one.amount)} {one.currency}
                </span>
                <StatePill tone={toneOf(one.state)}>{t(`state.${one.state}`)}</StatePill>
              </span>
            }
          />
        ))}
      </List>
      <MoreButton query={query}>{t('records.more')}</MoreButton>
    </div>
  );
}
