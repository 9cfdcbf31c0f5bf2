import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, Repeat2 } from 'lucide-react';
import type { WireTransfer } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { transfersQuery } from '../api/ledger-pages.ts';
import styles from './transfer-records.module.css';
import { exact } from './exact.ts';

function TransferRow({ transfer }: { readonly transfer: WireTransfer }) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const { transfer_id, from, to, currency, amount, at_ms } = transfer;
  return (
    <li className={styles['item']}>
      <CoinIcon symbol={currency} />
      <span className="grow grid">
        <span className={styles['way']}>
          {t(`account.${from}`)}
          <ArrowRight size={14} className="quiet" aria-label="→" />
          {t(`account.${to}`)}
        </span>
        <span className="note">
          {formatDate(at_ms)} · {t('transfer.number', { id: transfer_id })}
        </span>
      </span>
      <span className={styles['amount']}>
        {exact(amount, hideBalances)} {currency}
      </span>
    </li>
  );
}

/** Transfers between the customer's accounts, newest first. */
export function TransferRecords() {
  const { t } = useTranslation('wallet');
  const query = useInfiniteQuery(transfersQuery());
  const { data, error, refetch } = query;
  const transfers = data?.pages.flatMap(page => page.items);
  if (!transfers) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={8} />} />;
  if (transfers.length === 0) {
    return (
      <EmptyState
        icon={<Repeat2 size={26} strokeWidth={1.6} />}
        title={t('transfer.none')}
        to={paths.transfer.getHref()}
        go={t('transfer.submitEmpty')}
      >
        {t('transfer.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul>
        {transfers.map(transfer => (
          <TransferRow key={transfer.transfer_id} transfer={transfer} />
        ))}
      </ul>
      <MoreButton query={query}>{t('transfer.more')}</MoreButton>
    </>
  );
}
