import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck, ReceiptText, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { ledgerQuery } from '../api/ledger-pages.ts';
import { useWallet } from '../api/use-wallet.ts';
import { EVERYTHING, isFiltered, tally, type LedgerFilter, type Tally } from '../model/ledger.ts';
import { currenciesOf } from '../model/wallet.ts';
import { LedgerList } from './ledger-list.tsx';
import { RecordFilters } from './record-filters.tsx';
import styles from './records.module.css';

/** The result of checking the loaded entries. */
function TallyNote({ outcome }: { readonly outcome: Tally }) {
  const { t } = useTranslation('wallet');
  if (outcome.state === 'open') return null;
  const agrees = outcome.state === 'agrees';
  return (
    <p className={styles['tally']} data-agrees={agrees}>
      {agrees ? <BadgeCheck size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
      {agrees ? t('record.agrees', { count: outcome.entries }) : t('record.differs', { id: outcome.entryId })}
    </p>
  );
}

/** Loads more when the end of the list comes near, without a press. */
function NextPage({ busy, onMore }: { readonly busy: boolean; readonly onMore: () => void }) {
  const { t } = useTranslation('wallet');
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) onMore();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <div ref={mark} className="mt-4">
      <Button tone="quiet" size="small" block busy={busy} onClick={onMore}>
        {t('record.more')}
      </Button>
    </div>
  );
}

/** All changes of balances, filtered and in pages, with their sums checked on this device. */
export function Records({
  filter,
  onFilter,
}: {
  readonly filter: LedgerFilter;
  readonly onFilter: (filter: LedgerFilter) => void;
}) {
  const { t } = useTranslation('wallet');
  const { data: wallet } = useWallet();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetching } =
    useInfiniteQuery(ledgerQuery(filter));
  const entries = data?.pages.flatMap(page => page.items);
  const outcome = entries && tally(entries, filter, wallet);
  // Balances and entries arrive separately, so a difference counts only when both are loaded.
  const settled = outcome?.state === 'differs' && isFetching ? undefined : outcome;
  return (
    <>
      <RecordFilters filter={filter} currencies={wallet ? currenciesOf(wallet) : []} onChange={onFilter} />
      <div className={styles['list']}>
        {entries ? <LedgerList entries={entries} /> : null}
        {entries ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={8} />} />}
        {entries?.length === 0 ? (
          <EmptyState
            icon={<ReceiptText size={26} strokeWidth={1.6} />}
            title={isFiltered(filter) ? t('record.noneFiltered') : t('record.none')}
            action={
              isFiltered(filter) ? (
                <Button tone="quiet" size="small" onClick={() => onFilter(EVERYTHING)}>
                  {t('record.clear')}
                </Button>
              ) : undefined
            }
          >
            {isFiltered(filter) ? t('record.noneFilteredText') : t('record.noneText')}
          </EmptyState>
        ) : null}
        {hasNextPage ? <NextPage busy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
        {settled && !isFetchingNextPage ? <TallyNote outcome={settled} /> : null}
      </div>
    </>
  );
}
